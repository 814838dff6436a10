"""What the lobby offers to a visitor: pure functions of what they see there."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Standing
from regicide_tui.games.words import named
from regicide_tui.server.api.lobby import Listed, LobbyView, SetAside
from regicide_tui.server.model.boards.pages import describe_when
from regicide_tui.server.model.table.gathering import players_with_bots
from regicide_tui.server.screens.lists import key_of
from regicide_tui.server.screens.lobby_page import describe_today, tile_of
from regicide_tui.server.screens.words import describe_game, describe_offer
from regicide_tui.tui.pages.club import Tile
from regicide_tui.tui.screens.lists import Entry

FOR_GUESTS = "You are a guest. Press s to choose a name: then you can chat and join tables."
"""Shown to guests while there is no other sentence."""

_FAILED = "an error occurred here"
"""Shown before a visitor returns to a table."""

Line = tuple[Entry, Tile | None]
"""A table in the list, before it gets a key. A set-aside table has no tile."""


def line_of(view: LobbyView, one: Listed) -> Line:
    """Return the line of a table."""
    offered = describe_offer(one.table, view.name, view.now)
    if one.has_crashed:
        offered = offered._replace(facts=_FAILED)
    entry = Entry("", offered.title, offered.detail, f"open('{one.id}')")
    tile = tile_of(one.table, offered.facts)
    return entry, replace(tile, standing=Standing()) if one.has_crashed else tile


def line_of_set_aside(table: str, aside: SetAside) -> Line:
    """Return the line of a table that was set aside."""
    game = describe_game(aside.game, aside.players) if aside.game else "a table"
    title = "On another server" if aside.outdated else "Set aside"
    return Entry("", title, game, f"open('{table}')"), None


def offers(view: LobbyView, lines: Sequence[Line], game: str) -> list[Entry]:
    """Return what the lobby offers: its tables, one line each, and everything else.

    `game` is the one that the visitor last looked at.
    """
    with_bots = f"{describe_game(game, players_with_bots(game))}, now"
    finished = f"{view.finished} to replay" if view.finished else "none yet"
    rounds = [
        Entry("R", f"Play round {one.number}", f"of {one.tournament.attributed}", "round")
        for one in view.rounds
    ]
    return [
        *[one._replace(key=key_of(place)) for place, (one, _) in enumerate(lines, 1)],
        *_finding(view),
        *rounds[:1],
        *(_OF_GUESTS if view.guest else _OF_NAMED),
        Entry("b", "Play with bots", with_bots, "play_now"),
        *(
            [Entry("!", "Moderation", "bans, mutes and tables", "page('moderate')")]
            if view.is_moderator
            else []
        ),
        Entry("D", "Daily deal", describe_today(view), "page('day')"),
        Entry("z", "Duplicate deals", _coming(view), "page('duplicates')"),
        Entry("l", "Learn", "short lessons", "app.lessons"),
        Entry("p", "Puzzles", "find the winning line", "app.puzzles"),
        Entry("g", "Finished games", finished, "page('finished')"),
        Entry("S", "Players", "wins and statistics", "page('players')"),
        Entry("i", "How to play", "the rules of each game", "app.rules"),
        *_ignoring(view),
        Entry("o", "Settings", "colours, symbols, mouse", "app.settings"),
        Entry("q", "Leave", _kept(view), "app.quit"),
    ]


_OF_NAMED = (
    Entry("n", "Open a table", "a choice of games", "new"),
    Entry("t", "Chat", "with everyone here", "chat"),
)
_OF_GUESTS = (
    Entry("s", "Get a name", "to play with people", "app.get_name"),
    Entry("n", "Choose a game", "to play with bots", "new"),
)


def _coming(view: LobbyView) -> str:
    """Return the time and name of the next tournament; else what the deals are."""
    for one in view.coming:
        return f"tournament, {describe_when(one, view.now)}, {one.attributed}"
    return "same cards for everyone"


def _finding(view: LobbyView) -> list[Entry]:
    """Return the line that finds a table, or lists all tables again."""
    if view.prefix:
        return [Entry("/", "All tables", f"not only those with '{view.prefix}'", "list_all")]
    return [Entry("/", "Find a table", "by a player's name", "find")] * view.has_more


def _ignoring(view: LobbyView) -> list[Entry]:
    """Return the line that opens the ignore list; guests have none.

    A visitor doesn't need it if no one else is in the lobby or has written there.
    """
    authors = {one.by for one in view.chat} - {view.name}
    if view.guest or not (view.ignored or view.others or authors):
        return []
    detail = named(view.ignored) if view.ignored else "hide their messages"
    return [Entry("x", "Ignore people", detail, "ignore")]


def _kept(view: LobbyView) -> str:
    """Return what happens to the visitor's seats when they leave."""
    if not view.guest:
        return "your seats stay yours"
    return "your games end" if view.sits else ""
