"""Short descriptions of tables and games: pure functions."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.games.words import (
    PlayerNames,
    counted,
    named,
    named_with_be,
    tell_wishes,
)
from regicide_tui.play.ratings import Finished
from regicide_tui.server.api.lobby import Activity, Doing
from regicide_tui.server.model.boards.pages import describe_time, name_some
from regicide_tui.server.model.boards.series import describe_series, read_series
from regicide_tui.server.model.names import PLAY, NameRefused, Reader, check_choice, is_guest
from regicide_tui.server.model.table.asking import must_agree
from regicide_tui.server.model.table.commands import END, PAUSE, PAUSE_DAYS, STAND_IN, UNDO
from regicide_tui.server.model.table.facts import (
    DRAW,
    SEAT,
    Clock,
    Question,
    Said,
    Unmet,
    WhoJoins,
    is_bot,
)
from regicide_tui.server.model.table.people import Place, Where
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.tui.rendering.paint import Run, Symbols, shorten

ClockName = Literal["5+5", "10+5", "20+10"]
"""Minutes for each player, and the seconds that each action adds."""
CLOCKS: Mapping[str, tuple[int, int]] = {
    name: (60 * int(minutes), int(seconds))
    for name in get_args(ClockName)
    for minutes, seconds in [name.split("+")]
}
"""The clocks in seconds. Only two opponents play by such a clock."""
DAYS = {"1 day": 1, "3 days": 3, "7 days": 7}
"""The days per action in a correspondence game."""
NEW_KEY = (
    "Welcome! Choose the name other players will see. It will belong to your SSH key: only that "
    "key can log in with it."
)
NO_KEY = (
    "Names here belong to SSH keys, and you logged in without one. Make a key on your own machine, "
    "then reconnect:"
)
HAVE_KEY = "If you already have a key, you need only the second command."
"""For guests whose client wasn't asked for a key, or whose key had to wait."""
NAMING_SECONDS = 300.0
"""Seconds to choose a name: until then, the newcomer holds a connection."""
NO_NAME_YET = "You didn't choose a name within five minutes. Reconnect when you have one."
NO_NAME = "You left without a name. Reconnect whenever you like."
_HOUR = 3600
"""From this many seconds, a time is shown without seconds: only clocks with days are so long."""
_LONGEST_NAME = 16
_SHORTER_NAMES = (12, 8, 4)
"""Cells of a name beside a clock, as the room shrinks."""
_WARNINGS = (30, 10)
"""Seconds left at which players are warned."""
_ASKED = {
    UNDO: "undo the last action",
    END: "end the game without a winner",
    STAND_IN: "let a bot play for absent players",
    PAUSE: f"stop the clocks for {PAUSE_DAYS} days",
    DRAW: "agree on a draw",
}


def suggest_name(name: str) -> tuple[str, str]:
    """Return the text for the field and a sentence about it; no text for an impossible name.

    A client's user name may be `root` or the like.
    """
    if not name or name.casefold() == PLAY:
        return "", ""
    try:
        check_choice(name)
    except NameRefused as error:
        return "", str(error)
    return name, ""


def farewell(visitor: Visitor, *, has_seats: bool) -> str:
    """Return what the visitor's terminal shows after they leave.

    The command has a line of its own, so that it can be copied from a narrow terminal.
    """
    name = "" if visitor.guest else f", {visitor.name}"
    seats = " Your seats stay yours." if has_seats else ""
    return f"Goodbye{name}.{seats} To reconnect:\n{visitor.way_back}"


def describe_game(game: str, players: int) -> str:
    """Return the game and its players: `Regicide for 3`."""
    title = games.find(game).title
    return title if len(games.find(game).player_counts) == 1 else f"{title} for {players}"


def describe_clock(clock: Clock | None) -> str:
    """Return the clock in words; empty without one."""
    if clock is None:
        return ""
    if clock.days:
        return f"by correspondence: {counted(clock.days, 'day')} per action"
    more = f" plus {clock.increment} s per action" if clock.increment else ""
    return f"{clock.seconds // 60} minutes each{more}"


def _short_clock(clock: Clock) -> str:
    """Return a clock for a line of a list."""
    if clock.days:
        return f"{counted(clock.days, 'day')} per action"
    return f"clock {clock.seconds // 60}+{clock.increment}"


