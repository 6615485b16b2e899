"""How cards are moved, for games played by walking the trees of the rules: see `walking`."""

from collections.abc import Sequence

from croupier.ruleset import core
from croupier.ruleset.types import Kind
from croupier.tests.walking_expressions import Card, Expressions, Locals, Place, Places, Refused


class Moving(Expressions):
    """Instructions that move cards."""

    def cards(self, expression: core.Expr, held: Locals) -> list[Card]:
        value = self.value(expression, held)
        if value is None:
            return []
        return [value] if expression.type.kind is Kind.CARD else self.members(value, expression.type)

    def shuffle(self, zone: Place | Places) -> None:
        """By Fisher and Yates, from the top."""
        for place in zone if isinstance(zone, Places) else [zone]:
            if self.is_ordered(place):
                pile = self.piles[place]
                for i in range(len(pile) - 1, 0, -1):
                    j = self.chance.below(i + 1)
                    pile[i], pile[j] = pile[j], pile[i]

    def take(self, card: Card) -> bool:
        """Takes away the uppermost card of its kind, and says whether there was one."""
        pile = self.piles[card.place]
        for i in reversed(range(len(pile))):
            if pile[i] == card.kind:
                del pile[i]
                return True
        return False

    def put(self, kinds: Sequence[int], where: str, place: Place) -> None:
        """Puts cards down one by one."""
        for kind in kinds:
            if where == "bottom" and self.is_ordered(place):
                self.piles[place].insert(0, kind)
            else:
                self.piles[place].append(kind)

    def put_under(self, cards: Sequence[Card], card: Card | None) -> list[Card]:
        """Cards put under another; gives them as they lie then. Under a card that is not there nothing is put."""
        if card is None or card.kind not in self.piles[card.place]:
            return list(cards)
        pile, moved = self.piles[card.place], []
        for one in cards:
            if one == card and pile.count(card.kind) == 1:
                moved.append(one)
            elif self.take(one):
                pile.insert(max(i for i, kind in enumerate(pile) if kind == card.kind), one.kind)
                moved.append(Card(one.kind, card.place))
        return moved

    def move_from(self, move: core.MoveFrom, held: Locals) -> None:
        source = self.sure(move.source, held)
        amount = None if move.amount is None else self.value(move.amount, held)
        if move.place == "under":
            under = self.value(move.target, held)
            cards = self.members(source, move.source.type)
            if amount is not None:
                cards = self.lot(cards, amount) if move.random else cards[: max(amount, 0)]
            self.put_under(cards, under)
            return
        target = self.sure(move.target, held)
        if amount is None:
            self.move_all(source, move.place, target)
        elif isinstance(source, Places):
            self.put_cards(self.lot(self.members(source, move.source.type), amount), move.place, target)
        else:
            self.put(self.drawn(source, amount, move.random), move.place, target)

    def lot(self, cards: list[Card], amount: int) -> list[Card]:
        """So many of these cards, drawn by lot."""
        left = list(cards)
        return [left.pop(self.chance.below(len(left))) for _ in range(min(amount, len(left)))]

    def drawn(self, place: Place, amount: int, by_lot: bool) -> list[int]:
        """The kinds of so many cards taken away from the top, or by lot, as always where there is no top."""
        pile = self.piles[place] if self.is_ordered(place) else sorted(self.piles[place])
        by_lot = by_lot or not self.is_ordered(place)
        self.piles[place] = pile
        return [pile.pop(self.chance.below(len(pile)) if by_lot else -1) for _ in range(min(amount, len(pile)))]

    def move_all(self, source: Place | Places, where: str, target: Place) -> None:
        """Whole piles keep their order."""
        for place in source if isinstance(source, Places) else [source]:
            if place != target:
                pile = self.piles[place] if self.is_ordered(place) else sorted(self.piles[place])
                self.piles[place] = []
                below = where == "bottom" and self.is_ordered(target)
                self.piles[target] = pile + self.piles[target] if below else self.piles[target] + pile

    def put_cards(self, cards: Sequence[Card], where: str, target: Place) -> list[Card]:
        """Moves cards one by one; gives them as they lie now."""
        moved = []
        for card in cards:
            if self.take(card):
                self.put([card.kind], where, target)
                moved.append(Card(card.kind, target))
            else:
                moved.append(card)  # as the engine has it, a card that was gone stays known where it was; put under another it is not
        return moved

    def move_cards(self, move: core.MoveCards, held: Locals) -> None:
        """A name or memory that held the cards afterwards knows where they lie."""
        value, target = self.value(move.cards, held), self.value(move.target, held)
        if value is None:
            return
        is_one = move.cards.type.kind is Kind.CARD
        cards = [value] if is_one else self.members(value, move.cards.type)
        if move.place == "under":
            moved = self.put_under(cards, target)
        elif target is None:
            raise Refused("no place")
        else:
            moved = self.put_cards(cards, move.place, target)
        now = (moved[0] if moved else value) if is_one else tuple(moved)
        match move.cards:
            case core.Local(slot):
                held[slot] = now
            case core.State(name, owner):
                self.state[name, None if owner is None else self.value(owner, held)] = now
