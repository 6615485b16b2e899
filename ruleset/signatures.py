"""The words of the rule language: how each is written, what it takes and gives, and what it means.

One table. The resolver looks words up here, the interpreter has a body for each (a test holds the two equal), and the
reference page is printed from it.
"""

from dataclasses import dataclass

from .types import CARDS, NUMBER, PLACE, PLAYER, TEXT, Kind, Type, list_of, symbol

MELD_TYPES, CATEGORIES, CARD_TYPES, ACTIONS = "meld type", "meld category", "card type", "action"
"""Lists that every ruleset has: the names of its melds, categories, card types and actions."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word written `NAME of X`. `takes` maps each kind of value it can stand before to the type it then gives."""

    name: str
    takes: dict[Kind, Type]
    doc: str
    example: str


WORDS = {
    w.name: w
    for w in (
        Word(
            "size",
            {Kind.ZONE: NUMBER, Kind.PLACE: NUMBER, Kind.LIST: NUMBER, Kind.MELD: NUMBER, Kind.BAG: NUMBER},
            "how many cards a zone, place, meld or choice of cards holds, or how many things a bag asks for",
            "size of hand < hand_size",
        ),
        Word(
            "owner",
            {Kind.MELD: PLAYER, Kind.CARD: PLAYER.or_none()},
            "the player who played a meld, or in whose zone a card lies (none on the table)",
            "leader = owner of standing",
        ),
        Word(
            "type",
            {Kind.MELD: symbol(MELD_TYPES), Kind.CARD: symbol(CARD_TYPES)},
            "the type of a meld or of a card, by its name in the file",
            "type of standing == pair",
        ),
        Word("category", {Kind.MELD: symbol(CATEGORIES)}, "the category of a meld", "category of standing == pairs"),
        Word("title", {Kind.CARD: TEXT}, "the title of a card", 'title of top of pile == "Joker"'),
        Word(
            "tops",
            {Kind.ZONE: CARDS},
            "the uppermost card of each place of a zone that has places, or of each player's pile",
            "choose card from tops of board",
        ),
        Word(
            "places",
            {Kind.ZONE: list_of(PLACE)},
            "the places of a zone that has places, first to last",
            "choose place from places of board",
        ),
        Word("place", {Kind.CARD: PLACE}, "the place (or zone) in which a card lies", "move new to place of old"),
    )
}


BUILT_IN = frozenset({"player", "players", "others", "winner", "none", "true", "false", "blocked", *WORDS})
"""Words that stand for a value by themselves or before `of`; a ruleset cannot give them another meaning."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the language that is not `NAME of X`: how it is written, its meaning, an example."""

    name: str
    form: str
    doc: str
    example: str


