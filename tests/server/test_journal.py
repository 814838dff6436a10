"""The journal: one line for each event, no secret, and nothing that a terminal obeys."""

import io
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Full

import pytest

from regicide_tui.server.base.journal import Journal, background_lines, logging_to
from tests.server.waiting import Time


def written(*, as_json: bool = False, **facts: object) -> str:
    out = io.StringIO()
    Journal(out.write, as_json=as_json, clock=lambda: 0).note("came", **facts)
    return out.getvalue()


def test_an_event_is_a_line_of_text() -> None:
    assert written(name="ada", n=3) == "1970-01-01T00:00:00Z came name='ada' n=3\n"


def test_an_event_is_a_line_of_json_if_the_operator_wants_that() -> None:
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
    journal = Journal(out.write, clock=lambda: 255)

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


def test_what_a_library_logs_is_one_line_a_minute_without_values() -> None:
    out = io.StringIO()
    logger = logging.getLogger("a library")
    with logging_to(Journal(out.write, clock=lambda: 0)):
        for _ in range(100):
            try:
                raise OSError("the hand is KS")
            except OSError:
                logger.exception("socket.accept() out of system resource\nsocket: KS")
    (line,) = out.getvalue().splitlines()
    assert "logged by='a library' what='socket.accept() out of system resource'" in line
    assert "kind='OSError' where='test_what_a_library_logs" in line
    assert "KS" not in line


def test_what_strangers_repeat_is_summed_up_by_the_minute() -> None:
    out, time = io.StringIO(), Time()
    journal = Journal(out.write, clock=time)
    for address in ("1", "1", "2", "1"):
        journal.note_often("turned away", address=address)
    time.now = 60.0
    journal.note("came", name="ada")
    assert out.getvalue().splitlines() == [
        "1970-01-01T00:00:00Z turned away address='1'",
        "1970-01-01T00:00:00Z turned away address='2'",
        "1970-01-01T00:01:00Z turned away address='1' times=3",
        "1970-01-01T00:01:00Z came name='ada'",
    ]


def test_ever_so_many_addresses_fill_nothing() -> None:
    out = io.StringIO()
    journal = Journal(out.write, clock=Time())
    for number in range(5000):
        journal.note_often("turned away", address=f"{number}")
    journal.sum_up()
    lines = out.getvalue().splitlines()
    assert len(lines) < 1100
    assert lines[-1].endswith("address='many others' times=4000")


@contextmanager
def piped(most: int = 10_000) -> Iterator[tuple[Journal, int]]:
    """Give a journal that writes into a pipe, and the end at which it is read."""
    reader, writer = os.pipe()
    try:
        with background_lines(writer, most) as write:
            yield Journal(write, as_json=True), reader
    finally:
        os.close(writer)


def read(reader: int) -> list[dict[str, object]]:
    """Return all lines until the journal is closed."""
    with os.fdopen(reader) as pipe:
        return [json.loads(line) for line in pipe]


@pytest.mark.parametrize("error", [Full, OSError], ids=["too many wait", "a full disk"])
def test_lines_that_are_lost_are_counted_and_stop_nothing(error: type[Exception]) -> None:
    out = io.StringIO()
    is_full = True

    def write(line: str) -> None:
        if is_full:
            raise error
        out.write(line)

    journal = Journal(write, clock=lambda: 0)
    for _ in range(3):
        journal.note("came")
    is_full = False
    journal.note("went")
    journal.note("came")
    events = [line.partition(" ")[2] for line in out.getvalue().splitlines()]
    assert events == ["left out lines=3", "went", "came"]


def test_the_last_lines_are_written_before_the_end() -> None:
    with piped() as (journal, reader):
        for number in range(100):
            journal.note("came", number=number)
    assert len(read(reader)) == 100


def test_a_reader_who_reads_nothing_holds_up_nobody() -> None:
    with piped(most=10) as (journal, reader):
        for number in range(5000):  # more than a pipe and the queue hold
            journal.note("came", number=number)
    os.close(reader)


def test_a_journal_on_a_full_disk_stops_nothing() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    with background_lines(full) as write:
        Journal(write).note("came", name="ada")
    os.close(full)
