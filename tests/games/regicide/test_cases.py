"""The conformance cases of Regicide: rule by rule, with the numbers of the rulings."""

from typing import Any

import pytest

from regicide_tui.games import find
from tests.games.cases import check, check_case, read_cases

CASES = read_cases("regicide_cases.yaml")


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}" for case in CASES])
def test_a_case_of_the_rules_holds(case: dict[str, Any]) -> None:
    for seed in range(case.get("seeds", 5)):
        check_case(find("regicide"), case, str(seed))


def test_an_unknown_expectation_fails() -> None:
    game = find("regicide")
    state = game.new(2, "1", {})
    for key in ("discrd", "tavern_botom", "hands_size"):
        with pytest.raises(AssertionError, match="unknown"):
            check(game, state, {key: []}, "here")
