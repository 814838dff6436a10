"""A playthrough as text: what each step shows to whom."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, groupby
from typing import Any

from regicide_tui.games.base import AnyGame, Event, Json, Seat, to_json
from regicide_tui.games.words import counted
from tests.loose import loose
from tests.playthroughs.games import Playthrough

FULL_LIST = 10
"""More legal actions than this are only counted."""
ABSENT = "not in the view"
UNHIDDEN = "as it is"
DERIVED = ("hand_counts",)
"""Keys that only repeat what others say."""
Lines = dict[str, str]
"""The keys of a position, each with its value as text."""

HOW_TO_READ = """\
A step has the lines that changed since the step before. 'state' is the whole truth. Below it stands
what is different in views: P1 to P4 are the players, 'other' is a spectator, 'all' is each of them.
'as it is' means that there is no difference any more. '?' is a hidden card, '? x5' are five.
"""


def write(one: Playthrough) -> str:
    """Return the text of a game."""
    title = f"{one.game.title}, {counted(one.players, 'player')}, seed {one.seed}. {one.chosen}"
    skipped = f" The first {counted(one.skipped, 'action')} are left out." if one.skipped else ""
    return "\n".join([title + skipped, "", HOW_TO_READ, *_steps(one)]) + "\n"


def _steps(one: Playthrough) -> Iterator[str]:
    game = one.game
    seats = (*range(one.players), None)
    truth_before, views_before = Lines(), {seat: Lines() for seat in seats}
    for number, state, action in taken(one):
        actor = game.to_act(state)
        yield f"--- step {number}: {'the game is over' if actor is None else _name(actor)}"
        truth = lines(game.position(state))
        views = {seat: differences(truth, game.position(game.view(state, seat))) for seat in seats}
        yield from [f"state    {key}: {now}" for key, now in _changed(truth_before, truth).items()]
        yield from _views(views_before, views)
        truth_before, views_before = truth, views
        if actor is not None:
            yield _legal(game, game.view(state, actor))
            yield f"action   {game.format(action)}"
            yield from _events(game, game.reduce(state, action).events, seats)
            yield ""
        else:
            yield f"outcome  {game.outcome(state)!r}"


def taken(one: Playthrough) -> Iterator[tuple[int, Any, Any]]:
    """Give the number of each step that is shown, its state and the action; at the end None."""
    state = one.game.new(one.players, one.seed, {})
    for number in count(1):
        action = None if one.game.to_act(state) is None else one.choose(state)
        if number > one.skipped:
            yield number, state, action
        if action is None:
            return
        state = one.game.reduce(state, action).state


# ---------------------------------------------------------------- the state and its views


def lines(position: Mapping[str, Json]) -> Lines:
    """Return each value of a position as text."""
    return {key: text(value) for key, value in position.items() if key not in DERIVED}


def text(value: Json) -> str:
    """Return a value as text: `3C - ? x5` are a card, an empty place and five hidden cards."""
    if isinstance(value, list) and all(one is None or isinstance(one, str) for one in value):
        runs = [(card, len(list(run))) for card, run in groupby(one or "-" for one in value)]
        hidden = [f"? x{many}" if card == "?" else " ".join([card] * many) for card, many in runs]
        return " ".join(hidden) or "-"
    if isinstance(value, list) and any(isinstance(one, list) for one in value):
        return " | ".join(map(text, value))
    if value is None or value == "":
        return "-"
    return value if isinstance(value, str) else json.dumps(value)


def differences(truth: Lines, view: Mapping[str, Json]) -> Lines:
    """Return what a view shows where it does not show the truth."""
    seen = lines(view)
    assert seen.keys() <= truth.keys(), "a view shows nothing that the state does not have"
    shown = {key: seen.get(key, ABSENT) for key in truth}
    return {key: value for key, value in shown.items() if value != truth[key]}


def _changed(before: Lines, now: Lines) -> Lines:
    return {key: value for key, value in now.items() if before.get(key) != value}


def _views(before: Mapping[Seat | None, Lines], now: Mapping[Seat | None, Lines]) -> Iterator[str]:
    keys = dict.fromkeys(key for view in (*now.values(), *before.values()) for key in view)
    for key in keys:
        told = {
            seat: view.get(key, UNHIDDEN)
            for seat, view in now.items()
            if view.get(key) != before[seat].get(key)
        }
        yield from _by_viewers(told, len(now), f"{key}: ")


def _by_viewers(told: Mapping[Seat | None, str], viewers: int, head: str = "") -> Iterator[str]:
    """Give a line for each different text, with all who see it so."""
    for value in dict.fromkeys(told.values()):
        seats = [seat for seat, one in told.items() if one == value]
        names = "all" if len(seats) == viewers else " ".join(map(_name, seats))
        yield f"{names:<8} {head}{value}"


def _name(seat: Seat | None) -> str:
    return "other" if seat is None else f"P{seat + 1}"


# ---------------------------------------------------------------- actions and events


def _legal(game: AnyGame, view: Any) -> str:
    actions = [game.format(one) for one in game.legal_actions(view)]
    more = "" if game.is_complete(view) else ", and more"
    few = f": {', '.join(actions)}" if len(actions) <= FULL_LIST else ""
    return f"legal    {len(actions)}{more}{few}"


def _events(
    game: AnyGame, events: Iterable[Event], seats: tuple[Seat | None, ...]
) -> Iterator[str]:
    for event in events:
        truth = _event(event)
        yield f"event    {truth}"
        told = {seat: _event(game.view_event(event, seat)) for seat in seats}
        differ = {seat: one for seat, one in told.items() if one != truth}
        yield from _by_viewers(differ, len(seats))


def _event(event: Event) -> str:
    written = to_json(event)
    fields = [f"{key}={text(value)}" for key, value in loose(written).items() if key != "type"]
    return ", ".join([loose(written)["type"], *fields])
