"""A name misspelt where it is declared: told once, at the declaration, and not at each of its uses."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise

from .declare import entries, get, items
from .finding import Finding, error
from .names import Names
from .nodes import Mapping as MapNode
from .nodes import Node, Scalar
from .shapes import DEFAULT_ATTRIBUTE
from .source import Source, Span
from .spelling import one_slip

Declared = Mapping[str, Mapping[str, Span]]

VALUES = ("option", "state", "zone", "attribute", "list", "symbol", "local")
SPACES: Mapping[str, tuple[str, ...]] = {
    "R201": VALUES,
    "R202": ("procedure",),
    "R203": ("action",),
    "R204": ("zone", "local"),
    "R205": ("meld",),
    "R206": ("card type",),
    "R207": ("attribute",),
    "R208": ("list",),
    "R220": ("option",),
    "R233": ("attribute",),
    "R400": ("list",),
    "R409": ("attribute",),
    "R410": ("attribute",),
    "R411": ("symbol",),
    "R413": ("list",),
    "R421": ("attribute",),
}
"""What an unknown word could have been the name of, by the code of the finding that points at it."""

NO_NAME = {"R209", "R332", "R333", "R420"}
"""Codes of what is declared under a name that is taken, or that is none."""

IMPLIED = {"R233": DEFAULT_ATTRIBUTE}
"""Words that are missed without being written."""

KEY = re.compile(r"""["']?[ \t]*:""")  # what stands behind the name of something declared
WORD = re.compile(r"[^\W\d]\w*")
NEAR = 0.75  # of two words that are the same but for a slip or two
MOST_PLACES = 3  # uses that are pointed at


def settle(root: MapNode, names: Names, findings: Iterable[Finding]) -> list[Finding]:
    """The findings, where those of a word that nothing declares are one at the name that was meant to be it."""
    findings = first_names([*findings])
    settled, missed = [], defaultdict[str, list[Finding]](list)
    for finding in findings:
        if word := missing(finding):
            missed[word].append(finding)
        else:
            settled.append(finding)
    if not missed:
        return settled
    known = declared(root, names)
    broken = {finding.span.source for finding in settled if finding.code.startswith("R3")}
    for word, uses in missed.items():
        if any(re.search(rf"(?m)^ *{re.escape(word)}:", source.text) for source in broken):
            continue  # it is declared in what cannot be read
        found = meant(word, uses, known) if not any(word in known[space] for space in known if space != "local") else None
        settled += uses if found is None else [told(word, uses, *found)]
    return settled


def first_names(findings: Sequence[Finding]) -> Sequence[Finding]:
    """The findings without those that come of a name that is taken or cannot be one: of both of its meanings, and of what it was before."""
    wrong = {f.span.text for f in findings if f.code in NO_NAME and KEY.match(f.span.source.text, f.span.end)}
    if not wrong:
        return findings
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(wrong)))})(?!\w)")
    return [
        finding
        for finding in findings
        if finding.code in NO_NAME
        or not (finding.code.startswith("R2") or finding.code in SPACES)
        or not (missing(finding) or words.search(finding.span.source.line(finding.span.line)))
    ]


def missing(finding: Finding) -> str | None:
    """The word that a finding is about, if that is declared nowhere."""
    if finding.code not in SPACES:
        return None
    words = WORD.findall(finding.span.text)
    if finding.code in IMPLIED or not words:
        return IMPLIED.get(finding.code)
    return words[-1] if finding.code == "R421" else words[0] if words[0] == finding.span.text or finding.code == "R409" else None


def declared(root: MapNode, names: Names) -> Declared:
    """Where each name is declared, by what it is the name of."""
    spaces: dict[str, dict[str, Span]] = {
        space: {e.name: e.key.span for e in entries(root.get(section))}
        for space, section in (("option", "options"), ("state", "state"), ("zone", "zones"), ("list", "lists"), ("card type", "cards"))
    }
    spaces["action"] = {name: span for name, span in names.actions.items()}
    spaces["procedure"] = {name: span for name, span in names.procedures.items()}
    spaces["attribute"] = {name: attribute.span for name, attribute in names.attributes.items()}
    spaces["meld"] = {e.name: e.key.span for c in entries(root.get("melds")) for e in (c, *entries(c.value)) if e.name != "reading"}
    spaces["symbol"] = dict(symbols(root))
    spaces["local"] = dict(names.given)
    return spaces


def symbols(root: MapNode) -> Iterator[tuple[str, Span]]:
    """The words of lists, of attributes and of options' choices, each with its place."""
    lists: list[Node | None] = [e.value for e in entries(root.get("lists"))]
    lists += [get(e.value, "choices") for e in entries(root.get("options"))]
    lists += [inner.value for e in entries(root.get("cards")) for inner in entries(e.value) if inner.name not in ("table", "code")]
    for node in lists:
        for item in items(node):
            if isinstance(item, Scalar):
                yield item.text.value, item.span


def meant(word: str, uses: Sequence[Finding], known: Declared) -> tuple[str, Span] | None:
    """The declaration that a word was meant to have: the nearest name, if that stands nowhere else and the slip is likely its own."""
    near = {name: span for finding in uses for space in SPACES[finding.code] for name, span in known[space].items()}
    slip = one_slip(word, [*near])
    name = slip.split("'")[1] if slip else next(iter(get_close_matches(word, near, n=1, cutoff=NEAR)), "")
    span = near.get(name)
    places = {finding.span for finding in uses}
    if span is None or sum(times(name, source) for source in {span.source, *(place.source for place in places)}) != 1:
        return None
    return (name, span) if len(places) > 1 or likelihood(word, name, span.source) > likelihood(name, word, span.source) else None


def times(word: str, source: Source) -> int:
    """How often a word stands in a file."""
    return len(re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", source.text))


def likelihood(word: str, other: str, source: Source) -> tuple[int, int, int]:
    """How well a word goes with the rest of the file: parts that stand elsewhere, pairs of letters that do not, double letters."""
    rest = re.sub(rf"(?<!\w)({re.escape(word)}|{re.escape(other)})(?!\w)", " ", source.text).lower()
    parts = [part for part in word.lower().split("_") if len(part) > 1]
    pairs = {rest[i : i + 2] for i in range(len(rest) - 1)}
    strange = sum(pair not in pairs for part in parts for pair in map("".join, pairwise(part)))
    doubled = sum(a == b for a, b in pairwise(word))
    return sum(re.search(rf"(?<![^\W_]){re.escape(part)}", rest) is not None for part in parts), -strange, -doubled


def told(word: str, uses: Sequence[Finding], name: str, span: Span) -> Finding:
    """The finding at the declaration."""
    places = sorted({finding.span for finding in uses}, key=lambda s: (s.source.name, s.start))
    lines = list(dict.fromkeys(str(place.line) for place in places))
    shown = [*lines[:5], "others"] if len(lines) > 6 else lines
    where = f"line {shown[0]}" if len(shown) == 1 else f"lines {', '.join(shown[:-1])} and {shown[-1]}"
    if any(place.source is not span.source for place in places):
        where = str(places[0]) + (f" and at {len(places) - 1} other places" if len(places) > 1 else "")
    message = f"'{name}' is used nowhere, but '{word}', which is declared nowhere, is: in {where}"
    otherwise = f" if not, write '{name}' in line {places[0].line}" if len(places) == 1 else ""
    return error(
        "R213", span, message, f"did you mean '{word}'?{otherwise}", related=[(place, "used here") for place in places[:MOST_PLACES]]
    )
