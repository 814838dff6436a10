"""Short descriptions of tables and games: pure functions."""

from collections.abc import Sequence
from typing import NamedTuple

from regicide_tui import games
from regicide_tui.games.words import counted, named, named_with_be, tell_wishes
from regicide_tui.play.figures import Finished
from regicide_tui.server.api.lobby import Activity, Doing
from regicide_tui.server.model.boards.series import describe_series, read_series
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.commands import END, STAND_IN, UNDO
from regicide_tui.server.model.table.facts import Clock, Question
from regicide_tui.server.model.table.info import Place, TableInfo, Where

_HOUR = 3600
"""Seconds from which a time is shown without its seconds: only days are so long."""
_ASKED = {
    UNDO: "take the last action back",
    END: "end the game without a winner",
    STAND_IN: "let a bot play for absent players",
}


def describe_game(game: str, players: int) -> str:
    """Return the game and its players: `Regicide for 3`."""
    title = games.find(game).title
    return title if len(games.find(game).player_counts) == 1 else f"{title} for {players}"


def describe_clock(clock: Clock | None) -> str:
    """Return how long each player may think; empty without a clock."""
    if clock is None:
        return ""
    if clock.days:
        return f"By correspondence: {counted(clock.days, 'day')} for each action"
    more = f" and {clock.increment} s for each action" if clock.increment else ""
    return f"{clock.seconds // 60} minutes each{more}"


def _short_clock(clock: Clock) -> str:
    """Return a clock for a line of a list."""
    if clock.days:
        return f"{counted(clock.days, 'day')} for each action"
    return f"clock {clock.seconds // 60}+{clock.increment}"


def describe_house_rules(info: TableInfo) -> str:
    """Return the options that differ from their defaults."""
    usual = {one.name: one.default for one in games.find(info.game).options(info.players)}
    chosen = [
        f"{name}={str(value).lower()}"
        for name, value in info.options.items()
        if value != usual.get(name)
    ]
    return ", ".join(chosen)


def describe_waiting_table(info: TableInfo, name: str) -> str:
    """Return who waits at a table, and what is missing."""
    people = [f"{one} (away)" if one in info.absent else one for one in info.others(name)]
    clock = info.clock
    seats = {0: "all seats taken", 1: "one seat free"}
    parts = [
        "private" if info.private else "",
        describe_deal(info),
        seats.get(info.free, f"{info.free} seats free"),
        f"with {named(people)}" if people else "",
        _short_clock(clock) if clock is not None else "",
        describe_house_rules(info),
    ]
    return ", ".join(filter(None, parts))


def describe_deal(info: TableInfo) -> str:
    """Return which duplicate deal a table plays; empty if it plays none."""
    series = read_series(info.series) if info.series else None
    return describe_series(series) if series is not None else ""


def describe_game_state(info: TableInfo, name: str, now: int) -> str:
    """Return whose turn it is, the turn's number, and the other players.

    `now` is Unix time in milliseconds.
    """
    acting = info.seats[info.to_act] if info.to_act is not None else ""
    turn = "your turn" if acting == name else f"{acting} has the turn"
    left = f"{format_time(max(0, info.deadline - now))} left" if info.deadline is not None else ""
    absent = info.absent if left == "" else ()
    others = [one for one in info.others(name) if one not in absent]
    parts = [turn, left, f"turn {info.turn}", named(others) if others else ""]
    return ", ".join(filter(None, [*parts, f"{named(absent)} away" if absent else ""]))


def describe_offer(info: TableInfo, name: str, now: int) -> tuple[str, str]:
    """Return what somebody can do at a table, and a short description of it.

    `now` is Unix time in milliseconds.
    """
    game = describe_game(info.game, info.players)
    if info.seat is not None and info.begun:
        return f"Go on with {game}", describe_game_state(info, name, now)
    if info.seat is not None:
        return f"Wait for {game}", describe_waiting_table(info, name)
    if info.begun:
        shown = [describe_deal(info), f"turn {info.turn}", named(info.names)]
        parts = "private" if info.private else ", ".join(filter(None, shown))
        if info.to_take_over and not is_guest(name):
            return f"Join {game}", f"instead of a bot, {parts}"
        return f"Watch {game}", parts
    return f"{'Look at' if is_guest(name) else 'Join'} {game}", describe_waiting_table(info, name)


def describe_activity(one: Activity) -> str:
    """Return what a visitor does: at a table, in a review, or in the lobby."""
    if one.doing is Doing.REVIEWS:
        return "reviews a game"
    return f"{one.doing} {games.find(one.game).title}" if one.game else str(one.doing)


