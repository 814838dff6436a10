"""Who plays here, and who has won how often."""

from collections import Counter
from collections.abc import Iterable

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import counted
from regicide_tui.server.hub import Finished
from regicide_tui.server.room import is_bot
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.paint import Row, prose
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry


class Standing(Value, frozen=True):
    """What the finished games of one player come to: games and wins by game."""

    name: str
    played: tuple[tuple[str, int, int], ...]

    @property
    def wins(self) -> int:
        """All wins."""
        return sum(won for _, _, won in self.played)


def standings(finished: Iterable[Finished]) -> list[Standing]:
    """Return what the games come to for each player, who has won most first."""
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for game in finished:
        played.update((name, game.game) for name in game.seats if not is_bot(name))
        won.update((name, game.game) for name in game.winners)
    found = [
        Standing(
            name,
            tuple(
                [
                    (game, played[name, game], won[name, game])
                    for game in games.NAMES
                    if played[name, game]
                ]
            ),
        )
        for name in sorted({name for name, _ in played}, key=str.casefold)
    ]
    return sorted(found, key=lambda one: -one.wins)


class StandingsScreen(InnerList):
    """All who have finished a game here."""

    def title_row(self) -> Row:
        """What this is."""
        return heading_of("Players")

    def heading(self) -> list[Row]:
        """What is missing."""
        told = "" if self.house_app.hub.finished else "Nobody has finished a game here yet."
        return prose(told, "muted", self.measure)

    def entries(self) -> list[Entry]:
        """A line for each player."""
        return [
            Entry("", one.name, ", ".join(_told(*game) for game in one.played), "back")
            for one in standings(self.house_app.hub.finished)
        ]


def _told(game: str, played: int, won: int) -> str:
    return f"{games.find(game).title}: {won} won of {counted(played, 'game')}"
