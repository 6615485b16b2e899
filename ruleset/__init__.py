"""What a game is: a rules file read, checked and made into a model. The names are imported when they are first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import CroupierError, IllegalMove, NotThere, OptionError, PositionError, RuleFault, RulesetError, StepLimit
    from .finding import Finding, Severity
    from .loading import check_file, check_text, load, load_file, load_source
    from .model import Ruleset

_PLACES = {
    **dict.fromkeys(
        ("CroupierError", "IllegalMove", "NotThere", "OptionError", "PositionError", "RuleFault", "RulesetError", "StepLimit"), "errors"
    ),
    **dict.fromkeys(("Finding", "Severity"), "finding"),
    **dict.fromkeys(("check_file", "check_text", "load", "load_file", "load_source"), "loading"),
    "Ruleset": "model",
}

__all__ = [
    "CroupierError", "Finding", "IllegalMove", "NotThere", "OptionError", "PositionError", "RuleFault", "Ruleset", "RulesetError",
    "Severity", "StepLimit", "check_file", "check_text", "load", "load_file", "load_source",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        return getattr(import_module(f".{_PLACES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