def describe_house_rules(table: VisitorTable) -> str:
    """Return the options that differ from their defaults."""
    usual = {one.name: one.default for one in games.find(table.game).options(table.players)}
    chosen = [
        _say_rule(name.replace("_", " "), value)
        for name, value in table.options.items()
        if value != usual.get(name)
    ]
    return ", ".join(chosen)


def _say_rule(name: str, value: Json) -> str:
    """Return a house rule in words: `no combos`, `overpay: minimal`."""
    if isinstance(value, bool):
        return name if value else f"no {name}"
    return f"{name}: {value}".replace("_", " ")


def describe_manners(table: VisitorTable) -> str:
    """Return how partners chat in the game, and who can take bots' seats; may be empty."""
    if table.rules.rivals or table.players == 1 or table.of_guest:
        return ""
    talk = f"Chat in the game: {'free' if table.talks_freely else 'from a list of phrases'}."
    if table.series:
        return talk  # no bot sits down
    who = {
        WhoJoins.ANYONE: "anyone can take them",
        WhoJoins.ASK: "the host decides",
        WhoJoins.NOBODY: "nobody can take them",
    }
    return f"{talk} Bots' seats: {who[table.joining]}."


class Offered(NamedTuple):
    """A table in the lobby: what a visitor can do there, facts, and who else sits there."""

    title: str
    facts: str
    company: str = ""

    @property
    def detail(self) -> str:
        """All but the title."""
        return _joined(self.facts, self.company)


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _describe_waiting_table(table: VisitorTable) -> str:
    """Return what a table still needs, and how it is played."""
    seats = {0: "all seats taken" if table.players > 1 else "", 1: "one seat free"}
    return _joined(
        "private" if table.private else "",
        seats.get(table.free, f"{table.free} seats free"),
        _short_clock(table.clock) if table.clock is not None else "",
        describe_house_rules(table),
        "open to programs" if table.programs else "",
    )


def describe_seat(table: VisitorTable, name: str, viewer: str, now: int) -> str:
    """Return who sits in a seat before the game; `now` is Unix time in milliseconds."""
    if is_bot(name):
        return f"a {table.bots[table.seats.index(name)]}"
    parts = ["host of the table"] if name == table.host else []
    parts += ["ready"] if name in table.ready else []
    place = table.places.get(name)
    if name != viewer and place is not None and place.where is not Where.HERE:
        parts.append(describe_place(place, now))
    return ", ".join(parts)


def describe_wait(table: VisitorTable, name: str, to_get_name: str, to_seat_bot: str) -> str:
    """Return what a table waits for; the last two arguments say what to press or type."""
    if table.seat is None and is_guest(name):
        return f"Guests can't join this table. {to_get_name} to get a name."
    if table.seat is None:
        return "Choose a free seat to sit down." if table.free else "All seats are taken."
    if table.free and is_guest(name):
        return f"Guests play only with bots. {to_seat_bot} to seat a bot."
    if table.free:
        return "Waiting for someone to sit down."
    missing = [one for one in table.people if one not in (*table.ready, table.host)]
    others = [one for one in missing if one != name]
    if name in missing:
        return "Are you ready?" + (f" {named_with_be(others)} not ready yet." if others else "")
    if missing:
        return f"Waiting until {named_with_be(others)} ready."
    is_host = table.host == name
    return "Everyone is ready." if is_host else f"Waiting for {table.host} to start the game."


def describe_deal(table: VisitorTable) -> str:
    """Return which duplicate deal a table plays; empty if it plays none."""
    series = read_series(table.series) if table.series else None
    return describe_series(series) if series is not None else ""


def describe_another_game(table: VisitorTable) -> str:
    """Return what the next game with the same players is; empty for one player."""
    company = "with the same players" if len(table.seats) > 1 else ""
    return _joined(company, "newly shuffled" if table.series else "")


def describe_played(table: VisitorTable) -> str:
    """Return what a table plays: `Regicide for 3`, or `the deal of 2026-11-23`."""
    return describe_deal(table) or describe_game(table.game, table.players)


