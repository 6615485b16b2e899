"""What a game is: a rules file read, checked and made into a model."""

from .errors import CroupierError, IllegalMove, OptionError, PositionError, RuleFault, RulesetError, StepLimit
from .finding import Finding, Severity
from .loading import check_file, check_text, load, load_file, load_source
from .model import Ruleset

__all__ = [
    "CroupierError", "Finding", "IllegalMove", "OptionError", "PositionError", "RuleFault", "Ruleset", "RulesetError", "Severity", "StepLimit",
    "check_file", "check_text", "load", "load_file", "load_source",
]  # fmt: skip
