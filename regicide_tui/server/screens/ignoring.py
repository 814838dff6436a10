"""The list of people whom the visitor can ignore, or stop ignoring."""

from collections.abc import Callable, Iterable, Sequence

from regicide_tui.games.words import counted
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.screens.lists import InnerList, key_of
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import Entry

_WHAT = (
    "You don't see what ignored people write in the lobby, at tables and in reviews. "
    "You still see their actions, and the phrases they choose from the list."
)


class IgnoringScreen(InnerList):
    """The people nearby and those who are ignored. `find_people` returns the names nearby."""

    headline = "Ignore people"

    def __init__(self, look: Look, find_people: Callable[[], Iterable[str]]) -> None:
        super().__init__(look)
        self._find_people = find_people

    def told_rows(self) -> list[Row]:
        """Return what it means to ignore someone, and whether there is anyone to ignore."""
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
        """Return a line for each person, and the line that goes back."""
        ignored = self._ignored
        found = [
            Entry(
                key_of(place),
                name,
                "ignored: press to stop ignoring" if name in ignored else "not ignored",
                f"turn({name!r}, {int(name not in ignored)})",
            )
            for place, name in enumerate(self._people, 1)
        ]
        return [*found, Entry("", "Back", self._count(len(ignored)), "back")]

    def _count(self, ignored: int) -> str:
        most = self.api.preferences.most_ignored
        return f"{ignored} of at most {counted(most, 'name')} ignored" if ignored else ""

    async def action_turn(self, name: str, ignores: int) -> None:
        """Ignore someone, or stop ignoring them."""
        await self.api.preferences.ignore(name, bool(ignores))
        self.say(f"You {'now' if ignores else 'no longer'} ignore {name}.")
