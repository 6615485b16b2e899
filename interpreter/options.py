"""The options of a game: what is given for them, judged by the rules."""

from collections.abc import Mapping

from ..ruleset import model
from ..ruleset.errors import OptionError
from ..ruleset.finding import did_you_mean
from ..ruleset.types import Kind

Setting = int | bool | str


def settle_options(ruleset: model.Ruleset, given: Mapping[str, Setting]) -> dict[str, Setting]:
    """The value of every option: as given, else its default. Raises OptionError for one that the rules do not allow."""
    for name in given:
        if name not in ruleset.options:
            hint = did_you_mean(name, ruleset.options) or f"there are: {', '.join(ruleset.options) or 'none'}"
            raise OptionError(f"{ruleset.title} has no option '{name}'; {hint}")
    return {name: allowed(option, given[name]) if name in given else option.default for name, option in ruleset.options.items()}


def allowed(option: model.Option, value: Setting) -> Setting:
    """A value for an option, from a text too. Raises OptionError."""
    if isinstance(value, str) and option.type.kind is Kind.TRUTH and value.lower() in ("true", "false"):
        value = value.lower() == "true"
    elif isinstance(value, str) and value.lstrip("-").isdecimal() and value.isascii() and len(value) < 16:
        value = int(value)
    if option.choices is not None:
        if isinstance(value, bool) or not isinstance(value, int | str) or value not in option.choices:
            raise OptionError(f"'{option.name}' is one of {', '.join(map(str, option.choices))}, not {shown(value)}")
        return value
    if option.type.kind is Kind.TRUTH:
        if not isinstance(value, bool):
            raise OptionError(f"'{option.name}' is true or false, not {shown(value)}")
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(f"'{option.name}' is a whole number, not {shown(value)}")
    low, high = option.low, option.high
    if (low is not None and value < low) or (high is not None and value > high):
        span = f"{low} to {high}" if None not in (low, high) else f"{low} or more" if high is None else f"at most {high}"
        raise OptionError(f"'{option.name}' is {span}, not {shown(value)}")
    return value


def shown(value: object) -> str:
    """A value as it is written in files and commands."""
    return str(value).lower() if isinstance(value, bool) else str(value)
