"""The rule language read: texts of a rules file to the tree of `syntax`, with findings at their places.

The doors never raise for what a designer wrote. Of a text that is wrong they give None and the findings; a block goes on behind
a broken line, so that two mistakes on two lines are told at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from . import syntax as s
from .blunders import explain
from .build import Head, LineParts, Tree
from .finding import Finding, error, in_order
from .lalr import Build, Token, TooDeep, Unexpected, table
from .scan import SOFT, Line, scan
from .source import Span, Text
from .stops import HEADS

LONGEST = 20_000  # characters in one text
DEEPEST = 50  # parts within parts in one expression
DEEPEST_BLOCK = 25  # blocks within blocks
MOST_FINDINGS = 20  # in one text; more would not be read

Findings = tuple[Finding, ...]


def parse_condition(text: Text) -> tuple[s.Expr | None, Findings]:
    """The condition that a text states."""
    made, findings = _whole("condition", "expr", text)
    return cast("s.Expr | None", made), findings


def parse_value(text: Text) -> tuple[s.Expr | None, Findings]:
    """The value that a text stands for."""
    made, findings = _whole("value", "expr", text)
    return cast("s.Expr | None", made), findings


def parse_pick(text: Text) -> tuple[s.Pick | None, Findings]:
    """What is chosen: `NAME from DOMAIN`."""
    made, findings = _whole("pick", "pick", text)
    return cast("s.Pick | None", made), findings


def parse_shape(text: Text) -> tuple[s.Shape | None, Findings]:
    """The pattern of cards that a text describes."""
    made, findings = _whole("shape", "shape", text)
    return cast("s.Shape | None", made), findings


def parse_template(text: Text) -> tuple[s.Template | None, Findings]:
    """A text with values in `{ }`; `{{` and `}}` stand for the signs themselves."""
    whole = text.span(0, len(text.value))
    if too_long := _too_long(text):
        return None, too_long
    value, parts, findings = text.value, list[str | s.Expr](), list[Finding]()
    plain, i = "", 0
    while i < len(value) and len(findings) < MOST_FINDINGS:
        if value[i : i + 2] in ("{{", "}}"):
            plain += value[i]
            i += 2
        elif value[i] == "}":
            findings.append(error("R336", text.span(i), "this '}' closes nothing", "leave it out, or write '}}' for the sign itself"))
            i += 1
        elif value[i] != "{":
            end = min((e for e in (value.find("{", i), value.find("}", i)) if e >= 0), default=len(value))
            plain += value[i:end]
            i = end
        else:
            end = value.find("}", i)
            if end < 0:
                findings.append(
                    error("R336", text.span(i), "this '{' is never closed", "put '}' behind the value, or write '{{' for the sign itself")
                )
                break
            if not value[i + 1 : end].strip():
                findings.append(
                    error("R336", text.span(i, end + 1), "here is no value between '{' and '}'", "write a value, such as {player}")
                )
            else:
                hole = Text(text.source, value[i + 1 : end], text.offsets[i + 1 : end + 1])
                made, more = parse_value(hole)
                findings.extend(more)
                if made is not None:
                    parts += [plain, made] if plain else [made]
                    plain = ""
            i = end + 1
    if plain:
        parts.append(plain)
    return (None if findings else s.Template(tuple(parts), whole)), in_order(findings)


def parse_block(text: Text) -> tuple[tuple[s.Stmt, ...] | None, Findings]:
    """The instructions of a text, one a line, blocks by indentation."""
    if too_long := _too_long(text):
        return None, too_long
    scanned = scan(text)
    if not scanned.lines:
        return None, (scanned.findings and tuple(scanned.findings)) or (_nothing(text),)
    block = _Block(text, list(scanned.findings))
    statements = block.statements(block.nest(scanned.lines))
    found = in_order(block.findings)[:MOST_FINDINGS]
    if found and found[0].code in ("R300", "R302") and _joined(text, found[0].span):
        what = "the lines of this text are joined to one, and together they are no instruction"
        hint = "write | behind the key, as in 'do: |', and each instruction on a line of its own"
        return None, (
            error("R343", text.span(0, text.value.find(" ")), what, hint, related=[(found[0].span, "this was meant to be another")]),
        )
    return (None if found else statements), found


def _joined(text: Text, place: Span) -> bool:
    """Whether a place begins a line of the file, but not one of the text."""
    line, column = place.source.position(place.start)
    return line > text.span(0).line and not place.source.line(line)[: column - 1].strip() and "\n" not in text.value


# -------------------------------------------------------------------- one text, one thing


def _whole(door: str, start: str, text: Text) -> tuple[object, Findings]:
    if too_long := _too_long(text):
        return None, too_long
    scanned = scan(text)
    tokens = [token for line in scanned.lines for token in line.tokens]
    if scanned.findings:
        return None, in_order(scanned.findings)[:MOST_FINDINGS]
    if not tokens:
        return None, (_nothing(text),)
    findings = list[Finding]()
    made = _parse(text, door, start, tokens, findings)
    return (None if findings else made), in_order(findings)


def _parse(text: Text, door: str, start: str, tokens: Sequence[Token], findings: list[Finding]) -> object:
    """What the tokens mean, or None and a finding more."""
    builds: dict[str, Build] = dict(Tree(text, findings, parse_template).builds())
    try:
        return table().parse(start, tokens, builds, SOFT, DEEPEST)
    except Unexpected as stop:
        findings.append(explain(text, door, start, tokens, stop))
    except TooDeep as stop:
        what = f"this is nested more than {DEEPEST} levels deep, or strings too many parts together"
        findings.append(error("R331", text.span(stop.start, stop.end), what, "give parts of it a name with 'let', or split it up"))
    return None


def _too_long(text: Text) -> Findings:
    if len(text.value) <= LONGEST:
        return ()
    what = f"this text has {len(text.value)} characters, more than the {LONGEST} that one rule may have"
    return (error("R330", text.span(0), what, "split it up: a procedure of its own can be run with 'play'"),)


def _nothing(text: Text) -> Finding:
    return error("R303", text.span(0), "here is nothing to read", "write a rule, or leave the key out")


# -------------------------------------------------------------------- blocks


@dataclass(slots=True)
class _Node:
    """A line and the lines indented below it."""

    line: Line | None
    below: list["_Node"] = field(default_factory=list)
    following: Line | None = None  # the next line of the text, wherever it is indented

    @property
    def may_open(self) -> bool:
        """Whether an indented line may follow: behind a head, or behind a line that is wrong anyway."""
        if self.line is None or self.line.broken:
            return True
        return self.line.tokens[-1].kind == "COLON" or self.line.tokens[0].kind in HEADS


@dataclass
class _Block:
    text: Text
    findings: list[Finding]
    broken: int = 0

    def nest(self, lines: Sequence[Line]) -> list[_Node]:
        """Lines below lines, as their indentation says."""
        root = _Node(None)
        stack = [(lines[0].indent, root)]
        for line, following in zip(lines, [*lines[1:], None], strict=True):
            node, indent = _Node(line, following=following), line.indent
            first = self.place(line)
            tabs = next((other for other, _ in stack if not (indent.startswith(other) or other.startswith(indent))), None)
            if tabs is not None:
                if not line.broken:
                    what = "this line is indented with other characters (tabs or spaces) than the lines around it"
                    self.findings.append(error("R326", first, what, "indent with spaces only"))
                line.broken = True
                stack[-1][1].below.append(node)
                continue
            if len(indent) > len(stack[-1][0]):
                above = stack[-1][1].below[-1] if stack[-1][1].below else None
                if above is not None and above.may_open:
                    if len(stack) >= DEEPEST_BLOCK:
                        what = f"blocks are nested more than {DEEPEST_BLOCK} levels deep"
                        self.findings.append(error("R331", first, what, "put the inner part into a procedure and run it with 'play'"))
                        break
                    stack.append((indent, above))
                else:
                    self.out_of_step(
                        line,
                        "R324",
                        "this line is indented, but nothing above it opens a block",
                        "begin it below the line above; an instruction stands on one line",
                    )
                    line.broken = True  # most often the rest of the line above, which makes no sense alone
                    stack.append((indent, stack[-1][1]))
            while len(indent) < len(stack[-1][0]) and len(stack) > 1:
                closed = stack.pop()
                if len(indent) > len(stack[-1][0]):
                    self.out_of_step(
                        line,
                        "R325",
                        "this line begins between two levels of indentation",
                        "begin it exactly below the first line of the block that it belongs to",
                    )
                    stack.append((indent, closed[1]))
                    break
            if len(indent) < len(stack[0][0]):
                self.out_of_step(
                    line, "R325", "this line begins further left than the first one", "begin all lines of a block at the same column"
                )
                stack[0] = (indent, root)
            stack[-1][1].below.append(node)
        return root.below

    def place(self, line: Line) -> Span:
        if line.tokens:
            return self.text.span(line.tokens[0].start, line.tokens[0].end)
        return self.text.span(line.start + len(line.indent))

    def out_of_step(self, line: Line, code: str, what: str, hint: str) -> None:
        if not line.broken:
            self.findings.append(error(code, self.place(line), what, hint))

    def statements(self, nodes: Sequence[_Node]) -> tuple[s.Stmt, ...]:
        """The instructions of some lines; what is broken is left out and told."""
        done = list[s.Stmt]()
        opened: list[tuple[Head, tuple[s.Stmt, ...]]] = []  # an `if` and what continues it
        unsure = False  # whether the line before was broken, so that an `else` may well belong to it
        for node in nodes:
            parts = self.read(node)
            if parts is None or parts.head is None or parts.head.word not in ("else if", "else"):
                self.close(opened, done)
            if parts is None:
                self.statements(node.below)
                unsure = True
                continue
            if parts.head is None:
                self.statements(node.below)
                done.extend([parts.simple] if parts.simple is not None else [])
            elif parts.head.word in ("if", "else if", "else"):
                body = self.body(parts, node)
                if parts.head.word == "if":
                    opened = [(parts.head, body)]
                elif opened and opened[-1][0].word != "else":
                    opened.append((parts.head, body))
                elif not unsure:
                    what = f"this '{parts.head.word}' belongs to no 'if'"
                    self.findings.append(
                        error("R328", parts.head.span, what, "put it right below the block of an 'if', at the same column")
                    )
            else:
                body = self.body(parts, node)
                done.append(_compound(parts.head, body))
            unsure = False if parts.head is None or parts.head.word == "if" else unsure
        self.close(opened, done)
        return tuple(done)

    def read(self, node: _Node) -> LineParts | None:
        line = node.line
        if line is None or line.broken or self.broken >= MOST_FINDINGS:
            return None
        before, tokens = len(self.findings), line.tokens
        if len(tokens) > 1 and tokens[0].kind in SOFT and tokens[1].kind in ("EQUAL", "CHANGE", "OF"):
            tokens = [tokens[0]._replace(kind="NAME"), *tokens[1:]]  # `play = 3`: what has an instruction's name gets a value
        made = _parse(self.text, "line", "line", tokens, self.findings)
        self.broken += len(self.findings) > before
        return cast("LineParts | None", made)

    def body(self, parts: LineParts, node: _Node) -> tuple[s.Stmt, ...]:
        head = cast(Head, parts.head)
        below = self.statements(node.below)
        if parts.simple is not None:
            if node.below:
                what = f"this line is indented below '{head.word}', but what belongs to it stands behind its ':' already"
                hint = "put all of it below, indented, or begin this line at the column of the line above"
                self.findings.append(error("R335", self.place(cast(Line, node.below[0].line)), what, hint))
            return (parts.simple,)
        if not node.below:
            if node.following is None:
                what, hint, span = f"nothing belongs to this '{head.word}'", "put its instructions below, indented by two spaces", head.span
            else:
                what = f"nothing belongs to the '{head.word}' above"
                hint, span = "if this line does, indent it by two spaces", self.place(node.following)
            self.findings.append(error("R327", span, what, hint, related=[(head.span, f"here is the '{head.word}'")]))
        return below

    def close(self, opened: list[tuple[Head, tuple[s.Stmt, ...]]], done: list[s.Stmt]) -> None:
        """Make an `If` of what has been gathered for one."""
        if opened:
            branches = tuple((cast(s.Expr, head.parts[0]), body) for head, body in opened if head.word != "else")
            otherwise = opened[-1][1] if opened[-1][0].word == "else" else ()
            bodies = [statement.span for _, body in opened for statement in body]
            done.append(s.If(branches, otherwise, _stretch(opened[0][0].span, [opened[-1][0].span, *bodies])))
            opened.clear()


def _compound(head: Head, body: tuple[s.Stmt, ...]) -> s.Stmt:
    span = _stretch(head.span, [statement.span for statement in body])
    if head.word == "for each":
        subject, where, start = cast("tuple[s.Subject, s.Expr | None, s.Expr | None]", head.parts)
        return s.ForEach(subject, where, start, body, span)
    first, second, third = cast("tuple[s.Expr | None, s.Expr | None, s.Expr | None]", head.parts)
    if head.word == "repeat":
        return s.Repeat(first, second, third, body, span)
    return s.Turns(cast(s.Expr, first), second, third, body, span)


def _stretch(first: Span, others: Sequence[Span]) -> Span:
    return Span(first.source, first.start, max([first.end, *(span.end for span in others)]))
