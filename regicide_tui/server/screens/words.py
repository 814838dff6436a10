"""What is said of a table of the house, in a few words: pure functions."""

from collections.abc import Sequence

from regicide_tui import games
from regicide_tui.games.words import are, named
from regicide_tui.server.storage.results import Finished
from regicide_tui.server.tables.commands import END, STAND_IN, UNDO
from regicide_tui.server.tables.state import Clock, TableState
from regicide_tui.server.tables.table_info import TableInfo

_WISH = {True: "would like to go next", False: "doesn't want to go next"}
ASKED = {
    UNDO: "take the last action back",
    END: "end the game without a winner",
    STAND_IN: "let a bot play for absent players",
}


def what(game: str, players: int) -> str:
    """Return what is played: `Regicide for 3`."""
    title = games.find(game).title
    return title if len(games.find(game).player_counts) == 1 else f"{title} for {players}"


def timing(clock: Clock | None) -> str:
    """Return how long each may think."""
    if clock is None:
        return ""
    more = f" and {clock.increment} s for each action" if clock.increment else ""
    return f"{clock.seconds // 60} minutes each{more}"


def house_rules(company: TableInfo) -> str:
    """Return the options that are not the usual ones."""
    usual = {one.name: one.default for one in games.find(company.game).options(company.players)}
    chosen = [
        f"{name}={str(value).lower()}"
        for name, value in company.options.items()
        if value != usual.get(name)
    ]
    return ", ".join(chosen)


def gathering(company: TableInfo, name: str) -> str:
    """Return who waits at a table and what is missing."""
    people = [f"{one} (away)" if one in company.absent else one for one in company.others(name)]
    clock = company.clock
    seats = {0: "all seats taken", 1: "one seat free"}
    told = [
        "private" if company.private else "",
        seats.get(company.free, f"{company.free} seats free"),
        f"with {named(people)}" if people else "",
        f"clock {clock.seconds // 60} + {clock.increment}" if clock is not None else "",
        house_rules(company),
    ]
    return ", ".join(filter(None, told))


def standing(company: TableInfo, name: str) -> str:
    """Return how a game stands for somebody."""
    acting = company.seats[company.to_act] if company.to_act is not None else ""
    turn = "your turn" if acting == name else f"{acting} has the turn"
    others, absent = company.others(name), company.absent
    told = [turn, f"turn {company.turn}", named(others) if others else ""]
    return ", ".join(filter(None, [*told, f"{named(absent)} away" if absent else ""]))


def offer(company: TableInfo, name: str) -> tuple[str, str]:
    """Return what somebody can do at a table of the lobby, and what is told of it."""
    game = what(company.game, company.players)
    if company.seat is not None and company.begun:
        return f"Go on with {game}", standing(company, name)
    if company.seat is not None:
        return f"Wait for {game}", gathering(company, name)
    if company.begun:
        told = "private" if company.private else f"turn {company.turn}, {named(company.people)}"
        return f"Watch {game}", told
    return f"Join {game}", gathering(company, name)


def doing(name: str, viewer: str, at: Sequence[TableState]) -> str:
    """Return what somebody who is here does `at` their tables, for who looks at the list of all."""
    if name == viewer:
        return "you"
    open_now = [room for room in at if not room.over]
    playing = [room for room in open_now if room.playing]
    if playing:
        return f"plays {games.find(playing[0].game).title}"
    return f"waits for {games.find(open_now[0].game).title}" if open_now else ""


def ended(game: Finished) -> str:
    """Return how a game ended."""
    if game.reason == "ended":
        how = "ended without a winner"
    elif not game.winners:
        how = "a draw" if games.find(game.game).rivals else "lost"
    elif set(game.winners) == set(game.seats):
        how = "won"
    else:
        how = f"won by {named(game.winners)}"
    return f"{how}, {named(game.seats)}"


def away(company: TableInfo) -> str:
    """Return who is away, and who of them a bot plays for."""
    alone = company.alone
    stood_in = [name for name in company.absent if name not in alone]
    told = [f"{are(alone)} away"] if alone else []
    told += [f"a bot plays for {named(stood_in)}"] if stood_in else []
    return "  ".join(told)


def asking(company: TableInfo) -> str:
    """Return what somebody asks of all; empty if nobody asks."""
    if company.asked is None:
        return ""
    by = company.seats[company.asked.agreed[0]]
    return f"{by} asks to {ASKED[company.asked.what]}."


def news(company: TableInfo, talk: str, draw: str) -> str:
    """Return what passes between the players and waits for somebody.

    `talk` and `draw` are the keys for what one says and for agreeing on a draw (D-21).
    """
    if company.ended:
        return "The game was ended without a winner."
    if company.asked is not None and company.seat is not None:
        if company.seat not in company.asked.agreed:
            return f"{asking(company)} {talk} answers."
        waits = [company.seats[seat] for seat in company.here if seat not in company.asked.agreed]
        return f"Asked to {ASKED[company.asked.what]}: {named(waits)} must agree." if waits else ""
    offering = [company.seats[seat] for seat in company.draws if seat != company.seat]
    if offering:
        return f"{named(offering)} offers a draw." + (
            f" {draw} agrees." if company.seat is not None else ""
        )
    if company.draws:
        return "You offer a draw; it stands until the next action."
    if company.may_wish:
        return _wishes(company, talk)
    return ""


def _wishes(company: TableInfo, talk: str) -> str:
    said = [f"{company.seats[seat]} {_WISH[wish]}." for seat, wish in company.wishes.items()]
    silent = [seat for seat in company.here if seat not in (*company.wishes, company.to_act)]
    if company.seat in silent:
        said.append(f"{talk} says if you would like to go next.")
    elif silent and company.seat == company.to_act:
        who = named([company.seats[seat] for seat in silent])
        said.append(f"{who} may say if they would like to.")
    return " ".join(said)


def clocks(times: Sequence[int], seats: Sequence[str]) -> str:
    """Return what is left of each player's time."""
    return "  ".join(
        f"{name} {left // 60_000}:{left // 1000 % 60:02}".lstrip()
        for name, left in zip(seats, times, strict=True)
    )
