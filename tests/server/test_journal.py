"""The operator's log: one line an event, nothing secret, nothing obeyed."""

import io
import json

from regicide_tui.server.journal import Journal


def written(*, as_json: bool = False, **facts: object) -> str:
    out = io.StringIO()
    Journal(out, as_json=as_json, clock=lambda: 0).note("came", **facts)
    return out.getvalue()


def test_an_event_is_a_line() -> None:
    assert written(name="ada", n=3) == "1970-01-01T00:00:00Z came name='ada' n=3\n"


def test_or_a_line_of_json() -> None:
    line = json.loads(written(as_json=True, name="ada"))
    assert line == {"at": "1970-01-01T00:00:00Z", "event": "came", "name": "ada"}


def test_nothing_in_it_is_obeyed_or_endless() -> None:
    line = written(name="\x1b[2J\n\u202eada", long="x" * 1000)
    assert line.count("\n") == 1
    assert line.rstrip("\n").isascii()
    assert "\x1b" not in line
    assert len(line) < 400


def test_a_crash_has_a_number_and_a_place_but_no_values() -> None:
    out = io.StringIO()
    journal = Journal(out, clock=lambda: 255)

    def deal(hand: str) -> None:
        raise ValueError(f"the hand is {hand}")

    try:
        deal("KS")
    except ValueError as error:
        number = journal.incident(error, name="ada")
    assert number == "ff-1"
    assert "kind='ValueError'" in out.getvalue()
    assert "deal:" in out.getvalue()
    assert "KS" not in out.getvalue()
