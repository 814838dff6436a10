"""The conformance cases of Regicide Duel: rule by rule, with the numbers of the rulings."""

from typing import Any

import pytest

from regicide_tui.games import find
from tests.games.cases import check_case, read_cases

CASES = read_cases("duel_cases.yaml")


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}" for case in CASES])
def test_a_case_of_the_rules_holds(case: dict[str, Any]) -> None:
    for seed in range(case.get("seeds", 5)):
        check_case(find("duel"), case, str(seed))