def _describe_game_state(table: VisitorTable, name: str, now: int) -> str:
    """Return whose turn it is, the turn's number, and who is away."""
    acting = table.seats[table.to_act] if table.to_act is not None else ""
    runs = table.clock is not None and not table.days
    mine = "your turn, your clock is running" if runs else "your turn"
    turn = mine if acting == name else f"{acting}'s turn"
    left = f"{format_time(max(0, table.deadline - now))} left" if table.deadline is not None else ""
    away = f"{named(table.absent)} away" if table.absent and not left else ""
    return _joined(turn, left, f"turn {table.turn}", away)


def describe_offer(table: VisitorTable, name: str, now: int) -> Offered:
    """Return what a visitor can do at a table. `now` is Unix time in milliseconds."""
    game, read = describe_played(table), table.reader.mark
    if table.seat is not None and table.begun:
        absent = table.absent if table.deadline is None else ()
        others = [one for one in table.others(name) if one not in absent]
        facts = _describe_game_state(table, name, now)
        return Offered(f"Return to {game}", facts, named([*map(read, others)]) if others else "")
    if table.begun:
        takes_over = table.may_take_over and not is_guest(name)
        instead = _describe_request(table) or ("instead of a bot" if takes_over else "")
        title = f"{'Join' if takes_over else 'Watch'} {game}"
        if table.private:
            return Offered(title, _joined(instead, "private"))
        facts = _joined(instead, f"turn {table.turn}")
        return Offered(title, facts, named([*map(read, table.names)]))
    away = table.absent
    people = [f"{read(one)} (away)" if one in away else read(one) for one in table.others(name)]
    verb = "Wait for" if table.seat is not None else "Look at" if is_guest(name) else "Join"
    company = f"with {named(people)}" if people else ""
    return Offered(f"{verb} {game}", _describe_waiting_table(table), company)


def _describe_request(table: VisitorTable) -> str:
    """Return the state of the visitor's request for a bot's seat; may be empty."""
    if table.asks_for is not None:
        return "request pending"
    return "request refused" if table.is_turned_down else ""


def describe_turn(table: VisitorTable) -> str:
    """Return whose turn it is, as a sentence."""
    if table.over or table.to_act is None:
        return "The game is over."
    mine = table.to_act == table.seat
    return "It is your turn." if mine else f"It is {table.seats[table.to_act]}'s turn."


