"""What every game must hold: a suite that each game runs, whoever wrote it.

Make a subclass for a game, give it the manifest of the game and how to play it at random, and
pytest does the rest (docs/adding-a-game.md).
"""

import json
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import BadSetup, IllegalAction, Seat, take_text, to_json
from regicide_tui.games.manifest import Manifest, load
from regicide_tui.play.history import Start, begin
from regicide_tui.play.table import Table
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.layout import SMALLEST
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols, width_of
from regicide_tui.tui.table.game_ui import AnyGameUI, keys_at
from regicide_tui.tui.table.table_model import Pointing
from regicide_tui.tui.table.table_pages import AnyTablePages
from tests.games.playing import Playing, chances, examples
from tests.loose import loose

# One suite is run on several games, so its methods meet several classes.
_for_every_game = settings(
    derandomize=True,
    deadline=None,
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.differing_executors],
)
WINDOWS = ((SMALLEST.width, SMALLEST.height), (80, 24), (120, 40), (200, 60))
_ALWAYS = {"title", "stage", "foresight", "hand", "log", "keys"}
"""The zones that every table has."""


class GameConformance:
    """The suite, for the game of one manifest."""

    manifest: ClassVar[Manifest]
    playing: ClassVar[Playing]

    def _seats(self, state: Any) -> list[Seat | None]:
        return [None, *range(loose(self.playing.game.position(state)["players"]))]

    # ---------------------------------------------------------------- actions

    @given(data=st.data())
    @_for_every_game
    def test_no_card_is_ever_lost_or_made(self, data: st.DataObject) -> None:
        playing = self.playing
        state = data.draw(playing.positions())
        cards = playing.cards(state)
        for before, action in playing.on(data.draw(chances()), state, playing.far):
            assert playing.cards(playing.game.reduce(before, action).state) == cards

    @given(data=st.data())
    @_for_every_game
    def test_an_action_leaves_the_old_state_as_it_was(self, data: st.DataObject) -> None:
        playing = self.playing
        game, state = playing.game, data.draw(playing.positions())
        picture, number = json.dumps(game.position(state)), hash(state)
        for action in game.legal_actions(state)[:200]:
            assert game.reduce(state, action).state != state
            assert json.dumps(game.position(state)) == picture
            assert hash(state) == number

    @given(data=st.data())
    @_for_every_game
    def test_an_action_reads_back_as_it_is_written(self, data: st.DataObject) -> None:
        playing = self.playing
        game, state = playing.game, data.draw(playing.positions())
        for action in game.legal_actions(state):
            text = game.format(action)
            assert game.parse(text) == action
            assert game.canonical(state, action) == action
            assert [one.upper() for one in game.spell_out(text)] == [text.upper()]

    @given(data=st.data())
    @_for_every_game
    def test_the_same_actions_lead_to_the_same_state(self, data: st.DataObject) -> None:
        playing = self.playing
        game, state = playing.game, data.draw(playing.positions())
        taken = playing.on(data.draw(chances()), state, playing.far)
        again = state
        for before, action in taken:
            assert again == before
            again = take_text(game, again, game.format(action))[-1].state
        assert again == (game.reduce(*taken[-1]).state if taken else state)

    @given(rng=chances())
    @_for_every_game
    def test_the_same_seed_deals_the_same_game(self, rng: Random) -> None:
        playing = self.playing
        game = playing.game
        players, seed = rng.choice(game.player_counts), f"{rng.getrandbits(64):x}"
        options = playing.options(rng, players)
        assert game.new(players, seed, options) == game.new(players, seed, dict(options))
        assert game.new(players, seed, options) != game.new(players, f"{seed}0", options)

    @given(data=st.data())
    @_for_every_game
    def test_whoever_must_act_can(self, data: st.DataObject) -> None:
        playing = self.playing
        game, state = playing.game, data.draw(playing.games())
        assert bool(game.legal_actions(state)) == (game.to_act(state) is not None)
        assert (game.to_act(state) is None) == (game.outcome(state) is not None)

    @given(data=st.data())
    @_for_every_game
    def test_a_state_fed_back_is_the_same_state(self, data: st.DataObject) -> None:
        playing = self.playing
        game, state = playing.game, data.draw(playing.positions())
        options = {name: getattr(state.options, name) for name in state.options.__struct_fields__}
        written = json.loads(json.dumps(game.position(state)))
        again = game.load(written, "another seed", options)
        assert again == state
        assert game.position(again) == game.position(state)

    # ---------------------------------------------------------------- views and guesses

    @given(data=st.data())
    @_for_every_game
    def test_who_must_act_sees_every_legal_action_and_nobody_else_does(
        self, data: st.DataObject
    ) -> None:
        playing = self.playing
        game, state = playing.game, data.draw(playing.positions())
        actor = game.to_act(state)
        if actor is None or not loose(game.position(state)["hands"])[actor]:
            return
        assert game.legal_actions(game.view(state, actor)) == game.legal_actions(state)
        for seat in set(self._seats(state)) - {actor}:
            assert game.legal_actions(game.view(state, seat)) == []

    @given(data=st.data())
    @_for_every_game
    def test_a_guess_at_a_game_is_a_game_that_looks_the_same(self, data: st.DataObject) -> None:
        playing = self.playing
        game, state = playing.game, data.draw(playing.games())
        for seat in self._seats(state):
            view = game.view(state, seat)
            guess = game.determinize(view, data.draw(chances()))
            assert game.view(guess, seat) == view
            assert playing.cards(guess) == playing.cards(state)
            assert guess.seed

    @given(data=st.data())
    @_for_every_game
    def test_the_same_luck_makes_the_same_guess_and_other_luck_another(
        self, data: st.DataObject
    ) -> None:
        playing = self.playing
        game = playing.game
        view = game.view(data.draw(playing.games()), None)
        assert game.determinize(view, Random(1)) == game.determinize(view, Random(1))
        assert game.determinize(view, Random(1)) != game.determinize(view, Random(2))

    @given(data=st.data())
    @_for_every_game
    def test_a_guess_can_be_played_on(self, data: st.DataObject) -> None:
        playing, game = self.playing, self.playing.game
        state = data.draw(playing.positions())
        seat = game.to_act(state)
        if seat is None:
            return
        view, rng = game.view(state, seat), data.draw(chances())
        guess = game.determinize(view, rng)
        assert game.view(guess, seat) == view
        assert UNKNOWN not in playing.cards(guess)
        assert playing.is_well_guessed(guess)
        assert game.legal_actions(guess) == game.legal_actions(view)
        playing.after(rng, guess, playing.played_on)

    @given(data=st.data())
    @_for_every_game
    def test_a_view_shows_nothing_that_its_seat_does_not_know(self, data: st.DataObject) -> None:
        playing, game = self.playing, self.playing.game
        state = data.draw(playing.positions())
        for seat in self._seats(state):
            disguised = playing.disguised(state, seat, data.draw(chances()))
            assert disguised != state
            view, other = game.view(state, seat), game.view(disguised, seat)
            assert view == other
            assert repr(view) == repr(other)
            assert json.dumps(game.position(view)) == json.dumps(game.position(other))
            assert game.legal_actions(view) == game.legal_actions(other)
            assert not {"seed", "shuffles"} & set(game.position(view))

    @given(data=st.data())
    @_for_every_game
    def test_how_a_game_stands_is_what_everybody_sees(self, data: st.DataObject) -> None:
        playing, game = self.playing, self.playing.game
        state = data.draw(playing.positions())
        disguised = playing.disguised(state, None, data.draw(chances()))
        standing = game.standing(state)
        assert standing == game.standing(game.view(state, None)) == game.standing(disguised)
        assert 0 <= standing.left <= standing.whole
        assert bool(standing.card) == bool(standing.name) == bool(standing.whole)

    @given(data=st.data())
    @_for_every_game
    def test_every_event_can_be_written(self, data: st.DataObject) -> None:
        playing, game = self.playing, self.playing.game
        state = data.draw(playing.positions())
        for before, action in playing.on(data.draw(chances()), state, 30):
            for event in game.reduce(before, action).events:
                for seat in self._seats(state):
                    seen = game.view_event(event, seat)
                    written = json.loads(json.dumps(to_json(seen)))
                    assert written["type"] == type(event).__name__

    # ------------------------------------------------------------ the whole game

    @given(rng=chances())
    @_for_every_game
    def test_every_game_ends(self, rng: Random) -> None:
        playing, game = self.playing, self.playing.game
        first = state = playing.deal(rng)
        events: list[Any] = []
        for _ in range(5000):
            if game.to_act(state) is None:
                break
            step = game.reduce(state, rng.choice(game.legal_actions(state)))
            state = step.state
            events += step.events
        outcome = game.outcome(state)
        assert outcome is not None
        assert not game.legal_actions(state)
        assert set(outcome.winners) <= set(range(loose(game.position(first)["players"])))
        assert playing.is_well_ended(state, outcome)
        assert set(game.bests) <= set(game.figures(events))
        names = tuple(["Ada", "Bea", "Cy", "Dot"][: loose(game.position(first)["players"])])
        assert game.describe(game.position(state), names)

    @given(data=st.data())
    @_for_every_game
    def test_whatever_a_deal_leads_to_is_possible(self, data: st.DataObject) -> None:
        assert self.playing.game.why_impossible(data.draw(self.playing.games())) == ""

    # ------------------------------------------------------------ what is refused

    def test_other_numbers_of_players_and_other_rules_are_refused(self) -> None:
        game = self.playing.game
        for players in (0, max(game.player_counts) + 1):
            with pytest.raises(BadSetup):
                game.new(players, "7F3K", {})
        with pytest.raises(BadSetup):
            game.new(max(game.player_counts), "7F3K", {"no_such_rule": True})

    @pytest.mark.parametrize("text", ["", "?", "hello", "PLAY", "8D 8D 8D 8D 8D", "\x00", "ä" * 99])
    def test_what_is_no_action_is_refused(self, text: str) -> None:
        game = self.playing.game
        with pytest.raises(IllegalAction) as refused:
            take_text(game, game.new(max(game.player_counts), "7F3K", {}), text)
        assert refused.value.code
        assert refused.value.message.endswith(".")

    @pytest.mark.parametrize("position", [None, [], "", {}, {"hands": None}, {"hands": [["?"]]}])
    def test_what_is_no_position_is_refused_and_can_be_described(self, position: object) -> None:
        with pytest.raises(BadSetup):
            self.playing.game.load(loose(position), "7F3K", {})
        assert self.playing.game.describe(loose(position), ())

    # ------------------------------------------------------------ manifest and house rules

    def test_the_manifest_fits_the_game(self) -> None:
        game = self.playing.game
        assert load(self.manifest.rules) is game
        assert (self.manifest.name, self.manifest.title) == (game.name, game.title)
        assert self.manifest.emblem.about.endswith(".")

    def test_every_house_rule_has_its_default_among_its_values(self) -> None:
        game = self.playing.game
        for players in game.player_counts:
            for option in game.options(players):
                assert option.default in option.values
                assert option.meaning.endswith(".")
                plain = game.new(players, "7F3K", {})
                assert game.new(players, "7F3K", {option.name: option.default}) == plain

    # ------------------------------------------------------------ the table

    @pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
    @pytest.mark.parametrize("window", WINDOWS)
    def test_the_table_is_painted_in_every_window(
        self, window: tuple[int, int], symbols: Symbols
    ) -> None:
        ui: AnyGameUI = loose(load(self.manifest.ui))
        look = Look(palette_of("dark", four_colours=True), symbols)
        for table in self._tables():
            for viewer in {None, table.to_act}:
                model = ui.compose(table.seen_from(viewer), Pointing(), ())
                places = ui.place_zones(*window, len(table.seats), False)
                assert places.keys() >= _ALWAYS
                for zone, paint in ui.painters.items():
                    if zone not in places:
                        continue
                    at = places[zone]
                    assert at.x + at.width <= window[0]
                    assert at.y + at.height <= window[1]
                    rows = paint(model, at.width, at.height, look)
                    assert len(rows) <= at.height
                    assert {width_of(row) for row in rows} <= {*range(at.width + 1)}

    def test_every_moment_has_words(self) -> None:
        ui: AnyGameUI = loose(load(self.manifest.ui))
        pages: AnyTablePages = loose(load(self.manifest.pages))
        look = Look(palette_of("dark", four_colours=True))
        for table in self._tables():
            model = ui.compose(table.seen_from(table.to_act), Pointing(), ())
            assert keys_at(ui, model, look, (), hints=False)
            assert pages.chapter(model)
            assert ui.controls.bound
            assert (pages.report(table, None) is None) == (table.outcome is None)
            if table.outcome is None:
                assert pages.explain(model)
                assert look.keymap.named(ui.why_nothing(model)).endswith(".")
            events = [event for told in table.told(None) for event in ui.gather(told.events)]
            assert any(ui.tell(event, table.seats) for event in events) == bool(events)

    def _tables(self) -> list[Table]:
        """Return the beginning, the middle and the end of a game."""
        playing, game, rng = self.playing, self.playing.game, Random(1)
        players = max(game.player_counts)
        history = begin(game, Start(game.name, players, "7F3K", {}))
        names = tuple(["Ada", "Bea", "Cy", "Dot"][:players])
        tables = [Table(history, names)]
        while (seat := game.to_act(history.state)) is not None:
            history = history.take_text(game.format(playing.choose(rng, history.state)), seat)
            if len(history.moves) == 5 or history.over:
                tables.append(Table(history, names))
        return tables
