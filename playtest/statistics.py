"""What a sample tells: how often, between which bounds, and how spread out."""

import statistics
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

Z95 = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Rate:
    """So many out of so many, as a share (None of none) between the bounds of a 95 % interval."""

    count: int
    of: int
    share: float | None
    low: float
    high: float


def rate(count: int, of: int, z: float = Z95) -> Rate:
    """A share with its Wilson score interval.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
    Statistical Association 22 (1927), 209-212.

    >>> found = rate(50, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.404, 0.596)
    """
    if of == 0:
        return Rate(0, 0, None, 0.0, 1.0)
    share, square = count / of, z * z / of
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return Rate(count, of, share, max(middle - half, 0.0), min(middle + half, 1.0))


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, smallest, median and largest of some numbers, and the standard error of the mean."""

    mean: float
    low: float
    median: float
    high: float
    error: float


def spread(numbers: Mapping[int, int]) -> Spread | None:
    """The spread of numbers, given as how often each occurs; None of none."""
    values = sorted(Counter(numbers).elements())
    if not values:
        return None
    error = statistics.stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Spread(statistics.fmean(values), values[0], statistics.median(values), values[-1], error)
