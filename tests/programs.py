"""Random rules files: each seed makes one, whole and mostly right, that does with a few cards whatever comes up.

Nothing is meant by them. Options, melds and covers are left out, as in `walking`; so are procedures, effects and actions begun by
standing rules.
"""

from collections.abc import Sequence

from croupier.tests.programs_expressions import DEEPEST, Expressions, Scope

Lines = list[str]

HEAD = """
croupier: 1
title: Random
players: {min: 2, max: 3}
lists:
  suit: [red, blue, green]
"""

STATE = """
state:
  n: {type: number}
  m: {type: number, starts: 2}
  done: {type: number}
  clock: {type: number}
  rule_1: {type: number}
  rule_2: {type: number}
  rule_3: {type: number}
  t: {type: truth}
  lead: {type: player, starts: seat 1}
  best: {type: card}
  word: {type: suit}
  wins: {each: player, type: number}
  flag: {each: player, type: truth}
  favourite: {each: player, type: player, starts: seat 2}
  own: {each: player, type: card}
"""

DEAL = """
lead = seat 1
shuffle deck
for each player:
  move 3 from deck to hand
  move 1 from deck to tableau
for each spot in places of board: move 1 from deck to spot
move 2 from deck to pile
move 2 from deck to side
"""

UNTIL = ("clock > 12", "blocked or clock > 12", "clock > 12 or blocked and n > 0")
LAST = "clock < 14"
"""Every action asks for this, so that games come to an end."""


def lines(text: str) -> Lines:
    return text.strip("\n").split("\n")


def indented(body: Lines, depth: int = 1) -> Lines:
    return ["  " * depth + line for line in body]


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def program(seed: int) -> str:
    """The rules file of a seed."""
    return "\n".join(Program(seed).file()) + "\n"


