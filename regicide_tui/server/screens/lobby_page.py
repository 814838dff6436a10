"""The lobby as data for the painter of its page."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from regicide_tui.server.api.lobby import Activity, Doing, LobbyView
from regicide_tui.server.model.boards.pages import describe_result, describe_when
from regicide_tui.server.model.names import Reader, is_guest
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.words import (
    describe_activity,
    describe_duration,
)
from regicide_tui.tui.pages.club import Club, Person, Tile
from regicide_tui.tui.rendering.paint import Row, Run, wrap

_INDENT = Run("  ")
"""The indent of the rows in which a message continues."""
_ANYBODY = Reader("")
_SHORTLY = {**{one: str(one) for one in Doing}, Doing.LOOKS: "at a table"}
"""What someone is doing, without the game."""
HIDDEN = "hidden from others"
"""Shown to moderators beside the messages of muted and banned people."""


def club_of(view: LobbyView, tiles: Sequence[Tile], said: Run) -> Club:
    """Return what the page shows beside its lines. `said` is at the top."""
    named = {name: one for name, one in view.others.items() if not is_guest(name)}
    return Club(
        said,
        tiles,
        [
            one._replace(name=view.reader.mark(one.name))
            for one in (Person(view.name, "you"), *_people(named))
        ],
        len(view.others) - len(named),
        ("Daily deal", describe_today(view)),
        [
            (one.quoted, view.reader.mark(one.by), describe_when(one, view.now))
            for one in view.coming
        ],
        "" if view.guest else "z to join",
        partial(chat_rows, view.chat, reader=view.reader, now=view.now, hidden=view.silenced),
    )


def _people(doing: Mapping[str, Activity]) -> list[Person]:
    """Return who is here, with people who wait for others first."""
    found = [
        Person(name, describe_activity(one), one.doing is Doing.WAITS, _SHORTLY[one.doing])
        for name, one in doing.items()
    ]
    return sorted(found, key=lambda one: not one.waits)


def describe_today(view: LobbyView) -> str:
    """Return how the visitor did in the solo daily deal, and how many have played it."""
    if view.today is None:
        return "the same for everyone"
    result, played = view.today.result, view.today.played
    own = "you're playing it" if view.today.plays else "not played yet"
    if result is not None:
        own = describe_result(result)
    return f"{own}, {played} played it here" if played else own


def tile_of(table: VisitorTable, facts: str) -> Tile:
    """Return the tile of a table; only players see who plays a private game, and how."""
    if table.private and table.begun and table.seat is None:
        return Tile(table.game, table.seats, facts=facts, private=True)
    names = zip(table.seats, table.readable, strict=True)
    seats = [f"{read} (away)" if name in table.absent else read for name, read in names]
    return Tile(
        table.game,
        tuple(seats),
        acting=table.to_act,
        standing=table.standing,
        facts=facts,
        waits=table.seat is not None and table.seat == table.to_act,
    )


def chat_rows(
    chat: Sequence[Said],
    width: int,
    most: int,
    reader: Reader = _ANYBODY,
    now: int = 0,
    hidden: Collection[str] = (),
) -> list[Row]:
    """Return the newest messages, the newest last, in at most `most` rows.

    Only whole messages are shown, except that a newest message that is too long loses its start.
    The reader's own are by `You`. With `now`, the time in milliseconds, each shows its age. Those
    of `hidden` people, in lower case, are marked.
    Only names are at the left edge, so that no part of a message looks like another author's.
    """
    rows: list[Row] = []
    room = width - len(_INDENT.text)
    for said in reversed(chat):
        ago = describe_duration(now - said.at) if now and said.at else ""
        facts = ago, HIDDEN if said.by.casefold() in hidden else ""
        words: list[Row] = [
            (
                Run(reader.read(said.by), "text+bold"),
                Run(f" {', '.join(filter(None, facts))}".rstrip() + ":", "muted"),
            )
        ]
        words += [(Run(word),) for word in said.text.split()]
        first, *more = wrap(words, room)
        message = [first, *[(_INDENT, *row) for row in more]]
        if rows and len(message) + len(rows) > most:
            break
        rows = [*message, *rows]
    if not rows:
        return [(Run("There are no messages yet.", "muted"),)]
    return rows[-most:] if most > 0 else []
