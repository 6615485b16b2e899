"""Mutated rules files are read to findings or to a game that can be played, and soon; `tests/mutants.py` makes many more of them."""

import pytest

from croupier.tests.mutants import LONGEST, mutant, outcome

MANY, PIECES = 600, 20


@pytest.mark.parametrize("piece", range(PIECES))
def test_mutants(piece: int) -> None:
    for number in range(piece, MANY, PIECES):
        found = outcome(mutant(number))
        assert not found.fault, f"mutant {number}: {found.fault}"
        assert found.reading < LONGEST and found.playing < LONGEST, f"mutant {number} took {found.reading:.2f} + {found.playing:.2f} s"
