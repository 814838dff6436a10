"""The list of small changes fits the code as it is. `python -m tests.mutations` tries them."""

from tests.mutations.__main__ import ROOT
from tests.mutations.mutant import Mutant, fault
from tests.mutations.mutants import MUTANTS


def test_there_are_enough_and_none_twice() -> None:
    changes = [(one.path, one.before, one.after) for one in MUTANTS]
    assert len(set(changes)) == len(changes) >= 60
    for package in ("games/", "play/", "server/"):
        assert sum(one.path.startswith(f"regicide_tui/{package}") for one in MUTANTS) >= 15


def test_each_change_can_be_made_and_its_tests_are_there() -> None:
    assert [told for mutant in MUTANTS if (told := fault(mutant, ROOT))] == []


def test_a_change_that_can_not_be_made_says_why_and_where_its_text_stands() -> None:
    good = MUTANTS[0]
    moved = Mutant("regicide_tui/gone.py", good.before, good.after, good.test)
    assert fault(moved, ROOT) == (
        f"There is no regicide_tui/gone.py. The text stands in {good.path}."
    )
    lost = Mutant(good.path, "no such text", "another", good.test)
    assert fault(lost, ROOT) == f"{good.path} has 0 times 'no such text'."
    often = Mutant(good.path, "import", "export", good.test)
    assert "times 'import'" in fault(often, ROOT)
    broken = Mutant(good.path, good.before, "(", good.test)
    assert fault(broken, ROOT).endswith("leaves no Python.")
    idle = Mutant(good.path, good.before, f"{good.before} ", good.test)
    assert fault(idle, ROOT).endswith("changes nothing.")
    blind = Mutant(good.path, good.before, good.after, "tests/gone.py")
    assert fault(blind, ROOT) == "There is no tests/gone.py."
