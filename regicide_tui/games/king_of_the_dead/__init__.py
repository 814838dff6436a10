"""King of the Dead: two to four players build decks and score runs."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType

from regicide_tui.games.base import Event, Game, Json, Option, Outcome, Pile, Seat, Step
from regicide_tui.games.king_of_the_dead import (
    action_words,
    actions,
    events,
    legal,
    preview,
    rules,
    setup,
    state,
    values,
)
from regicide_tui.games.king_of_the_dead import view as views
from regicide_tui.games.king_of_the_dead.actions import Action, Score
from regicide_tui.games.king_of_the_dead.log_sentences import tell_position
from regicide_tui.games.king_of_the_dead.position import (
    read_position,
    why_impossible,
    write_position,
)
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.optional import Statistics


class KingOfTheDead(Game[State, Action], Statistics):
    """The contract of `Game` for this game; each part is in its own module."""

    name = "king_of_the_dead"
    title = setup.TITLE
    player_counts = setup.PLAYER_COUNTS
    rivals = True
    bests = MappingProxyType({"points": "Most points", "powers": "Most powers"})

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
        return tell_position(position, seats)

    def to_act(self, view: State) -> Seat | None:
        return state.to_act(view)

    def legal_actions(self, view: State) -> Sequence[Action]:
        return legal.legal_actions(view)

    def is_complete(self, view: State) -> bool:
        return legal.is_complete(view)

    def reduce(self, state: State, action: Action) -> Step[State]:
        return rules.reduce(state, action)

    def view(self, state: State, seat: Seat | None) -> State:
        return views.view(state, seat)

    def view_event(self, event: Event, seat: Seat | None) -> Event:
        return events.hide(event, seat)

    def outcome(self, view: State) -> Outcome | None:
        if not view.over:
            return None
        return Outcome(state.winners(view), state.reason(view), points=state.points_of(view))

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def in_order(self, action: Action) -> Action:
        return actions.in_order_of_notation(action)

    def format(self, action: Action) -> str:
        return actions.format_action(action)

    def effect(self, view: State, action: Action) -> Hashable:
        return preview.effect(view, action)

    def price(self, cards: Pile) -> float:
        return values.price(cards)

    def say(self, view: State, action: Action, seats: tuple[str, ...]) -> str:
        return action_words.say_action(view, action, seats)

    def canonical(self, view: State, action: Action) -> Action:
        return (
            Score(rules.check_run(view, action.cards)[1]) if isinstance(action, Score) else action
        )

    def figures(self, events: Iterable[Event]) -> Mapping[str, int]:
        from regicide_tui.games.king_of_the_dead import figures  # only at the end of a game

        return figures.figures(events)

    def determinize(self, view: State, rng: Random) -> State:
        return views.determinize(view, rng)


GAME = KingOfTheDead()