EXPRESSIONS = (
    Form(
        "and, or, not",
        "A and B, A or B, not A",
        "`not` takes the whole comparison behind it: `not a == b` is `not (a == b)`; `and` joins more closely than `or`",
        "draw is empty and not passing",
    ),
    Form(
        "comparison",
        "A == B, !=, <, <=, >, >=",
        "two values of one kind; words of a list compare in its order; never chained",
        "size of hand <= 3",
    ),
    Form("is empty", "X is [not] empty", "whether a zone, place or list holds nothing", "draw is empty"),
    Form("is none", "X is [not] none", "whether a memory holds nothing yet", "standing is not none"),
    Form("is in", "X is [not] in Y", "whether a list, zone or set holds a value", "wanted is in [red, blue]"),
    Form("beats", "A beats B", "whether a meld beats another", "trick beats standing"),
    Form("arithmetic", "+ - * / %", "whole numbers; `/` rounds down, `%` is the rest", "wins > best_of / 2"),
    Form("of", "X of Y", "an attribute of a card, a zone or counter of a player, or one of the words below", "size of hand of next player"),
    Form(
        "any, every, no",
        "any NAME [in X] where CONDITION",
        "whether the condition holds for any, for each or for none",
        "any player where wins > 2",
    ),
    Form("count", "count of NAME [in X] [where CONDITION]", "for how many it holds", "count of card in hand where rank > 3"),
    Form(
        "sum, highest, lowest",
        "sum of ATTRIBUTE in X [where CONDITION]",
        "over the cards of a zone or list, or over players; 0 where there are none",
        "sum of points in done",
    ),
    Form(
        "cards",
        "cards in X [where CONDITION]",
        "those cards of a zone or list for which the condition holds",
        "move cards in hand where rank == 1 to pile",
    ),
    Form(
        "top",
        "top of Z, top N of Z",
        "the uppermost card, or the N uppermost, of an ordered zone or a place; none or fewer where there are fewer, or no order",
        "show top 3 of draw to player",
    ),
    Form("next, previous", "next PLAYER, previous PLAYER", "the neighbour in the order of play", "starter = next starter"),
    Form("seat", "seat N", "the player on that seat, from 1", "leader = seat 1"),
    Form(
        "random",
        "random DOMAIN",
        "one by lot: a player, a number, a card; where one counts on, brackets say from what: `(random 1 to 6) + n`, `random 1 to (6 + n)`",
        "leader = random player",
    ),
    Form(
        "player",
        "player",
        "the seat that acts: in a turn, an action, a card's text, `for each player`, a rule for each player",
        "end game won by player",
    ),
    Form("players", "players", "all players, in the order of seats", "choose target from players where hand is not empty"),
    Form("others", "others", "all players but `player`, in the order of play", "choose target from others where hand is not empty"),
    Form("winner", "winner", "who won the procedure that ended last, or none", "wins of winner += 1"),
    Form(
        "blocked",
        "blocked",
        "inside `turns`: everybody had a turn and nobody had anything to choose",
        "turns from leader until blocked: offer lay or pass",
    ),
    Form("none, true, false", "none", "nothing; yes; no", "standing = none"),
)

INSTRUCTIONS = (
    Form(
        "move",
        "move N from ZONE to ZONE",
        "the top N of an ordered zone, or `all`, or `N random`; as many as there are",
        "move 2 from deck to hand",
    ),
    Form(
        "move cards",
        "move CARDS to ZONE, to under CARD, to bottom of ZONE, to top of ZONE",
        "chosen cards, from where they are; those that have gone are left out. The name that is moved knows where they lie then, "
        "no other does",
        "move payment to under contract",
    ),
    Form("gather", "gather", "all cards back to the zones where they start", "gather"),
    Form("shuffle", "shuffle ZONE", "a zone in a new order by lot", "shuffle draw"),
    Form("show", "show CARDS to PLAYER", "one player looks at cards", "show top 3 of draw to player"),
    Form("let", "let NAME = VALUE", "a name for a value, in the rest of the block; given once", "let old = top of pile"),
    Form(
        "change", "NAME = VALUE, +=, -=, NAME of PLAYER = VALUE", "a new value for something declared under `state`", "wins of winner += 1"
    ),
    Form(
        "choose",
        "choose NAME from DOMAIN [by PLAYER]",
        "a player picks; with nothing to pick from, what needs it is skipped",
        "choose aside from 0 to 3 cards in hand",
    ),
    Form(
        "offer",
        "offer A, B or C [to PLAYER] [as NAME]",
        "a player takes one of the actions that can be taken; after a `free` one the offer is made again",
        "offer lay, pass or swap",
    ),
    Form("play", "play PROCEDURE", "a procedure of `flow`, from its beginning", "play round"),
    Form("do", "do ATTRIBUTE of CARD", "carry out a card's text", "do bonus of contract"),
    Form("end", "end PROCEDURE [won by PLAYER]", "leave a procedure, whatever stands in between", "end game won by player"),
    Form("say", 'say "text with {values}"', "a line for everybody to read", 'say "{player} is out"'),
    Form(
        "if",
        "if CONDITION: ... else if CONDITION: ... else: ...",
        "the block of the first condition that holds",
        "if hand is empty: end round",
    ),
    Form(
        "for each",
        "for each NAME [in X] [where CONDITION] [from PLAYER]:",
        "the block once for each; players in the order of play",
        "for each player: shuffle draw",
    ),
    Form(
        "repeat",
        "repeat: / repeat N: / repeat until X: / repeat while X:",
        "the block again and again, N times, or until or while a condition holds (looked at before each time)",
        "repeat until deck is empty: play turn",
    ),
    Form(
        "turns",
        "turns from PLAYER [among players where X] [until X]:",
        "the block for one seat after another in the order of play; who is in is asked before each turn, `until` after it",
        "turns from leader: offer lay or pass",
    ),
)

