"""Regicide Duel: two players against each other."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType

from regicide_tui.games.base import Event, Game, Json, Option, Outcome, Pile, Seat, Step
from regicide_tui.games.duel import events, legal, preview, rules, setup
from regicide_tui.games.duel import view as views
from regicide_tui.games.duel.log_sentences import tell_position
from regicide_tui.games.duel.position import read_position, why_impossible, write_position
from regicide_tui.games.duel.state import PLAYERS, State, actor
from regicide_tui.games.notation import normalize
from regicide_tui.games.optional import Statistics
from regicide_tui.games.regicide_family.play_and_pay import (
    Pay,
    Play,
    format_play_or_pay,
    parse_play_or_pay,
    play_or_pay_in_order,
    say_play_or_pay,
)
from regicide_tui.games.regicide_family.plays import price


class Duel(Game[State, Play | Pay], Statistics):
    """The contract of `Game` for this game; each part is in its own module."""

    name = "duel"
    title = setup.TITLE
    player_counts = (PLAYERS,)
    rivals = True
    matches = True
    bests = MappingProxyType({"attack": "Largest attack", "shields": "Most shields lost"})

    def options(self, players: int) -> tuple[Option, ...]:
        return setup.OPTIONS

    def new(self, players: int, seed: str, options: Mapping[str, Json]) -> State:
        return setup.deal(players, seed, options)

    def load(self, position: Json, seed: str, options: Mapping[str, Json]) -> State:
        return read_position(position, seed, options)

    def why_impossible(self, state: State) -> str:
        return why_impossible(state)

    def position(self, state: State) -> dict[str, Json]:
        return write_position(state)

    def describe(self, position: Json, seats: tuple[str, ...]) -> str:
        return tell_position(position, seats)

    def to_act(self, state: State) -> Seat | None:
        return actor(state)

    def legal_actions(self, view: State) -> Sequence[Play | Pay]:
        return legal.legal_actions(view)

    def reduce(self, state: State, action: Play | Pay) -> Step[State]:
        return rules.reduce(state, action)

    def view(self, state: State, seat: Seat | None) -> State:
        return views.view(state, seat)

    def view_event(self, event: Event, seat: Seat | None) -> Event:
        return events.hide(event, seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.winner is None or state.reason is None:
            return None
        return Outcome((state.winner,), state.reason)

    def parse(self, text: str) -> Play | Pay:
        return parse_play_or_pay(normalize(text).split(" "), self.title)

    def in_order(self, action: Play | Pay) -> Play | Pay:
        return play_or_pay_in_order(action)

    def format(self, action: Play | Pay) -> str:
        return format_play_or_pay(action)

    def effect(self, view: State, action: Play | Pay) -> Hashable:
        return preview.effect(view, action)

    def price(self, cards: Pile) -> float:
        return price(cards)

    def say(self, view: State, action: Play | Pay, seats: tuple[str, ...]) -> str:
        return say_play_or_pay(action)

    def figures(self, events: Iterable[Event]) -> Mapping[str, int]:
        from regicide_tui.games.duel import figures  # only at the end of a game

        return figures.figures(events)

    def determinize(self, view: State, rng: Random) -> State:
        return views.determinize(view, rng)


GAME = Duel()
