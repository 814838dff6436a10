"""A bot whose search is what a test says."""

from typing import Any

from regicide_tui.bots.base import Observation, RatedAction
from regicide_tui.bots.search_bot import SearchBot


class KnowsAll(SearchBot[Any, Any, Observation[Any]]):
    """A bot that searches from the observation itself, and finds nothing."""

    def find_only(self, view: Any) -> Any:
        return None

    def infer(self, observation: Observation[Any]) -> Observation[Any]:
        return observation

    def search(self, known: Observation[Any], *_: Any, **__: Any) -> tuple[RatedAction[Any], ...]:
        return ()
