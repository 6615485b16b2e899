"""What conditions can come to, whatever is played: bounds of numbers, and conditions that exclude each other.

Numbers, symbols (as places in their lists) and truths (0 or 1) have bounds. A comparison becomes a bound on a sum of
terms, `size of hand - hand_size <= -1`; two conditions exclude each other where they leave no value for the same sum, or
ask the same thing to be true and false.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from . import core
from .check_sums import ANY, OPPOSITE, ORDERS, Bounds, Facts, Key, Sum, key_of, numbers, product
from .check_survey import Survey
from .check_takes import enough_there
from .types import Kind

LIMIT = 64
"""So many alternatives (of `or`) are looked at together; beyond, nothing is claimed."""

NONE = -1
"""Stands for none among the places of a list."""


class Values:
    """What expressions of a ruleset can come to, for all values of its options or for given ones.

    `card` gives the attributes of the card in local slot 0, as a meld's `where` sees it.
    """

    def __init__(
        self,
        survey: Survey,
        options: Mapping[str, int | bool | str] | None = None,
        card: Mapping[str, object] | None = None,
    ) -> None:
        self.survey, self.ruleset, self.names = survey, survey.ruleset, survey.names
        self.options, self.card = options or {}, card
        self.known: dict[Key, Bounds] = {}
        self.words: dict[Key, str] = {}
        self.busy: set[str] = set()
        self.memories: dict[str, Bounds] = {}

    # ----------------------------------------------------------------- bounds

    def bounds(self, expr: core.Expr) -> Bounds:
        """The least and the most that a number, symbol or truth can be."""
        if isinstance(expr, core.Arithmetic | core.Const):
            return self.total(self.sum(expr))
        found = self.ask(expr)
        if expr.type.kind is Kind.TRUTH and found == ANY:
            return (0, 1)
        return found

    def ask(self, expr: core.Expr) -> Bounds:
        match expr:
            case core.Option(name):
                return self.option(name)
            case core.Attribute(name, item):
                return self.attribute(name, item)
            case core.Call("size", (item,)):
                return (0, self.cards() if item.type.holds_cards else inf)
            case core.Quantified("count", over):
                return (0, self.many(over))
            case core.Quantified("sum", over, value) if value is not None:
                low, high = self.bounds(value)
                return (0 if low >= 0 else -inf, 0 if high <= 0 else inf)
            case core.Quantified("highest" | "lowest", _, value) if value is not None:
                low, high = self.bounds(value)
                return (min(low, 0), max(high, 0))
            case core.State(name):
                return self.state(name)
            case core.Random(core.Range(low, high)):
                return (self.bounds(low)[0], self.bounds(high)[1])
        if expr.type.kind is Kind.SYMBOL and len(listed := self.names.symbols(str(expr.type.of))) > 1:
            return (NONE if may_be_none(expr) else 0, len(listed) - 1)
        return ANY

    def option(self, name: str) -> Bounds:
        option = self.ruleset.options.get(name)
        if option is None:
            return ANY
        if name in self.options:
            value = self.options[name]
            if isinstance(value, str):
                place = option.choices.index(value) if option.choices and value in option.choices else 0
                return (place, place)
            return (value, value)
        if option.choices:
            if option.type.kind is Kind.SYMBOL:
                return (0, len(option.choices) - 1) if len(option.choices) > 1 else ANY
            numbers = [c for c in option.choices if isinstance(c, int)]
            return (min(numbers), max(numbers)) if numbers and len(numbers) > 1 else ANY
        if isinstance(option.default, bool):
            return (0, 1)
        low = -inf if option.low is None else option.low
        high = inf if option.high is None else option.high
        return (low, high) if low < high else ANY  # an option that is fixed on purpose decides nothing by mistake

    def attribute(self, name: str, item: core.Expr) -> Bounds:
        declared = self.ruleset.attributes.get(name)
        if declared is None or declared.shape not in ("number", "symbol"):
            return ANY
        listed = self.names.symbols(str(declared.type.of)) if declared.shape == "symbol" else ()
        if self.card is not None and isinstance(item, core.Local) and item.slot == core.PLAYER_SLOT:
            values: Sequence[object] = [self.card.get(name)]
        else:
            values = self.survey.held(name)
        if declared.shape == "symbol":
            places = [listed.index(v) for v in values if isinstance(v, str | int) and v in listed]
            low = NONE if None in values or not isinstance(item, core.Local) or may_be_none(item) else min(places, default=0)
            return (low, max(places)) if places else ANY
        numbers = [v for v in values if isinstance(v, int)]
        if len(numbers) < len(values) or item.type.optional or not isinstance(item, core.Local):
            numbers.append(0)
        return (min(numbers), max(numbers)) if numbers else ANY

    def state(self, name: str) -> Bounds:
        """What a memory can hold, where it starts from a known value and only grows, or is only set."""
        if name in self.memories:
            return self.memories[name]
        declared = self.ruleset.state.get(name)
        if declared is None or declared.type.kind is not Kind.NUMBER or name in self.busy:
            if declared is not None and declared.type.kind is Kind.SYMBOL:
                last = len(self.names.symbols(str(declared.type.of))) - 1
                return (NONE if declared.type.optional else 0, last) if last > 0 else ANY
            return ANY
        changes = self.survey.changes.get(name, ())
        if not changes:
            return ANY  # told as a memory that never changes
        self.busy.add(name)
        low, high = self.bounds(declared.initial) if declared.initial is not None else (0.0, 0.0)
        for part in changes:
            least, most = self.bounds(part.value)
            if part.op == "-=":
                if enough_there(self.ruleset, self.excluded, part, most):
                    low, most = min(low, 0), 0
                least, most = -most, -least
            if part.op == "=":
                low, high = min(low, least), max(high, most)
            else:
                low, high = (low if least >= 0 else -inf), (high if most <= 0 else inf)
        self.busy.discard(name)
        if not self.busy:
            self.memories[name] = (low, high)
        return (low, high)

    def cards(self) -> float:
        """No zone ever holds more cards than there are."""
        return self.survey.cards

    def many(self, over: core.Filter) -> float:
        if isinstance(over.domain, core.Members) and over.domain.of == "players":
            return self.ruleset.players[1]
        return self.cards() if over.domain.type.holds_cards else inf

    # ----------------------------------------------------------------- sums

    def sum(self, expr: core.Expr) -> Sum:
        match expr:
            case core.Const(value) if isinstance(value, int):
                return Sum({}, int(value))
            case core.Arithmetic("+", left, right):
                return self.sum(left).plus(self.sum(right))
            case core.Arithmetic("-", left, right):
                return self.sum(left).plus(self.sum(right), -1)
            case core.Arithmetic("*", left, right):
                one, two = self.sum(left), self.sum(right)
                if one.terms and two.terms:
                    return self.term(expr, product(self.total(one), self.total(two)))
                factor, whole = (one.number, two) if not one.terms else (two.number, one)
                return Sum({}).plus(whole, int(factor))
            case core.Arithmetic(op, left, right):
                (low, high), divisor = self.total(self.sum(left)), self.sum(right)
                if divisor.terms or divisor.number <= 0:
                    return self.term(expr, ANY)
                by = divisor.number
                if op == "%":
                    return self.term(expr, (0, by - 1) if low >= 0 else (1 - by, by - 1))
                return self.term(expr, (low // by if low > -inf else low, high // by if high < inf else high) if low >= 0 else ANY)
        low, high = found = self.ask(expr)
        if low == high and isinstance(expr, core.Option) and expr.name in self.options:
            return Sum({}, low)
        return self.term(expr, found)

    def term(self, expr: core.Expr, found: Bounds) -> Sum:
        key = key_of(expr)
        self.known[key] = found
        self.words[key] = expr.span.text
        return Sum({key: 1})

    def total(self, found: Sum) -> Bounds:
        low = high = found.number
        for key, many in found.terms.items():
            least, most = self.known[key]
            if many < 0:
                least, most = most, least
            low, high = low + many * least, high + many * most
        return (low, high)

    # ----------------------------------------------------------------- conditions

    def excluded(self, tests: Iterable[tuple[core.Expr, bool]]) -> bool:
        """Whether conditions can surely never hold (True) or fail (False) as asked, all at one moment."""
        return not self.possible([Facts()], list(tests))

    def possible(self, facts: list[Facts], tests: list[tuple[core.Expr, bool]]) -> list[Facts]:
        """The ways in which conditions can come out as asked."""
        for expr, wanted in tests:
            facts = [new for old in facts for new in self.with_test(old, expr, wanted)]
            if len(facts) > LIMIT:
                return [Facts()]
        return facts

    def with_test(self, facts: Facts, expr: core.Expr, wanted: bool) -> list[Facts]:
        match expr:
            case core.Not(item):
                return self.with_test(facts, item, not wanted)
            case core.Logic(op, items) if (op == "and") == wanted:
                return self.possible([facts], [(i, wanted) for i in items])
            case core.Logic(_, items):
                found = [new for i in items for new in self.with_test(facts, i, wanted)]
                return found if len(found) <= LIMIT else [facts]
            case core.Const(value, _, type) if type.kind is Kind.TRUTH:
                return [facts] if value == wanted else []
        new = facts.copy()
        return [new] if self.leaf(new, expr, wanted) else []

    def leaf(self, facts: Facts, expr: core.Expr, wanted: bool) -> bool:
        """Adds what a single condition asks for; False where that is impossible."""
        match expr:
            case core.Compare(op, left, right) if left.type.has_order and right.type.has_order:
                if op not in ("==", "!=") and (left.type.optional or right.type.optional or self.nones(left, right)):
                    if not wanted:
                        return self.truth(facts, key_of(expr), wanted)
                    if not all(self.compare(facts, ">=", self.sum(side)) for side in self.nones(left, right)):
                        return False
                return self.compare(facts, op if wanted else OPPOSITE[op], self.sum(left).plus(self.sum(right), -1))
            case core.Compare("==" | "!=" as op, core.Zone(zone), core.Zone(other)) if zone != other:
                return (op == "!=") == wanted
            case core.Compare("==" | "!=" as op, left, right):
                one, two = key_of(left), key_of(right)
                same = (op == "==") == wanted
                if one == two:
                    return same
                return self.truth(facts, ("same", *sorted((one, two), key=repr)), same)
            case core.Is("none", item) if item.type.has_order and self.nones(item):
                return self.compare(facts, "==" if wanted else "!=", self.sum(item).plus(Sum({}, NONE), -1))
            case core.Is("empty", item):
                key: Key = ("Call", ("size",), (key_of(item),))
                self.known.setdefault(key, (0, inf))
                self.words.setdefault(key, f"size of {item.span.text}")
                return self.compare(facts, "==" if wanted else ">", Sum({key: 1}))
            case core.Quantified("any" | "no" as word, over):
                key = ("quantified", "count", key_of(over), (None,))
                self.known.setdefault(key, (0, self.many(over)))
                self.words.setdefault(key, expr.span.text)
                some = (word == "any") == wanted
                if over.where is not None and some and self.excluded([(over.where, True)]):
                    return False
                return self.compare(facts, ">" if some else "==", Sum({key: 1}))
            case core.Beats(left, right) if wanted and key_of(left) == key_of(right):
                return False
        return self.truth(facts, key_of(expr), wanted)

    def nones(self, *sides: core.Expr) -> list[core.Expr]:
        """The symbols among some expressions that may be none."""
        return [s for s in sides if s.type.kind is Kind.SYMBOL and self.bounds(s)[0] == NONE]

    @staticmethod
    def truth(facts: Facts, key: object, wanted: bool) -> bool:
        return facts.truths.setdefault(key, wanted) is wanted

    def compare(self, facts: Facts, op: str, found: Sum) -> bool:
        """Adds that a sum compares with 0 as `op` says."""
        if not found.terms:
            low, high = ORDERS.get(op, ANY)
            return found.number != 0 if op == "!=" else low <= found.number <= high
        terms = sorted(found.terms.items(), key=repr) if len(found.terms) > 1 else list(found.terms.items())
        sign = 1 if terms[0][1] > 0 else -1
        factor = abs(terms[0][1]) if len(terms) == 1 else 1
        form = tuple((k, m * sign // factor) for k, m in terms)
        if form not in facts.bounds:
            low, high = self.total(Sum(dict(form)))
            facts.bounds[form], facts.excluded[form] = (low, high), frozenset()
        low, high = facts.bounds[form]
        number = -found.number * sign
        if op == "!=":
            if number % factor == 0:
                facts.excluded[form] |= {number / factor}
        else:
            least, most = ORDERS[op]
            if sign < 0:
                least, most = -most, -least
            least, most = (least + number) / factor, (most + number) / factor
            low, high = max(low, least if abs(least) == inf else -(-least // 1)), min(high, most if abs(most) == inf else most // 1)
            facts.bounds[form] = (low, high)
        if low > high:
            return False
        gone = facts.excluded[form]
        return not gone or high - low >= LIMIT or any(v not in gone for v in numbers(low, high))

    def reason(self, expr: core.Expr) -> str | None:
        """Why a comparison always comes out alike: the bounds of the one thing that it looks at."""
        match expr:
            case core.Compare("==" | "!=", core.Zone(one), core.Zone(two)) if one != two:
                return f"'{one}' and '{two}' are two zones, whatever lies there; `size of {one}` is how many cards do"
        if not isinstance(expr, core.Compare) or not (expr.left.type.has_order and expr.right.type.has_order):
            return None
        found = self.sum(expr.left).plus(self.sum(expr.right), -1)
        if not found.terms:
            return "both sides are the same" if key_of(expr.left) == key_of(expr.right) else None
        parts = []
        for key in found.terms:
            low, high = self.known[key]
            if expr.left.type.kind is Kind.SYMBOL:
                continue
            if low > -inf and high < inf:
                parts.append(f"'{self.words[key]}' goes from {low:.0f} to {high:.0f}")
            elif low > -inf:
                parts.append(f"'{self.words[key]}' is never less than {low:.0f}")
            elif high < inf:
                parts.append(f"'{self.words[key]}' is never more than {high:.0f}")
        return ", and ".join(parts) or None


def may_be_none(expr: core.Expr) -> bool:
    """Whether there may be nothing that an expression stands for, or nothing that it asks something of."""
    match expr:
        case core.Attribute(_, item) | core.Call(_, (item,)):
            return expr.type.optional or not isinstance(item, core.Local) or may_be_none(item)
    return expr.type.optional
