"""The player who knows where every card lies: what it knows, and that only it knows that."""

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random

import pytest

from regicide_tui.bots.base import Bot, BotGame, Observation, never_stop
from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.search import determinize
from regicide_tui.bots.encoded.state import card_number, read_hand
from regicide_tui.bots.king_of_the_dead import state as king_layout
from regicide_tui.bots.king_of_the_dead.search import determinize as king_determinize
from regicide_tui.bots.king_of_the_dead.state import card_number as king_number
from regicide_tui.bots.library import ints
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.roster import list_levels, make_bot
from regicide_tui.cards import Card
from regicide_tui.games import find
from regicide_tui.games.base import Value
from regicide_tui.simulate import players as simulated
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.reference import list_names
from regicide_tui.simulate.reference.all_cards import (
    AllCardsPlayer,
    know_all_of_king,
)
from tests.bots.encoded.reading import pile
from tests.loose import loose
from tests.simulate.playing import play
from tests.simulate.reference.games import TABLES, walk

_ENCODED = [table for table in TABLES if table[0] != "king_of_the_dead"]
_KING = [players for name, players in TABLES if name == "king_of_the_dead"]


@pytest.mark.parametrize(("name", "players"), _ENCODED)
def test_in_regicide_and_the_duel_it_knows_all_cards_and_guesses_none(
    name: str, players: int
) -> None:
    player = loose(AllCardsPlayer(name, players, 0))
    encoded = ints(layout.LENGTH)

    def numbers(cards: Sequence[Card]) -> list[int]:
        return [max(1, card_number(card)) for card in cards]  # as `pile` returns Jesters

    for running in walk(name, players, "known"):
        state, rng = loose(running.state), new_rng(len(running.actions))
        untouched = rng[:]
        seen = running.observe(running.to_act or 0)
        determinize(player.know(state, seen), encoded, rng)
        assert rng == untouched
        assert pile(encoded, layout.CASTLE, layout.CASTLE_SIZE) == numbers(state.castle[::-1])
        assert pile(encoded, layout.TAVERN, layout.TAVERN_SIZE) == numbers(state.tavern[::-1])
        assert pile(encoded, layout.DISCARD, layout.DISCARD_SIZE) == numbers(state.discard[::-1])
        for seat, hand in enumerate(state.hands):
            held = [max(1, number) for number in read_hand(encoded, seat)]
            assert held == sorted(numbers(hand))


@pytest.mark.parametrize("players", _KING)
def test_in_king_of_the_dead_it_knows_all_cards_and_guesses_none(players: int) -> None:
    encoded = ints(king_layout.LENGTH)

    def pile_of(number: int) -> list[int]:
        first = king_layout.CARDS + number * king_layout.ROOM
        cards: list[int] = encoded[first : first + encoded[king_layout.SIZES + number]].tolist()
        return cards

    def numbers(cards: Sequence[Card]) -> list[int]:
        return [king_number(card) for card in cards]

    for running in walk("king_of_the_dead", players, "known"):
        state, rng = loose(running.state), new_rng(len(running.actions))
        untouched = rng[:]
        king_determinize(know_all_of_king(state), encoded, rng)
        assert rng == untouched
        assert pile_of(king_layout.GATE) == numbers(state.gate[::-1])
        newcomer = king_number(state.newcomer) if state.newcomer else 0
        assert encoded[king_layout.NEWCOMER] == newcomer
        for seat, side in enumerate(state.sides):
            assert pile_of(king_layout.HANDS + seat) == sorted(numbers(side.hand))
            assert pile_of(king_layout.DRAWS + seat) == numbers(side.draws[::-1])


@pytest.mark.parametrize(("name", "players"), _ENCODED)
def test_without_a_search_it_gives_one_answer_whatever_the_seed(name: str, players: int) -> None:
    player = AllCardsPlayer(name, players, 0)
    for running in walk(name, players, "one answer"):
        seen = running.observe(running.to_act or 0)
        answers = {player.decide(running.state, seen, seed) for seed in range(8)}
        assert len(answers) == 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_its_answers_depend_on_hidden_cards(name: str, players: int) -> None:
    game, player = find(name), AllCardsPlayer(name, players, 150)

    def is_changed(running: BotGame[Value, Value]) -> bool:
        seen = running.observe(running.to_act or 0)
        other = game.determinize(seen.view, Random(len(running.actions)))
        return player.decide(running.state, seen, 1).action != player.decide(other, seen, 1).action

    assert any(map(is_changed, walk(name, players, "exchanged")))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_plays_whole_games_which_are_the_same_again(name: str, players: int) -> None:
    plan = Plan(name, ("all-cards:60",) * players, "whole")
    played = play(plan, [1, 2])
    assert play(plan, [1, 2]) == played


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_its_actions_are_legal_under_all_house_rules(name: str, players: int) -> None:
    game, player = find(name), AllCardsPlayer(name, players, 20)
    for house_rule in game.options(players):
        for value in house_rule.values:
            for running in islice(walk(name, players, "rules", {house_rule.name: value}), 0, 60, 5):
                seen = running.observe(running.to_act or 0)
                running.check(player.decide(running.state, seen, 1).action)


# ---------------------------------------------------------------- and nobody else


class _Watched(Bot[Value, Value]):
    """A bot that notes what it is given."""

    def __init__(self, bot: Bot[Value, Value]) -> None:
        self._bot = bot
        self.given: list[Observation[Value]] = []

    def choose(
        self, observation: Observation[Value], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> Value:
        """Return what the bot chooses."""
        self.given.append(observation)
        return self._bot.choose(observation, seed, stopped)


@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[1] > 1])
def test_beside_it_a_bot_is_given_what_its_seat_sees_and_nothing_else(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = _Watched(make_bot(name, "page", players))
    monkeypatch.setattr(simulated, "make_bot", lambda *_: watched)
    play(Plan(name, ("all-cards:20", *["page"] * (players - 1)), "beside"), [1])
    assert watched.given
    game = find(name)
    for observation in watched.given:
        assert type(observation) is Observation
        seat = game.to_act(observation.view)
        for view in (observation.first_view, observation.view):
            assert game.view(view, seat) == view  # there is nothing to hide in it
        events = observation.events
        assert tuple([game.view_event(event, seat) for event in events]) == events


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_neither_it_nor_the_random_player_is_a_level(name: str, players: int) -> None:
    levels = {level.name for level in list_levels(name, players)}
    assert list_names(name, players).keys() - levels == {"random", "all-cards"}
    for reference in ("random", "all-cards"):
        with pytest.raises(KeyError):
            make_bot(name, reference, players)
    assert not isinstance(AllCardsPlayer(name, players, 0), Bot)
