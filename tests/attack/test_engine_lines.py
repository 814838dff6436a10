"""A million lines at the engine: none ends it, and none takes it more than a second."""

from pathlib import Path

import pytest

from tests.attack.lines_to_engine import fire


@pytest.mark.attack
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(4))
def test_a_quarter_of_a_million_lines_end_no_engine(seed: int, tmp_path: Path) -> None:
    fired = fire(250_000, seed, tmp_path)
    assert (fired.exit_code, fired.complaints) == (0, b"")
    assert fired.slowest < 1.0, fired.slowest_line[:3000]


@pytest.mark.slow
def test_three_thousand_lines_end_no_engine(tmp_path: Path) -> None:
    fired = fire(3000, 4, tmp_path)
    assert (fired.exit_code, fired.complaints) == (0, b"")
    assert fired.slowest < 1.0, fired.slowest_line[:3000]
    assert fired.codes > {"ok", "bad_json", "bad_request", "bad_position", "not_in_hand"}