def describe_ending(game: Finished) -> str:
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


def describe_absent(info: TableInfo) -> str:
    """Return who is away, and for whom of them a bot plays."""
    away = info.absent_without_bot
    parts = [f"{named_with_be(away)} away"] if away else []
    return "  ".join([*parts, *_described_bots(info)])


def describe_places(info: TableInfo, viewer: str, now: int, between: str = "  ") -> str:
    """Return where the others are who don't look at the table, and since when.

    `now` is Unix time in milliseconds, `between` stands between two of them.
    """
    stood_in = info.absent_with_bot
    parts = [
        f"{name} is {describe_place(place, now)}"
        for name, place in info.places.items()
        if name not in (viewer, *stood_in) and place.where is not Where.HERE
    ]
    return between.join([*parts, *_described_bots(info)])


def _described_bots(info: TableInfo) -> list[str]:
    """Return for whom of the absent players a bot plays."""
    stood_in = info.absent_with_bot
    return [f"a bot plays for {named(stood_in)}"] if stood_in else []


def describe_place(place: Place, now: int) -> str:
    """Return where a player is, and since when: `away (5 min)`.

    `now` is Unix time in milliseconds. Less than a minute isn't worth a word.
    """
    since = describe_duration(now - place.since) if place.since else ""
    return f"{place.where.value} ({since})" if since else place.where.value


def describe_duration(milliseconds: int) -> str:
    """Return a time: `5 min`, `47 h`, `2 days 23 h`; empty below a minute."""
    minutes = milliseconds // 60_000
    if minutes < 60:
        return f"{minutes} min" if minutes > 0 else ""
    hours = minutes // 60
    if hours < 48:
        return f"{hours} h"
    days, more = divmod(hours, 24)
    return f"{days} days {more} h" if more else f"{days} days"


def describe_question(info: TableInfo) -> str:
    """Return the open question as a sentence; empty if there is none."""
    if info.asked is None:
        return ""
    return f"{tell_question(info.asked, info.seats)}."


def tell_question(question: Question, seats: Sequence[str]) -> str:
    """Return who asks for what, as a sentence without its full stop."""
    return f"{seats[question.agreed[0]]} asks to {_ASKED[question.what]}"


class NewsKeys(NamedTuple):
    """The keys, as they are shown: for both answers, and for both wishes."""

    yes: str
    no: str
    wish: str
    rather_not: str


def describe_news(info: TableInfo, keys: NewsKeys) -> str:
    """Return what waits between the players: a question, an offer, a wish."""
    if info.ended:
        return "The game was ended without a winner."
    if info.asked is not None and info.seat is not None:
        if info.seat not in info.asked.agreed:
            return f"{describe_question(info)} {keys.yes} agrees, {keys.no} refuses."
        waits = [info.seats[seat] for seat in info.here if seat not in info.asked.agreed]
        done = "Asked" if info.seat == info.asked.agreed[0] else "You have agreed"
        return f"{done} to {_ASKED[info.asked.what]}: {named(waits)} must agree." if waits else ""
    offering = [info.seats[seat] for seat in info.draws if seat != info.seat]
    if offering:
        return f"{named(offering)} offers a draw." + (
            f" {keys.yes} agrees." if info.seat is not None else ""
        )
    if info.draws:
        return "You offer a draw; it stands until the next action."
    if info.may_wish:
        return _wishes(info, keys)
    return ""


def _wishes(info: TableInfo, keys: NewsKeys) -> str:
    parts = [tell_wishes(info.wishes, info.seats)] if info.wishes else []
    silent = [seat for seat in info.here if seat not in (*info.wishes, info.to_act)]
    if info.seat in silent:
        parts.append(f"Would you like to go next? {keys.wish} yes, {keys.rather_not} rather not.")
    elif silent and info.seat == info.to_act:
        names = named([info.seats[seat] for seat in silent])
        parts.append(f"{names} may say if they would like to.")
    return " ".join(parts)


def format_clocks(times: Sequence[int], seats: Sequence[str]) -> str:
    """Return the time left of each player, in milliseconds, with their names."""
    return "  ".join(
        f"{name} {format_time(left)}".lstrip() for name, left in zip(seats, times, strict=True)
    )


def format_time(left: int) -> str:
    """Return a time left in milliseconds: `4:32`, `47 h`, `2 days 23 h`."""
    seconds = left // 1000
    return describe_duration(left) if seconds >= _HOUR else f"{seconds // 60}:{seconds % 60:02}"
