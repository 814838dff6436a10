"""Keys that are held down, and keys that somebody taps."""

import pytest

from regicide_tui.tui.input import keyboard

REPEAT, REACTION = keyboard.REPEAT, keyboard.REACTION  # before the tests of screens aim each key


def aimed(monkeypatch: pytest.MonkeyPatch, *times: float) -> list[float]:
    """Return when a key was meant for what it did: each time it changes the screen."""
    monkeypatch.setattr(keyboard, "REPEAT", REPEAT)
    monkeypatch.setattr(keyboard, "REACTION", REACTION)
    now = [0.0]
    monkeypatch.setattr(keyboard, "monotonic", lambda: now[0])
    one, found = keyboard.Slips(), list[float]()
    for time in times:
        now[0] = time
        one.press("enter")
        if not one.now:
            found.append(time)
            now[0] = time + 0.01
            one.change()
    return found


def test_a_key_that_is_held_down_acts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for first in (0.25, 0.5, 0.66):
        assert aimed(monkeypatch, 0, *[first + 0.033 * one for one in range(100)]) == [0]


@pytest.mark.parametrize("pause", [0.375, 0.5, 0.625])
def test_a_key_that_is_tapped_on_and_on_goes_on_acting(
    monkeypatch: pytest.MonkeyPatch, pause: float
) -> None:
    taps = [pause * one for one in range(9)]
    assert aimed(monkeypatch, *taps) == taps[::2]
