"""`croupier reference`: everything that the rules language has."""

from .console import say

EXAMPLE = """\b
Examples:
  croupier reference | less
  croupier reference > docs/reference.md
"""


def reference() -> None:
    """Print the reference of the rules language, as Markdown.

    It lists the keys of a rules file, the words and instructions, the shapes of melds, and the codes of findings.
    """
    from ..ruleset.reference import reference as page

    say(page(), end="")
