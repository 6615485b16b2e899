"""What a Python error out of generated source is to a designer: a fault of the rules, and its place in them."""

from ..ruleset.errors import RuleFault
from ..ruleset.source import Span

PROGRAM = "<program of "
"""How the names of all generated source begin; its global `PLACES` gives for each line the place in the rules file."""

FAULTS = (TypeError, IndexError, ZeroDivisionError, OverflowError, MemoryError, KeyError)
"""The errors that rules can bring about."""


def fault_of(error: BaseException, otherwise: Span | None = None) -> RuleFault:
    """The fault that an error is, at the instruction that it comes from."""
    span = place_of(error) or otherwise
    if isinstance(error, RuleFault):
        return type(error)(error.message, error.span or span)
    return RuleFault(told(error), span)


def place_of(error: BaseException) -> Span | None:
    """The place in the rules file of the innermost stretch of generated source that an error went through."""
    span, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith(PROGRAM):
            span = trace.tb_frame.f_globals["PLACES"].get(trace.tb_lineno, span)
        trace = trace.tb_next
    return span


def told(error: BaseException) -> str:
    """A Python error as a designer would say it."""
    match error:
        case ZeroDivisionError():
            return "this divides by 0"
        case OverflowError() | MemoryError():
            return "this number is too large"
        case TypeError():
            return "something that is none is used here as if it were there"
    return "this asks for something that is not there"