def warn_of_time(table: VisitorTable, times: Sequence[int], warned: int) -> tuple[str, int]:
    """Return a warning that the visitor's time is running out, and the number due this turn.

    `times` are the milliseconds left by seat, and `warned` is the number returned last. The warning
    is empty if no further one is due.
    """
    seat, clock = table.seat, table.clock
    if seat is None or clock is None or clock.days or table.acting_person != seat:
        return "", 0
    seconds = -(-times[seat] // 1000)
    due = sum(seconds <= limit for limit in _WARNINGS)
    is_new = due > warned and seconds > 0
    return f"You have {counted(seconds, 'second')} left." if is_new else "", due


def tell_said(said: Said, reader: Reader) -> str:
    """Return a message as `reader` reads it."""
    return f"{reader.read(said.by)}: {said.text}"


def tell_who_waits(names: Sequence[str]) -> str:
    """Return the sentence about players who have asked for another game."""
    return f"{named_with_be(names)} waiting for you at the next game."


def tell_changes(before: VisitorTable, seen: VisitorTable, name: str) -> list[str]:
    """Return what happened at a table outside the game and chat: who left, an undone action."""
    left = () if before.begun else [one for one in before.people if one not in (name, *seen.people)]
    told = [f"{named(left)} {'has' if len(left) == 1 else 'have'} left the table."] if left else []
    pairs = zip(before.seats, seen.seats, strict=True) if before.begun else ()
    for old, new in pairs:
        if old and new and old != new:
            takes = "You take" if new == name else f"{new} takes"
            told.append(f"{takes} over from {old}.")
    if before.asks_for is not None and seen.asks_for is None and seen.seat is None:
        withdrawn = seen.bots[before.asks_for] and not seen.is_turned_down
        again = ", and can't ask again" if seen.is_turned_down else ""
        refused = f"You don't get the bot's seat{again}."
        told.append("You no longer ask for the seat." if withdrawn else refused)
    if (
        before.cards is not None
        and seen.cards is not None
        and seen.cards.moves < before.cards.moves
    ):
        told.append("Everyone agreed: the last action is undone.")
    return told


def describe_activity(one: Activity) -> str:
    """Return what a visitor is doing: at a table, in a review, or in the lobby."""
    if one.doing is Doing.REVIEWS:
        return "reviews a game"
    return f"{one.doing} {games.find(one.game).title}" if one.game else str(one.doing)


def describe_ending(game: Finished, reader: str) -> str:
    """Return how a game ended, as `reader` reads it: `won, gold medal`."""
    won = set(game.winners) == set(game.seats)
    if game.reason == "ended":
        how = "ended without a winner"
    elif not game.winners:
        how = "a draw" if games.find(game.game).rivals else "lost"
    elif won:
        how = "won"
    else:
        how = "won by you" if reader in game.winners else f"won by {named(game.winners)}"
    medal = f"{game.medal} medal" if game.medal else ""
    return _joined(how, medal, "" if won else game.standing)


def read_names(names: Sequence[str], reader: Reader) -> str:
    """Return names as `reader` reads them, in the order of their seats."""
    return named([*map(reader.read, names)])


def describe_absent(table: VisitorTable) -> str:
    """Return who is away, and for which of them a bot plays."""
    away = table.absent_without_bot
    parts = [f"{named_with_be(away)} away"] if away else []
    return "  ".join([*parts, *_described_bots(table)])


def describe_places(table: VisitorTable, viewer: str, now: int, between: str = "  ") -> str:
    """Return where the others are, if not at the table, and since when.

    `now` is Unix time in milliseconds, `between` separates them.
    """
    stood_in = table.absent_with_bot
    parts = [
        f"{name} is {describe_place(place, now)}"
        for name, place in table.places.items()
        if name not in (viewer, *stood_in) and place.where is not Where.HERE
    ]
    return between.join([*parts, *_described_bots(table)])


def _described_bots(table: VisitorTable) -> list[str]:
    """Return for which absent players a bot plays."""
    stood_in = table.absent_with_bot
    return [f"a bot plays for {named(stood_in)}"] if stood_in else []


def describe_players(table: VisitorTable) -> str:
    """Return who plays: `You and bea play`."""
    names = table.readable
    return f"{named(names)} {'plays' if len(names) == 1 and table.seat is None else 'play'}"


def describe_spectators(table: VisitorTable, cells: int = 50) -> str:
    """Return who else watches or, before the game, looks at the table; empty if no one does."""
    named_ones = [one for one in table.spectators if not is_guest(one)]
    guests = len(table.spectators) - len(named_ones)
    names = [*named_ones, *([counted(guests, "guest")] if guests else [])]
    if not names:
        return ""
    ending = "es" if table.begun else "s"
    verb = f"{'watch' if table.begun else 'look'}{ending * (len(table.spectators) == 1)}"
    return f"{name_some(names, cells)} {verb}{'' if table.begun else ' at the table'}"


def describe_place(place: Place, now: int) -> str:
    """Return where a player is, and since when: `away (5 min)`, `banned here`.

    `now` is Unix time in milliseconds. Less than a minute isn't mentioned.
    """
    since = describe_duration(now - place.since) if place.since else ""
    where = "banned here" if place.banned else place.where.value
    return f"{where} ({since})" if since else where


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


def describe_question(table: VisitorTable) -> str:
    """Return the open question as a sentence; empty if there is none."""
    asked = table.shown_question
    return f"{tell_question(asked, table)}." if asked is not None else ""


def tell_question(question: Question, table: VisitorTable) -> str:
    """Return a question in words, without a full stop."""
    if question.what == SEAT:
        return f"{question.by} asks for the seat of {table.seats[table.asking[question.by]]}"
    asks = PlayerNames(table.readable).with_verb(question.agreed[0], "ask")
    return f"{asks} to {_ASKED[question.what]}"


class NewsKeys(NamedTuple):
    """The keys for both answers and both wishes, as they are shown."""

    yes: str
    no: str
    wish: str
    rather_not: str


def describe_pause(table: VisitorTable, now: int) -> str:
    """Return until when a correspondence game is paused; empty if it isn't.

    `now` is Unix time in milliseconds.
    """
    if table.paused_until <= now:
        return ""
    until = describe_time(table.paused_until)
    return f"By agreement, the clocks are stopped until {until}. An action restarts them."


def describe_news(table: VisitorTable, keys: NewsKeys) -> str:
    """Return what is open between the players: a question, an offer, a wish."""
    if table.over:
        return "The game was ended without a winner." if table.ended else ""
    asked, seat = table.question, table.seat
    if table.open_question is not None:
        return f"{describe_question(table)} {keys.yes} agrees, {keys.no} refuses."
    if asked is not None and seat is not None:
        needed = must_agree(table, asked.what, table.absent) - {*asked.agreed}
        waits = [table.seats[one] for one in sorted(needed)]
        done = "Asked" if seat == asked.agreed[0] else "You have agreed"
        return f"{done} to {_ASKED[asked.what]}: {named(waits)} must agree." if waits else ""
    if table.asks_for is not None:
        return f"You ask for the seat of {table.seats[table.asks_for]}: {table.host} decides."
    offering = [table.seats[seat] for seat in table.draws if seat != table.seat]
    if offering:
        return f"{named(offering)} offers a draw." + (
            f" {keys.yes} agrees, {keys.no} refuses." if table.seat is not None else ""
        )
    unmet = table.unmet.get(seat) if seat is not None else None
    told = _tell_unmet(unmet) if unmet is not None else ""
    if table.draws and (unmet is None or unmet.what != DRAW):  # a refusal replaces the offer
        return f"{told} You offer a draw; it stands until the next action.".lstrip()
    return (_wishes(table, keys) if table.may_wish else "") or told


def _tell_unmet(unmet: Unmet) -> str:
    """Return which request or offer of a player failed."""
    if unmet.by:
        return f"{unmet.by} refuses to {_ASKED[unmet.what]}."
    asked = "offer" if unmet.what == DRAW else "request"
    return f"Your {asked} to {_ASKED[unmet.what]} has lapsed."


def _wishes(table: VisitorTable, keys: NewsKeys) -> str:
    parts = [tell_wishes(table.wishes, table.readable)] if table.wishes else []
    silent = [seat for seat in table.here if seat not in (*table.wishes, table.to_act)]
    if table.seat in silent:
        parts.append(f"Would you like to go next? {keys.wish} yes, {keys.rather_not} rather not.")
    elif silent and table.seat == table.to_act:
        names = named([table.seats[seat] for seat in silent])
        parts.append(f"{names} may say whether they would like to go next.")
    return " ".join(parts)


def describe_aside(
    table: VisitorTable,
    times: Sequence[int],
    away: str,
    symbols: Symbols,
    longest: int = _LONGEST_NAME,
    deal: str = "",
) -> Run:
    """Return the `deal`, whether the visitor only watches, who is `away`, and the clocks.

    `longest` is the number of cells of a name beside a clock.
    """
    clocks = _describe_clocks(table, times, symbols, longest)
    watched = describe_spectators(table, 2 * longest)
    parts = [deal, "watching" * (table.seat is None), watched, away * table.playing, clocks.text]
    return clocks._replace(text="  ".join(filter(None, parts)))


def shorten_aside(
    table: VisitorTable, times: Sequence[int], symbols: Symbols, deal: str = ""
) -> Sequence[Run]:
    """Return shorter texts: fewer words, then shorter names. The times are never cut."""
    away, longest = describe_absent(table), (_LONGEST_NAME, *_SHORTER_NAMES)
    if table.clock is None:
        short = describe_aside(table, times, away, symbols)
        return [short._replace(text=f"{deal}  {short.text}".rstrip()), short] if deal else [short]
    whole = [describe_aside(table, times, away, symbols, one) for one in longest]
    return [*whole, *[_describe_clocks(table, times, symbols, one) for one in (*longest, 0)]]


def _describe_clocks(
    table: VisitorTable, times: Sequence[int], symbols: Symbols, longest: int
) -> Run:
    """Return the time left of each player, in milliseconds, with their names."""
    style = "warning" if table.absent else "muted"
    names = [shorten(name, longest, symbols.ellipsis) for name in table.readable] if times else []
    clocks = [
        f"{name} {format_time(left)}".lstrip() for name, left in zip(names, times, strict=True)
    ]
    return Run("  ".join(clocks), style)


def format_time(left: int) -> str:
    """Return a time left in milliseconds: `4:32`, `47 h`, `2 days 23 h`."""
    seconds = left // 1000
    return describe_duration(left) if seconds >= _HOUR else f"{seconds // 60}:{seconds % 60:02}"
