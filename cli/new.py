"""`croupier new`: a folder with a small game to start from."""

import re
from pathlib import Path

import typer

from .console import say

EXAMPLE = """\b
Examples:
  croupier new my_game
  croupier validate my_game
  croupier play my_game
"""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*", re.ASCII)
SCHEMA = "ruleset.schema.json"

RULES = """\
# yaml-language-server: $schema=ruleset.schema.json
croupier: 1
title: {title}
about: Both players lay a card, the higher one takes the point, and most points win.
players: 2

options:
  hand_size: {{default: 5, min: 1, max: 10, about: cards that each player is dealt}}

cards:
  numbered:
    rank: 1..20
    code: "N{{rank}}"                # N7: how a card is written and typed

zones:
  deck: {{faces: hidden, starts: numbered}}
  hand: {{each: player, faces: owner}}
  laid: {{each: player, faces: all}}
  past: {{faces: all, about: cards of earlier rounds}}

state:
  leader: {{type: player, about: who lays first}}
  points: {{each: player, type: number, starts: 0}}

flow:
  game: |
    gather                         # all cards go back to where they start
    shuffle deck
    for each player: move hand_size from deck to hand
    leader = seat 1
    repeat until every player where hand is empty:
      play round
    for each player where points > points of next player:
      end game won by player

  round: |
    for each player from leader:
      offer lay
    for each player where highest of rank in laid > highest of rank in laid of next player:
      points += 1
      leader = player
    for each player: move all from laid to past

actions:
  lay:
    choose: picked from card in hand
    do: move picked to laid
    say: "{{player}} lays {{picked}}"
"""

README = """\
# {title}

Both players are dealt five cards. In each round both lay one, the leader first. The higher card takes the point, and
whoever took it leads the next round. When the hands are empty, the player with more points wins.

    croupier validate {name}
    croupier play {name}

The rules are in `ruleset.yaml`. Change something and validate again: the size of a hand, the highest rank, who leads.
`{schema}` is there for editors, which show what a key means and what may stand there.
"""


def new(
    name: str = typer.Argument(..., metavar="NAME", show_default=False, help="The folder to make; its last part names the game."),
) -> None:
    """Make a folder with a small game to start from.

    It can be validated and played at once, and then changed line by line.
    """
    from ..ruleset.errors import OptionError
    from .schema import schemas

    folder = Path(name)
    if not NAME.fullmatch(folder.name):
        raise OptionError(f"'{folder.name}' cannot name a game: use letters a-z, digits, _ and -, a letter first, such as my_game")
    if folder.exists() or folder.is_symlink():
        raise OptionError(f"'{name}' is there already; choose another name, or remove it first")
    if not folder.parent.is_dir():
        raise OptionError(f"there is no folder '{folder.parent}' to make '{folder.name}' in")
    title = " ".join(word.capitalize() for word in re.split("[_-]+", folder.name) if word)
    texts = {"ruleset.yaml": RULES.format(title=title), "README.md": README.format(title=title, name=folder.name, schema=SCHEMA)}
    schema = schemas().get("ruleset")
    if schema is not None:
        texts[SCHEMA] = schema
    folder.mkdir()
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8", newline="\n")
    say(f"{name}/ is ready. Next:\n  croupier validate {name}\n  croupier play {name}")