DOMAINS = (
    Form(
        "melds",
        "melds [of TYPE, TYPE or TYPE] in ZONE [where CONDITION]",
        "every meld that the cards of the zone make",
        "choose trick from melds in hand",
    ),
    Form(
        "covers",
        "[full] covers of NEEDS in ZONE",
        "every set of cards that meets a bag of needs with no card too many. A card meets what its attribute `covers` says (a word of a "
        "list, or `any of LIST`), as many needs as its `worth` says (1 where it has none); `full`: no card covers less than that",
        "choose payment from covers of cost of contract in purse",
    ),
    Form(
        "cards",
        "1 card in X [where CONDITION], 0 to 3 cards in X",
        "so many cards of a zone or list; there is nothing to choose where the second number is the lower one. Without a number it is "
        "one card: `hand`, `card in hand`, `cards in hand where ...`, `top 2 of deck`",
        "choose aside from 0 to limit cards in hand",
    ),
    Form("players", "players [where CONDITION]", "a player", "choose target from players where hand is not empty"),
    Form("numbers", "1 to 6", "a whole number", "choose bid from 0 to 13"),
    Form("list", "NAME", "a value of a list", "choose wanted from suit"),
    Form("items", "[A, B, C]", "one of these: numbers, words of a list, zones, cards; what is none is left out", "choose n from [1, 2, 5]"),
    Form("places", "places of ZONE [where CONDITION]", "a place", "choose spot from places of board where place is empty"),
    Form("tops", "tops of ZONE [where CONDITION]", "an uppermost card", "choose contract from tops of board"),
)

MELD_SHAPES = (
    Form("card", "card", "a single card", "card"),
    Form("cards", "N cards, N or more cards, N to M cards", "so many cards, whatever they are; the highest rank decides", "5 cards"),
    Form("set", "set of N [by ATTRIBUTE]", "cards alike in rank, or in another attribute; N can be `2 or more` or `2 to 4`", "set of 3"),
    Form(
        "run", "run of N [by ATTRIBUTE]", "cards that follow each other in rank, or in another attribute, one of each", "run of 5 or more"
    ),
    Form(
        "run of sets",
        "run of N sets of K [by ATTRIBUTE]",
        "sets of K cards, the ranks of which follow each other",
        "run of 2 or more sets of 3",
    ),
    Form("same", "SHAPE, same ATTRIBUTE", "all of its cards are alike in it", "run of 3, same suit"),
    Form("different", "SHAPE, different ATTRIBUTE", "no two of its cards are alike in it", "4 cards, different suit"),
    Form("mixed", "SHAPE, mixed ATTRIBUTE", "its cards are not all alike in it", "set of 3, mixed suit"),
    Form(
        "where",
        "SHAPE, where CONDITION",
        "the condition, which asks only what a card is, holds for each of its cards",
        "5 cards, where rank > 2",
    ),
    Form(
        "parts",
        "A + B",
        "a meld of several parts, which share no card; each is a shape, a type or a category of melds",
        "triples + singles",
    ),
    Form(
        "as many",
        "A + as many B",
        "one B for each set (or card) of the run A; one where A is a set or a card",
        "run of 2 or more sets of 3 + as many sets of 2",
    ),
    Form("exactly", "exactly CODE, CODE", "these very cards, by their codes", "exactly BJ, RJ"),
)
