"""People at a console and bots, playing one table: what is typed, what is answered, and that nothing is lost."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from ..ruleset.decode import visible
from ..ruleset.errors import IllegalMove
from .console import say
from .files import write
from .menu import asks_numbers, listed
from .screen import Screen, spaced

if TYPE_CHECKING:
    from ..interpreter import Choice, Table
    from ..interpreter.record import Record
    from ..interpreter.runtime import Rng
    from ..playtest.players import Player

HELP = (
    "Type a move as it is written in the list of moves, or its number. Cards can be in any order, the parts of a combination are "
    "joined by +, and what is still missing is asked for. Besides moves you can type:"
)
WORDS = {
    "moves [WORD]": "what you can do now; with a word, all of that kind",
    "why MOVE": "whether a move can be made, and if not, what stands against it",
    "look [ZONE]": "the table again, or one zone in full",
    "card NAME": "what a card says",
    "log": "everything that has been told so far",
    "undo": "take your last move back (and what followed it)",
    "hint": "a move that could be made",
    "save FILE": "write the game to a file, to go on with `croupier resume FILE`",
    "rules": "the title, options and actions of this game",
    "quit": "leave the game",
}
LEAVING = ("quit", "exit")

MOST_LISTED = 8
COLUMNS = 80


class Quit(Exception):
    """The person has left."""


@dataclass(slots=True)
class Sitting:
    """A table with its people and bots. `read` gives the next typed line and raises EOFError where there is none."""

    table: "Table"
    people: frozenset[int]
    bots: Mapping[int, "Player"]
    rng: "Rng"
    screen: Screen
    read: Callable[[str], str]
    is_terminal: bool
    record_path: Path | None = None
    stamp: Callable[[], str] = lambda: ""
    times: list[str | None] = field(default_factory=list)
    who: Sequence[str] = ()
    """The names of who sits where, for a save."""
    refused: Callable[[], None] = lambda: None
    """What is done where a move was refused."""
    waits: bool = True
    """Whether it is waited for the next person to come to the screen."""
    shown_to: int | None = None
    """The person whose hand is on the screen now."""
    goes_on: bool = False
    """Whether the choice before was this person's, too: what can be seen has been shown."""

    # ----------------------------------------------------------------- the game

    def play(self) -> None:
        """Plays to the end. Raises Quit, EOFError or KeyboardInterrupt where people leave before it."""
        try:
            while not self.table.over:
                if self.table.choice.seat in self.people:
                    self.person()
                else:
                    seat = self.table.choice.seat
                    self.played(self.bots[seat].choose(self.table, self.rng))
            self.ending()
        finally:
            self.write_record()

    def played(self, move: object) -> None:
        self.table.play(move)  # type: ignore[arg-type]
        del self.times[self.table.ply - 1 :]
        self.times.append(self.stamp())

    def ending(self) -> None:
        seat = min(self.people) if len(self.people) == 1 else None
        view = self.table.view(seat)
        self.tell(view.since() if seat else view.log[-6:])
        say(self.screen.heading("the end"))
        say(f"  {sentence(str(self.table.result))}")

    # ----------------------------------------------------------------- a person's turn

    def person(self) -> None:
        """One choice of a person: what happened, the table, and lines until a move is made."""
        table, seat = self.table, self.table.choice.seat
        if self.shown_to != seat:
            self.change_over(seat)
        if not self.goes_on:
            self.show(seat)
        ply = table.ply
        while table.ply == ply and not table.over and table.choice.seat == seat:
            choice = table.choice
            line = " ".join(self.read(self.asked(choice)).split())
            word, _, rest = line.partition(" ")
            command = COMMANDS.get(word.lower())
            if not line:
                say("  type a move, `moves` to see what you can do, or `help`")
            elif command is not None and choice.option(word.lower()) is None:
                command(self, choice, rest)
            else:
                self.typed(choice, line)
        self.goes_on = not table.over and table.choice.seat == seat
        if self.goes_on and table.ply > ply:
            self.tell(self.table.view(seat).since(table.ply))
            self.own(seat)

    def change_over(self, seat: int) -> None:
        """With several people at one console: hides what the last one saw until the next one is there."""
        if len(self.people) > 1 and self.waits:
            if self.is_terminal and self.shown_to is not None:  # before the first turn there is nothing to hide
                say("\x1b[2J\x1b[3J\x1b[H" if self.screen.colour else "\n" * 60, end="")
            answer = self.read(f"Player {seat}, it is your turn. Press Enter when only you can see the screen. ")
            if answer.strip().lower() in LEAVING:
                raise Quit
        self.shown_to = seat

    def show(self, seat: int) -> None:
        """What happened since the person's last move, and the table."""
        view = self.table.view(seat)
        happened = view.since()
        if happened:
            say(self.screen.heading("what happened"))
            self.tell(happened[-20:])
        for line in self.screen.table(view):
            say(line)

    def tell(self, lines: Iterable[str]) -> None:
        """Lines of the log, each on as many lines of the console as it takes."""
        for line in lines:
            for shown in self.screen.wrapped(line):
                say(shown)

    def own(self, seat: int) -> None:
        """The person's own cards, after a move that is followed by another choice of theirs."""
        view = self.table.view(seat)
        for line in self.screen.zones([z for z in view.zones if z.seat == seat], view, own=True):
            say(line)
        for line in self.screen.memories(view, seat):
            say(line)

    def asked(self, choice: "Choice") -> str:
        """The prompt."""
        count = choice.count()
        more = f" ({count:,} way{'s' * (count != 1)})" if count > 1 else ""
        return f"Player {choice.seat}, {spaced(choice.prompt)}{more} > "

    def typed(self, choice: "Choice", line: str) -> None:
        """A move, or the number of one."""
        try:
            move = numbered(choice, line)
            self.played(line if move is None else move)
        except IllegalMove as error:
            self.refused()
            for part in str(error).split("; "):
                for shown in self.screen.wrapped(part):
                    say(shown)
            return
        made = self.table.last
        if made is not None and not self.screen.plain:
            say(f"  you: {made.move}")

    # ----------------------------------------------------------------- words

    def moves(self, choice: "Choice", rest: str) -> None:
        for line in listed(choice, MOST_LISTED, rest):
            for shown in wrap(line, self.screen.columns, subsequent_indent=" " * 8, break_on_hyphens=False):
                say(shown)

    def why(self, choice: "Choice", rest: str) -> None:
        if not rest:
            say("  write a move behind it: why MOVE")
            return
        try:
            move = numbered(choice, rest)
        except IllegalMove as error:
            self.tell([str(error)])
            return
        for line in verdict_lines(choice, rest if move is None else str(move), min(self.screen.columns, COLUMNS)):
            say(line)

    def look(self, choice: "Choice", rest: str) -> None:
        view = self.table.view(choice.seat)
        zones = [z for z in view.zones if z.name == rest.lower().replace(" ", "_")]
        if not rest:
            self.show(choice.seat)
        elif not zones:
            there = ", ".join(dict.fromkeys(spaced(z.name) for z in view.zones))
            self.tell([f"there is no zone '{visible(rest)}'; there are: {there}"])
        for zone in zones:
            whose = "" if zone.seat is None else f" of {view.players[zone.seat - 1]}"
            if zone.places:
                for line in self.screen.places(zone, view):
                    say(line)
            else:
                cards = "face down" if zone.cards is None else self.screen.cards(zone.cards) or "empty"
                for line in self.screen.wrapped(f"{spaced(zone.name)}{whose}, {zone.size} cards: {cards}"):
                    say(line)

    def card(self, choice: "Choice", rest: str) -> None:
        """What a card says: by code or title, whole or its beginning."""
        cards = choice.game.ruleset.cards
        word = rest.lower()
        found = [c for c in cards if word in (c.code.lower(), c.title.lower())] or [
            c for c in cards if word and (c.code.lower().startswith(word) or c.title.lower().startswith(word))
        ]
        if not found:
            say(f"  there is no card '{visible(rest)}'" if rest else "  write a card behind it: card NAME")
        for one in found[:10]:
            for line in self.screen.wrapped(self.screen.described(one)):
                say(line)

    def log(self, choice: "Choice", _: str) -> None:
        self.tell(self.table.view(choice.seat).log or ("nothing has happened yet",))

    def undo(self, choice: "Choice", _: str) -> None:
        """Back to the last choice of this person."""
        seat = choice.seat
        if not any(ply.seat == seat for ply in self.table.plies()):
            say("  there is no move of yours to take back")
            return
        while self.table.undo() is not None and self.table.choice.seat != seat:
            pass
        del self.times[self.table.ply :]
        say("  taken back")
        self.show(seat)

    def hint(self, choice: "Choice", _: str) -> None:
        from ..playtest.players import player

        move = player("greedy").choose(self.table, type(self.rng)(self.table.ply + 1))
        say(f"  you could: {move}")

    def save(self, choice: "Choice", rest: str) -> None:
        if not rest:
            say("  write a file behind it: save FILE")
            return
        try:
            self.write_save(Path(rest))
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "no file can have this name"
            for line in self.screen.wrapped(f"{visible(rest)} cannot be written: {(why or 'it is refused').lower()}"):
                say(line)
            return
        told = f"saved: go on with `croupier resume {rest}`. The file holds what is hidden in the game, so do not look into it."
        for line in self.screen.wrapped(told):
            say(line)

    def write_save(self, path: Path) -> None:
        from ..interpreter.save import save_text

        write(path, save_text(self.table, self.times, self.who))

    def rules(self, choice: "Choice", _: str) -> None:
        for line in rules_lines(choice):
            for shown in self.screen.wrapped(line):
                say(shown)

    def help(self, choice: "Choice", _: str) -> None:
        columns = min(self.screen.columns, COLUMNS)
        for line in wrap(HELP, columns):
            say(line)
        for word, told in WORDS.items():
            for line in wrap(f"{word:<13} {told}", columns, initial_indent="  ", subsequent_indent=" " * 16):
                say(line)

    def quit(self, choice: "Choice", _: str) -> None:
        raise Quit

    # ----------------------------------------------------------------- records

    def record(self) -> "Record":
        return self.table.record(self.times)

    def write_record(self) -> None:
        if self.record_path is not None:
            write(self.record_path, self.record().as_json())


