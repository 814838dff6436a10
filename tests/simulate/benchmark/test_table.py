"""The tables of docs/benchmark.md are made from the file of results."""

from pathlib import Path

from msgspec.structs import replace

from regicide_tui.simulate.benchmark.results import read_results
from regicide_tui.simulate.benchmark.table import BEGIN, END, format_results, replace_table
from tests.simulate.benchmark.test_results import RESULT

_DOCS = Path(__file__).parents[3] / "docs"
_TEXT = (_DOCS / "benchmark.md").read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_file_of_results() -> None:
    assert replace_table(_TEXT, read_results(_DOCS / "benchmarks" / "players.json")) == _TEXT


def test_without_results_the_command_is_named_that_measures_them() -> None:
    assert "`make benchmark`" in format_results([])


def test_a_row_has_shares_with_intervals_and_times() -> None:
    alone = replace(RESULT, task="regicide-1", games=1000, won=942.0, gold=300)
    text = format_results([alone, replace(RESULT, milliseconds=None)])
    shares = "94.2% | [92.6, 95.5] | 30.0% | [27.2, 32.9]"
    assert f"| page | 1,000 | {shares} | 1.00 ms | 2.00 ms | 3.00 ms |" in text.splitlines()
    assert "| page | 10 | 50.0% | [23.7, 76.3] |  |  |  |" in text.splitlines()
    assert "- Regicide: regicide-tui 1.0 (sources" in text
    assert "CPython 3.11.7, a processor: page" in text


def test_games_that_were_lost_by_a_fault_are_told() -> None:
    assert "| page (2 games lost by a fault) | 10 |" in format_results([replace(RESULT, faults=2)])


def test_every_row_has_as_many_cells_as_its_head() -> None:
    alone = replace(RESULT, task="regicide-1", gold=1)
    lines = [line for line in format_results([alone, RESULT]).splitlines() if line[:1] == "|"]
    for head, rule, row in (lines[:3], lines[3:]):
        assert len({line.count("|") for line in (head, rule, row)}) == 1


def test_only_what_stands_between_the_two_lines_is_written() -> None:
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    once = replace_table(text, [RESULT])
    assert once == f"before\n{BEGIN}\n\n{format_results([RESULT])}\n{END}\nafter\n"
    assert replace_table(once, [RESULT]) == once
