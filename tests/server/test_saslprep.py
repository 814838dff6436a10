"""Names and passwords are prepared as ever, but never for long."""

from time import perf_counter

import pytest
from asyncssh.saslprep import SASLPrepError, saslprep

from regicide_tui.server.base.saslprep import LONGEST, prepare

EIGHTEEN = "\ufdfa"
"""A character that is prepared as eighteen."""


@pytest.mark.parametrize(
    "text", ["ada", "I\u00adX", "\u00aa", "\u2168", "pass word", "x" * LONGEST]
)
def test_what_is_short_is_prepared_as_asyncssh_prepares_it(text: str) -> None:
    assert prepare(text) == saslprep(text)


@pytest.mark.parametrize("text", ["x" * (LONGEST + 1), EIGHTEEN * 15, EIGHTEEN * 100_000])
def test_what_is_too_long_is_refused_at_once(text: str) -> None:
    began = perf_counter()
    with pytest.raises(SASLPrepError, match="more than 256 characters"):
        prepare(text)
    assert perf_counter() - began < 0.1
