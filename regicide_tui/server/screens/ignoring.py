"""The list of people whom the visitor can ignore, or hear again."""

from collections.abc import Callable, Iterable, Sequence

from regicide_tui.games.words import counted
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.screens.lists import InnerList, key_of
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import Entry

_WHAT = (
    "What they write in the lobby, at tables and in reviews is not shown to you. "
    "What they play, and the phrases of the list, are shown all the same."
)


class IgnoringScreen(InnerList):
    """The people nearby and those who are ignored. `find_people` returns the names nearby."""

    headline = "Ignore people"

    def __init__(self, look: Look, find_people: Callable[[], Iterable[str]]) -> None:
        super().__init__(look)
        self._find_people = find_people

    def told_rows(self) -> list[Row]:
        """Return what it means to ignore somebody, and whether there is anybody."""
        rows = [*prose(_WHAT, "muted", self.measure)]
        if not self._people:
            rows.append((Run("Nobody else with a name is here or has written anything."),))
        return rows

    @property
    def _ignored(self) -> Sequence[str]:
        return self.api.preferences.ignored

    @property
    def _people(self) -> Sequence[str]:
        """The names in the list: those nearby, then those who are ignored and elsewhere."""
        known = dict.fromkeys([*self._find_people(), *self._ignored])
        own = self.visitor.name
        return [one for one in known if one and one != own and not (is_guest(one) or is_bot(one))]

    def entries(self) -> list[Entry]:
        """Return a line for each person, and the way back."""
        ignored = self._ignored
        found = [
            Entry(
                key_of(place),
                name,
                "ignored: press to hear them again" if name in ignored else "heard",
                f"turn({name!r}, {int(name not in ignored)})",
            )
            for place, name in enumerate(self._people, 1)
        ]
        return [*found, Entry("", "Back", self._count(len(ignored)), "back")]

    def _count(self, ignored: int) -> str:
        most = self.api.preferences.most_ignored
        return f"{counted(ignored, 'name')} of at most {most} ignored" if ignored else ""

    async def action_turn(self, name: str, ignores: int) -> None:
        """Ignore somebody, or hear them again."""
        await self.api.preferences.ignore(name, bool(ignores))
        self.say(f"You ignore {name} now." if ignores else f"You hear {name} again.")
