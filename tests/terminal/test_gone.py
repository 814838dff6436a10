"""An app whose terminal is gone ends within a second, whatever it was doing."""

from pathlib import Path
from random import Random

import pytest

from tests.terminal.gone import SCENES, taken_away

pytestmark = pytest.mark.processes

SECOND = 1.0
"""In which the app has ended. It ends itself after 0.6 s in any case, so 0.4 s are to spare."""
TRIES = 500


@pytest.mark.parametrize("name", SCENES)
def test_an_app_ends_with_its_terminal(tmp_path: Path, name: str) -> None:
    random = Random(name)
    ending = taken_away(tmp_path, SCENES[name], random, led=random.random() < 0.5)
    assert ending.seconds < SECOND, ending


@pytest.mark.attack
@pytest.mark.timeout(3600)
def test_an_app_ends_with_its_terminal_in_hundreds_of_tries(tmp_path: Path) -> None:
    late = {}
    for number in range(TRIES):
        random = Random(number)
        name = list(SCENES)[number % len(SCENES)]
        folder = tmp_path / f"{number}"
        folder.mkdir()
        ending = taken_away(folder, SCENES[name], random, led=random.random() < 0.5)
        if ending.seconds >= SECOND:
            late[number, name] = ending
    assert not late