class Program(Expressions):
    """The parts of one random rules file."""

    # ----------------------------------------------------------------- instructions

    def block(self, scope: Scope, count: int | None = None) -> Lines:
        inner = scope.having()
        return [line for _ in range(count or int(self.of("112234"))) for line in self.instruction(inner)]

    def under(self, head: str, scope: Scope) -> Lines:
        return [f"{head}:", *indented(self.block(scope))]

    def instruction(self, scope: Scope) -> Lines:
        """One instruction; it binds its names in the scope."""
        held = scope.of("card", "cards")
        more = 1 if scope.depth < DEEPEST else 0
        made: str | Lines = self.one(
            (3, lambda: f"move {self.small(scope)} from {self.zone(scope, ordered=True)} {self.target(scope)}"),
            (1, lambda: f"move all from {self.any_zone(scope)} {self.target(scope)}"),
            (0.8, lambda: f"move {self.small(scope)} random from {self.any_zone(scope)} {self.target(scope)}"),
            (1.2, lambda: f"move {self.cards(scope)} {self.target(scope)}"),
            (1, lambda: f"move {self.card(scope)} {self.target(scope)}"),
            (3.5 if held else 0, lambda: f"move {self.of(held)} {self.target(scope)}"),
            (0.15, lambda: "gather"),
            (0.5, lambda: f"shuffle {self.zone(scope, ordered=True)}"),
            (0.3, lambda: f"show {self.of((self.source(scope), self.card(scope)))} to {self.player(scope)}"),
            (1.5, lambda: self.let(scope)),
            (3.5, lambda: self.assign(scope)),
            (2 if scope.asks else 0, lambda: self.choose(scope)),
            (0.8 if scope.asks and scope.actions else 0, lambda: self.offer(scope)),
            (1 if scope.procedures else 0, lambda: f"play {self.of(scope.procedures)}"),
            (0.3 if scope.ends else 0, lambda: self.end(scope)),
            (1.5, lambda: f"say {self.text(scope)}"),
            (2 * more, lambda: self.branches(scope)),
            (2 * more, lambda: self.for_each(scope)),
            (more, lambda: self.repeat(scope)),
            (0.5 if scope.effects and scope.of("card") else 0, lambda: f"do effect of {self.of(scope.of('card'))}"),
        )
        return [made] if isinstance(made, str) else made

    def target(self, scope: Scope) -> str:
        """Where cards are put, never by lot: whether a lot is drawn for cards that are not there is left to the engine."""
        sure = scope.having(lots=False, depth=scope.depth)
        return self.one(
            (5, lambda: f"to {self.zone(sure)}"),
            (0.8, lambda: f"to {self.of(('bottom', 'top'))} of {self.zone(sure, ordered=True)}"),
            (0.6, lambda: f"to under {self.card(sure)}"),
        )

    def let(self, scope: Scope) -> str:
        type, value = self.one(
            (3, lambda: ("number", self.number(scope))),
            (2, lambda: ("card", self.card(scope))),
            (2, lambda: ("cards", self.cards(scope))),
            (1, lambda: ("player", self.player(scope))),
            (0.7, lambda: ("zone", self.zone(scope))),
            (1, lambda: ("suit", self.suit(scope))),
            (0.4, lambda: ("card", f"random {self.zone(scope)}")),
        )
        name = self.new_name()
        scope.names[name] = type
        return f"let {name} = {value}"

    def assign(self, scope: Scope) -> str:
        return self.one(
            (3, lambda: f"{self.of('nm')} {self.of(('=', '+=', '-='))} {self.number(scope)}"),
            (2 if scope.player else 0, lambda: f"wins {self.of(('=', '+=', '-='))} {self.number(scope)}"),
            (1, lambda: f"wins of {self.player(scope)} {self.of(('=', '+='))} {self.number(scope)}"),
            (1, lambda: f"t = {self.truth(scope)}"),
            (0.7, lambda: f"flag of {self.player(scope)} = {self.truth(scope)}"),
            (1, lambda: f"lead = {self.player(scope)}"),
            (0.7, lambda: f"favourite of {self.player(scope)} = {self.player(scope)}"),
            (1, lambda: f"best = {self.card(scope)}"),
            (0.7, lambda: f"own of {self.player(scope)} = {self.card(scope)}"),
            (1, lambda: f"word = {self.suit(scope)}"),
            (0.3, lambda: f"{self.of(('best', 'word'))} = none"),
        )

    def end(self, scope: Scope) -> str:
        condition = self.maybe(0.8, lambda: f"if {self.truth(scope)}: ")
        return f"{condition}end {self.of(scope.ends)}{self.maybe(0.5, lambda: f' won by {self.player(scope)}')}"

    def text(self, scope: Scope) -> str:
        parts = [
            self.one(
                (3, lambda: self.number(scope)),
                (1, lambda: self.player(scope)),
                (1.5, lambda: self.card(scope)),
                (1, lambda: self.suit(scope)),
                (1.5, lambda: self.cards(scope)),
                (0.5, lambda: "t"),
                (0.4, lambda: f"title of {self.card(scope)}"),
            )
            for _ in range(int(self.of("1223")))
        ]
        return '"' + " ".join(f"{{{part}}}" for part in parts) + '"'

    def branches(self, scope: Scope) -> Lines:
        found = self.under(f"if {self.truth(scope)}", scope)
        while self.chance(0.25):
            found += self.under(f"else if {self.truth(scope)}", scope)
        return found + (self.under("else", scope) if self.chance(0.4) else [])

    def for_each(self, scope: Scope) -> Lines:
        name = self.new_name()

        def bound(type: str) -> Scope:
            return scope.having(names={**scope.names, name: type})

        def nook_or_board() -> str:
            return "nook" if self.has_nook and scope.player and self.chance(0.3) else "board"

        return self.one(
            (1.5, lambda: self.under(f"for each player{self.start(scope)}", scope.having(player=True))),
            (1.5, lambda: self.under(f"for each {name} in {self.players(scope)}{self.start(scope)}", bound("player"))),
            (2, lambda: self.under(f"for each {name} in {self.source(scope)}{self.about(bound('card'))}", bound("card"))),
            (1.5, lambda: self.under(f"for each {name} in places of {nook_or_board()}{self.about(bound('place'))}", bound("place"))),
            (0.7, lambda: self.under(f"for each {name} in suit", bound("suit"))),
        )

    def about(self, inner: Scope) -> str:
        return self.maybe(0.3, lambda: f" where {self.truth(inner, 1)}")

    def start(self, scope: Scope) -> str:
        return self.maybe(0.4, lambda: f" from {self.player(scope)}")

    def repeat(self, scope: Scope) -> Lines:
        zone = self.of(("deck", "pile"))
        return self.one(
            (3, lambda: self.under(f"repeat {self.of('1223')}", scope)),
            (1, lambda: [*self.under(f"repeat until {zone} is empty or {self.truth(scope)}", scope), f"  move 1 from {zone} to side"]),
            (1, lambda: ["done = 0", *self.under("repeat while done < 2", scope), "  done += 1"]),
        )

    # ----------------------------------------------------------------- choices

    def picked(self, scope: Scope) -> tuple[str, str]:
        """The type of what can be picked, and from what: never by lot."""
        sure = scope.having(lots=False)
        own = ["board"] + ["nook"] * (self.has_nook and scope.player)
        return self.one(
            (4, lambda: ("card", f"1 card in {self.source(sure)}{self.where(sure, 0.4)}")),
            (3, lambda: ("cards", f"{self.of('00112')} to {self.of('1223')} cards in {self.source(sure)}{self.where(sure, 0.4)}")),
            (0.6, lambda: ("cards", f"{self.small(sure)} cards in {self.any_zone(sure)}{self.where(sure, 0.4)}")),
            (1.2, lambda: ("player", f"players{self.maybe(0.5, lambda: f' where {self.about_player(sure)}')}")),
            (1, lambda: ("number", f"{self.of('012')} to {self.of('1234')}")),
            (0.5, lambda: ("number", f"{self.small(sure)} to {self.small(sure)}")),
            (0.5, lambda: ("number", f"[{self.number(sure)}, {self.number(sure)}, 2]")),
            (1, lambda: ("suit", "suit")),
            (0.4, lambda: ("card", f"[{self.card(sure)}, {self.card(sure)}]")),
            (1, lambda: ("place", f"places of {self.of(own)}")),
            (1, lambda: ("card", f"tops of {self.of(own)}{self.where(sure, 0.4)}")),
        )

    def choose(self, scope: Scope) -> str:
        type, domain = self.picked(scope)
        seat = "" if scope.player and self.chance(0.7) else f" by {self.player(scope)}"
        name = self.new_name()
        scope.names[name] = type
        return f"choose {name} from {domain}{seat}"

    def offer(self, scope: Scope) -> str:
        actions = self.random.sample(list(scope.actions), min(len(scope.actions), int(self.of("1223"))))
        head = "offer " + " or ".join([*([", ".join(actions[:-1])] if actions[:-1] else []), actions[-1]])
        if not scope.player or self.chance(0.3):
            head += f" to {self.player(scope)}"
        if self.chance(0.3):
            name = self.new_name()
            scope.names[name] = "answer"
            head += f" as {name}"
        return head

    # ----------------------------------------------------------------- the file

    def file(self) -> Lines:
        return [*lines(HEAD), *self.deck(), *self.zones(), *lines(STATE), *self.actions(), *self.rules(), *self.flow(), *self.score()]

    def deck(self) -> Lines:
        made = [
            "cards:",
            f'  basic: {{suit: suit, rank: 1..{self.of("34")}, copies: {self.of("223")}, code: "{{suit:1}}{{rank}}"}}',
            "  odd:",
        ]
        made += ["    columns: {points: number, effect: effect}", "    rows:"]
        for number in range(int(self.of("23"))):
            scope = Scope(procedures=("leaf",), ends=("round",), actions=("stop", "small"))
            made += [f"      - title: Odd {number}", f"        code: o{number}", f"        points: {self.of('01234')}"]
            made += [f"        copies: {self.of('112')}", "        effect: |", *indented(self.block(scope), 5)]
        return made

    def zones(self) -> Lines:
        return [
            "zones:",
            "  deck: {faces: hidden, starts: [basic, odd]}",
            "  pile: {faces: all, ordered: true}",
            f"  side: {{faces: all, ordered: {str(self.ordered_side).lower()}}}",
            f"  board: {{faces: all, places: {self.of('23')}}}",
            f"  hand: {{each: player, faces: owner, ordered: {str(self.ordered_hands).lower()}}}",
            "  tableau: {each: player, faces: all, ordered: true}",
            *(["  nook: {each: player, faces: all, places: 2}"] if self.has_nook else []),
        ]

    def actions(self) -> Lines:
        return [
            "actions:",
            "  stop: {do: clock += 1}",
            *self.action("first", Scope(procedures=("leaf", "middle"), ends=("round", "middle"), actions=("small", "stop"), effects=True)),
            *self.action("second", Scope(procedures=("leaf",), ends=("round",), actions=("stop", "small"), effects=True)),
            *self.action("third", Scope(procedures=("leaf", "middle"), ends=("round", "game"), actions=("small",), effects=True)),
            *self.action("small", Scope(ends=("round", "leaf"))),
        ]

    def action(self, name: str, scope: Scope) -> Lines:
        made = [f"  {name}:", *(["    free: true"] if self.chance(0.15) else [])]
        picks = []
        for _ in range(int(self.of("011223"))):
            type, domain = self.picked(scope)
            picks.append(f"{self.new_name()} from {domain}")
            scope.names[picks[-1].split()[0]] = type
        if picks:
            made += ["    choose:", *(f"      - {quoted(pick)}" for pick in picks)]
        conditions = [self.truth(scope.having(lots=False)) for _ in range(int(self.of("0112")))]
        made += ["    if:", *(f"      - {quoted(condition)}: no" for condition in [*conditions, LAST])]
        made += ["    do: |", "      clock += 1", *indented(self.block(scope), 3)]
        return made + ([f"    say: {quoted(self.text(scope)[1:-1])}"] if self.chance(0.4) else [])

    def rules(self) -> Lines:
        made: Lines = []
        for number in range(1, int(self.of("12334"))):
            each, during = self.chance(0.4), self.of(("", "", "round", "leaf", "middle", "game"))
            scope = Scope(player=each, asks=self.chance(0.4), ends=("round",) if during == "round" else ())
            often = self.maybe(0.8, lambda number=number: f"rule_{number} < {self.of('124')} and ")
            made += [f"  rule {number}:", *(["    each: player"] if each else []), *([f"    during: {during}"] if during else [])]
            made += [f"    if: {quoted(often + self.truth(scope.having(lots=False)))}"]
            made += ["    do: |", f"      rule_{number} += 1", *indented(self.block(scope), 3)]
        return ["whenever:", *made] if made else []

    def flow(self) -> Lines:
        table = Scope(player=False, procedures=("plain",), actions=("stop",))
        seat = Scope(procedures=("leaf", "middle"), ends=("round",), actions=("first", "second", "third", "stop"), is_turn=True)
        turns = f"turns from {self.player(Scope(player=False))}{self.maybe(0.25, self.among)} until {self.of(UNTIL)}"
        inside = [*self.some(seat), "offer first, second or third", *self.some(seat), *(["clock += 1"] if self.chance(0.5) else [])]
        made = ["flow:", "  game: |", *indented([*lines(DEAL), *self.block(table.having(asks=False), 2)], 2)]
        made += indented(["play round", *self.block(table, 1), *(["play round"] if self.chance(0.4) else [])], 2)
        made += ["  round: |", f"    {turns}:", *indented(inside, 3)]
        made += self.procedure("middle", seat.having(procedures=("leaf",), ends=("middle", "round"), actions=("second", "small")))
        made += self.procedure("leaf", Scope(ends=("leaf",), actions=("small", "stop")))
        return made + self.procedure("plain", Scope(player=False, ends=("plain",), actions=("stop",)))

    def among(self) -> str:
        return f" among players where {self.about_player(Scope(player=False))}"

    def some(self, scope: Scope) -> Lines:
        return self.block(scope, int(self.of("12"))) if self.chance(0.5) else []

    def procedure(self, name: str, scope: Scope) -> Lines:
        return [f"  {name}: |", *indented(self.block(scope.having(is_turn=False, depth=0)), 2)]

    def score(self) -> Sequence[str]:
        if self.chance(0.3):
            return []
        found = ["score:", f"  points: {quoted(self.number(Scope(lots=False)))}"]
        return found + ["  lowest: true"] * self.chance(0.4) + ["  ties: nobody"] * self.chance(0.4)
