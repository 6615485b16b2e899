"""Cards by what people call them: codes and titles, whole or shortened, as they are written or in small letters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..ruleset import model
from ..ruleset.decode import describe
from ..ruleset.finding import did_you_mean
from ..ruleset.lookalikes import look_alike
from .runtime import Card

JOINERS = "+,;:/|&.-\u2010\u2011\u2013\u2014\u2212"
"""Signs that people put between cards."""

LONGEST_WORD = 200
"""Words of more characters are not looked through for cards."""


class Unreadable(ValueError):
    """A text that says nothing that could be picked here; its message is for the person who typed it."""


@dataclass(frozen=True, slots=True)
class CardNames:
    """What the cards of a game are called."""

    cards: tuple[model.Card, ...]
    _codes: dict[str, int] = field(init=False, compare=False, repr=False)
    """The kind of card that a code names, as it is written or in small letters."""
    _clashing: frozenset[str] = field(init=False, compare=False, repr=False)
    """Codes in small letters in which only capitals tell cards apart."""
    _titles: dict[str, int] = field(init=False, compare=False, repr=False)
    """The first kind of card that a title in small letters names."""
    _double: frozenset[str] = field(init=False, compare=False, repr=False)
    """Words in small letters with which a title begins, of several words, or of a card of which the word is not the code."""
    _longest: int = field(init=False, compare=False, repr=False)
    """How many words the longest title has."""

    def __post_init__(self) -> None:
        cards, put = self.cards, object.__setattr__
        small = Counter([card.code.lower() for card in cards])
        put(self, "_codes", {write(card.code): card.index for write in (str.lower, str) for card in cards})
        put(self, "_clashing", frozenset(code for code, count in small.items() if count > 1))
        put(self, "_titles", {card.title.lower(): card.index for card in reversed(cards)})
        other = [title.split()[0] for title, kind in self._titles.items() if title.strip() and self.coded(title) != kind]
        put(self, "_double", frozenset(other))
        put(self, "_longest", max((card.title.count(" ") for card in cards), default=0) + 1)

    def read_codes(self, words: Sequence[str], near: Iterable[int] = ()) -> tuple[int, ...]:
        """Kinds of cards by code: in small letters too, shortened where only one card in reach is meant."""
        found = []
        for word in words:
            kind = self.coded(word)
            if kind is None:
                starting = [k for k in near if self.cards[k].code.lower().startswith(word.lower())]
                if len(starting) > 1:
                    which = ", ".join(self.cards[k].code for k in starting)
                    raise Unreadable(f"'{word}' can be {which}")
                if not starting:
                    hint = meant(word, [c.code for c in self.cards])
                    raise Unreadable(f"there is no card '{word}'" + (f"; {hint}" if hint else ""))
                kind = starting[0]
            found.append(kind)
        return tuple(found)

    def coded(self, word: str) -> int | None:
        """The kind of card of which a word is the code, None where it is none."""
        kind = self._codes.get(word)
        return self.known(word, self._codes) if kind is None else kind

    def known(self, name: str, names: Mapping[str, int]) -> int | None:
        """The kind of card of that name: as it is written, else in small letters where these tell cards apart."""
        kind = names.get(name)
        if kind is None and (small := name.lower()) not in self._clashing:
            kind = names.get(small)
        return kind

    def read_cards(self, text: str, near: Iterable[Card]) -> Sequence[tuple[int, ...]]:
        """Every way to read kinds of cards by code or title, apart by blanks or `+`; that by codes alone first. Raises Unreadable."""
        if text in ("", "none"):
            named = {kind for names in (self._codes, self._titles) if (kind := names.get(text)) is not None}
            return [(), *((kind,) for kind in sorted(named))]
        words = (text.replace("+", " ") if "+" in text else text).split()
        codes = tuple([kind for word in words if (kind := self.coded(word)) is not None])
        is_coded = 0 < len(codes) == len(words)
        if is_coded and (not self._double or self._double.isdisjoint([word.lower() for word in words])):
            return [codes]
        reach, parts = sorted({kind for kind, _ in near}), [part.split() for part in text.split("+")]
        found, last = {codes: None} if is_coded else {}, Unreadable("no card stands there")
        for names in (self._titles | self._codes, self._codes | self._titles):
            try:
                found[tuple([kind for part in parts for kind in self.titled(part, reach, names)])] = None
            except Unreadable as error:
                last = error
        if not found:
            raise last
        return list(found)

    def titled(self, words: Sequence[str], reach: Sequence[int], names: Mapping[str, int]) -> Iterator[int]:
        """Kinds of cards by their names, the longest name first, else by their code."""
        at = 0
        while at < len(words):
            kind, length = self.title(words[at : at + self._longest], reach, names)
            yield from [kind] if kind is not None else self.read_codes(words[at : at + 1], reach)
            at += length

    def title(self, words: Sequence[str], reach: Sequence[int], names: Mapping[str, int]) -> tuple[int | None, int]:
        """The card whose title of several words a text begins with (shortened too, where one in reach is meant), and of how many."""
        for length in range(len(words), 0, -1):
            said = " ".join(words[:length])
            exact, said = self.known(said, names), said.lower()
            if exact in reach:
                return exact, length
            # a card that is not in reach may have the name with which that of one in reach begins
            titles = reach if length > 1 or exact is not None else []
            starting = [kind for kind in titles if self.cards[kind].title.lower().startswith(said)]
            if exact is not None and len(starting) != 1:
                return exact, length
            if len(starting) > 1:
                raise Unreadable(f"'{said}' can be {', '.join(self.cards[kind].title for kind in starting)}")
            if starting:
                return starting[0], length
        return None, 1


def meant(word: str, codes: Sequence[str]) -> str | None:
    """A hint for a word that is no card: cards without blanks between them, letters that only look like ours, a slip."""
    if apart := _apart(word.lower(), codes):
        return f"between cards stand blanks: {' '.join(apart)}"
    if not word.strip(JOINERS):
        return "between cards stand blanks alone"
    for char in word:
        plain = look_alike(char)
        if plain is not None:
            return f"{describe(char)} looks like '{plain}' but is another character"
    return did_you_mean(word, codes)


def _apart(word: str, codes: Sequence[str]) -> list[str]:
    """The cards that a word names one behind the other, whatever signs stand between them; none where it names something else."""
    named = sorted(((code.lower(), code) for code in codes), key=lambda pair: -len(pair[0]))
    found, at = [], 0
    while at < min(len(word), LONGEST_WORD):
        said, code = next((pair for pair in named if word.startswith(pair[0], at)), ("", ""))
        if said:
            found.append(code)
        elif word[at].isalnum():
            return []
        at += len(said) or 1
    return found