COMMANDS: Mapping[str, "Callable[[Sitting, Choice, str], None]"] = {
    "moves": Sitting.moves, "why": Sitting.why, "look": Sitting.look, "table": Sitting.look, "card": Sitting.card, "log": Sitting.log,
    "undo": Sitting.undo, "hint": Sitting.hint, "save": Sitting.save, "rules": Sitting.rules, "help": Sitting.help, "?": Sitting.help,
    "quit": Sitting.quit, "exit": Sitting.quit,
}  # fmt: skip


def numbered(choice: "Choice", line: str) -> "object | None":
    """The move of a number in the list of moves; None where the line is no number, or is what is asked for: a number, card or word."""
    if not line.isdecimal() or not line.isascii() or asks_numbers(choice):
        return None
    if len(line) > 18 or not 1 <= int(line) <= choice.count():
        raise IllegalMove(f"{line}: there are {choice.count():,} moves, numbered from 1")
    return choice[int(line) - 1]


def verdict_lines(choice: "Choice", text: str, columns: int = COLUMNS) -> Iterator[str]:
    """Whether a move can be made, and each condition that fails with its values and its line in the rules."""
    verdict = choice.why(text)
    told = f"{verdict.text or 'nothing'}: {'can' if verdict.is_legal else 'cannot'} be made"
    yield from wrap(told, columns, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    for failure in verdict.failures:
        yield from wrap(str(failure), columns, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False)
        if failure.span is not None:
            path = Path(failure.span.source.name)
            rule = " ".join(failure.span.source.line(failure.span.line).split())
            told = f"{path.parent.name}/{path.name}:{failure.span.line}: {rule}".removeprefix("/")
            yield from wrap(told, columns, initial_indent="      ", subsequent_indent="        ", break_on_hyphens=False)


def rules_lines(choice: "Choice") -> Iterator[str]:
    """The rules in short: what they say of themselves, the actions, and where they stand."""
    yield from choice.game.rules_of()
    for action in choice.game.ruleset.actions.values():
        yield f"{action.name}{', which does not end the choice' if action.free else ''}" + (f": {action.about}" if action.about else "")
    yield f"The rules stand in {choice.game.ruleset.path}"


def sentence(text: str) -> str:
    """A reason as a sentence."""
    return text[:1].upper() + text[1:] + "."


def prompt_line(prompt: str) -> str:
    """A line that somebody types; EOFError where there is no more."""
    say(prompt, end="")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        say(line.rstrip("\r\n"))  # so that what comes through a pipe reads as if it had been typed
    return line
