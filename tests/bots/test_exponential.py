"""The exponential function of the bots."""

from math import exp, inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.bots import net as module
from regicide_tui.bots.net import LIMIT

exponential = getattr(module.exponential, "py_func", module.exponential)
"""As Python and C run it: numba, which may reorder sums, has one digit less."""


@given(st.floats(-LIMIT, LIMIT))
def test_it_is_that_of_the_library_but_for_the_last_bits(number: float) -> None:
    assert isclose(exponential(number), exp(number), rel_tol=1e-15)


@pytest.mark.parametrize(("number", "nearest"), [(1e9, LIMIT), (-1e9, -LIMIT), (inf, LIMIT)])
def test_beyond_its_limit_it_is_that_of_the_limit(number: float, nearest: float) -> None:
    assert exponential(number) == exponential(nearest)


def test_of_nothing_it_is_one() -> None:
    assert exponential(0.0) == exponential(-0.0) == 1.0
