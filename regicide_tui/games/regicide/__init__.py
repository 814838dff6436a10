"""Regicide: one to four players together against twelve royals."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random

from regicide_tui.games.base import Event, Game, Json, Option, Outcome, Pile, Seat, Step
from regicide_tui.games.optional import Statistics, TableTalk
from regicide_tui.games.regicide import actions, events, legal, preview, rules, setup
from regicide_tui.games.regicide import view as views
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.log_sentences import tell_position
from regicide_tui.games.regicide.position import read_position, why_impossible, write_position
from regicide_tui.games.regicide.state import Phase, State, medal
from regicide_tui.games.regicide_family.plays import price
from regicide_tui.games.words import counted


class Regicide(Game[State, Action], TableTalk[State], Statistics):
    """The contract of `Game` for this game; each part is in its own module."""

    name = "regicide"
    title = "Regicide"
    player_counts = (1, 2, 3, 4)

    def options(self, players: int) -> tuple[Option, ...]:
        return setup.options_for(players)

    def new(self, players: int, seed: str, options: Mapping[str, Json]) -> State:
        return setup.deal(players, seed, options)

    def load(self, position: Json, seed: str, options: Mapping[str, Json]) -> State:
        return read_position(position, seed, options)

    def why_impossible(self, state: State) -> str:
        return why_impossible(state)

    def position(self, state: State) -> dict[str, Json]:
        return write_position(state)

    def describe(self, position: Json, seats: tuple[str, ...]) -> str:
        return tell_position(position)

    def to_act(self, state: State) -> Seat | None:
        return None if state.phase is Phase.OVER else state.turn

    def legal_actions(self, view: State) -> Sequence[Action]:
        return legal.legal_actions(view)

    def reduce(self, state: State, action: Action) -> Step[State]:
        return rules.reduce(state, action)

    def view(self, state: State, seat: Seat | None) -> State:
        return views.view(state, seat)

    def view_event(self, event: Event, seat: Seat | None) -> Event:
        return events.hide(event, seat)

    def remarks(self, view: State) -> tuple[tuple[str, int], ...]:
        return (("tavern", len(view.tavern)), ("discard", len(view.discard)))

    def remark(self, name: str, count: int) -> str:
        pile = {"tavern": "Tavern", "discard": "discard pile"}.get(name)
        return f"The {pile} has {counted(count, 'card')}." if pile else ""

    def may_wish(self, view: State) -> bool:
        return view.phase is Phase.CHOOSE

    def outcome(self, state: State) -> Outcome | None:
        if state.result is None or state.reason is None:
            return None
        winners = tuple(range(len(state.hands))) if state.result == "won" else ()
        return Outcome(winners, state.reason, medal(state))

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def in_order(self, action: Action) -> Action:
        return actions.in_order(action)

    def format(self, action: Action) -> str:
        return actions.format_action(action)

    def effect(self, view: State, action: Action) -> Hashable:
        return preview.effect(view, action)

    def price(self, cards: Pile) -> float:
        return price(cards)

    def say(self, view: State, action: Action, seats: tuple[str, ...]) -> str:
        return actions.say_action(action, seats)

    def figures(self, events: Iterable[Event]) -> Mapping[str, int]:
        from regicide_tui.games.regicide import figures  # only at the end of a game

        return figures.figures(events)

    def spell_out(self, text: str) -> tuple[str, ...]:
        return actions.spell_out(text)

    def determinize(self, view: State, rng: Random) -> State:
        return views.determinize(view, rng)


GAME = Regicide()
