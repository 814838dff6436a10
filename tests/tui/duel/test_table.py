"""The table of a duel: two hands, two curtains, and the endings that the rules do not know."""

import asyncio

import pytest
from msgspec.structs import replace

from regicide_tui.games.duel.state import PAY, PLAY, Phase, State
from regicide_tui.play.history import DRAWN, RESIGNED
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.files import read
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import BotThread
from regicide_tui.thinking.questions import Answer, AnyQuestion, answer
from regicide_tui.tui.input import keyboard
from regicide_tui.tui.rendering.paint import DRAWN as SIGNS
from regicide_tui.tui.screens.home_table import HomeTable
from regicide_tui.tui.screens.result import ResultScreen
from tests.loose import loose
from tests.tui.conftest import SIZES, Sitting
from tests.tui.duel.models import (
    CROWDED,
    ENDING,
    ENDING_BARE,
    MIDDLE,
    SCORE,
    duel,
    swapped,
)
from tests.tui.models import Position
from tests.tui.player import Player


def shown(player: Player) -> list[str]:
    """Return which cards of the two hands stand on the screen."""
    hands = [card for hand in player.state.hands for card in hand]
    return [text for card in hands if (text := SIGNS.card_text(card)) in player.page]


def hand_of(player: Player, seat: int) -> list[str]:
    """Return the cards of a hand as they are drawn."""
    return [SIGNS.card_text(card) for card in player.state.hands[seat]]


def phase(player: Player) -> Phase:
    """Return what the duel waits for."""
    state: State = loose(player.table.history.state)
    return state.phase


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_in_every_window_both_sides_are_in_sight(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(duel(MIDDLE), size) as player:
        await player.press("enter")
        player.shows("Bea", "4 cards", "Ada", "6 of 7", "Castle 8", "4 Queens", "next")
        player.shows("Tavern 7", "Discard 4", *hand_of(player, 0))
        player.shows("6♠", "3♠", "9♠", "4♠")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_largest_shields_have_room(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(duel(CROWDED, match=SCORE), size, plain=True) as player:
        await player.press("enter")
        player.shows("Ada 2:1 Bea", "31", "49", *[card.text for card in player.state.hands[0][:4]])
        player.shows("9S", "7S", "6S", "8S", "2D 2S", "3D 3S", "JS AD")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_nothing_jumps_when_an_attack_is_to_be_paid(
    sit: Sitting, size: tuple[int, int]
) -> None:
    def places_of(player: Player) -> list[tuple[int, int]]:
        return [player.find(words) for words in ("Castle", "Tavern", "Discard", "1-")]

    async with sit(duel(MIDDLE), size) as player:
        await player.press("enter")
        before = places_of(player)
        await player.press("4")
        assert places_of(player) == before
        await player.press("enter", "enter")
        player.shows("PAY 5")
        assert places_of(player) == before


async def test_a_title_that_is_too_long_is_seen_to_be_cut(sit: Sitting) -> None:
    names = ("Anastasia Theodora", "Bartholomew Maximilian")
    async with sit(Table(duel(MIDDLE).history, names)) as player:
        player.shows("Anastasia Theodora against Bartholomew Ma", "…  turn 1   ? help")


async def test_the_curtain_hides_both_hands_also_before_who_is_attacked_pays(sit: Sitting) -> None:
    async with sit(duel(MIDDLE)) as player:
        player.shows("Pass the keyboard to Ada.")
        assert shown(player) == []
        await player.press("enter")
        assert shown(player) == hand_of(player, 0)
        await player.press("4", "enter")
        assert (player.actions, phase(player)) == (["7C"], PAY)
        player.shows("Pass the keyboard to Bea.", "Ada plays", "7♣", "to pay", "attack 14 - 9 ♠")
        assert [card for card in hand_of(player, 1) if card in player.page] == []
        await player.press("1", "enter", "2")
        player.shows("Bea  ♠ shield 0", "4 of 7", "PAY 5", *hand_of(player, 1))
        await player.press("enter")
        assert player.actions == ["7C", "pay 9H"]
        assert phase(player) is PLAY
        player.shows("Bea  ♠ shield", "3 of 7")
        assert not player.sees("Pass the keyboard")


async def test_taking_a_payment_back_leads_to_the_payer_and_then_to_the_curtain(
    sit: Sitting,
) -> None:
    async with sit(duel(MIDDLE, "7C", "pay 9H")) as player:
        await player.press("enter", "u")
        player.shows("Bea  ♠ shield", "4 of 7", "PAY 5")
        await player.press("u")
        player.shows("Pass the keyboard to Ada.")
        assert shown(player) == []


async def test_too_little_is_refused_with_a_reason(sit: Sitting) -> None:
    async with sit(duel(MIDDLE, "7C")) as player:
        await player.press("enter", "enter")
        player.shows("Pick the cards to discard, then press enter.")
        await player.press("1", "enter")
        player.shows("3 of 5 picked, 2 missing.")
        assert player.actions == ["7C"]


async def test_each_sees_only_what_he_or_she_drew(sit: Sitting) -> None:
    async with sit(duel(MIDDLE, "2D")) as player:
        await player.press("enter")
        await player.press("L")
        player.shows("Ada draws 2", "Bea draws Q♣ of the Castle")
        await player.press("escape", "2", "enter", "enter")  # 9H is stopped by the shield of 17
        player.shows("Ada  ♠ shield")
        await player.press("L")
        player.shows("Bea draws a card of the Castle")


async def test_a_mouse_plays_and_pays(sit: Sitting) -> None:
    async with sit(duel(MIDDLE)) as player:
        await player.click("Press enter")
        await player.click("▟7♣")
        await player.click("enter play 7♣")
        await player.click("Press enter")
        await player.click("▟9♥")
        await player.click("enter pay")
        assert player.actions == ["7C", "pay 9H"]


# ---------------------------------------------------------------- endings


async def test_resigning_asks_first_and_any_other_key_goes_on(sit: Sitting) -> None:
    async with sit(duel(MIDDLE)) as player:
        await player.press("enter", "X")
        player.shows("Resign? Bea wins. Press X again to confirm.")
        await player.press("right", "X")
        assert player.table.outcome is None
        await player.press("X")
        assert player.table.outcome is not None
        assert player.table.outcome.reason == RESIGNED
        player.shows("Bea wins", "Ada resigned", "Ada  0 : 1  Bea")


async def test_enter_is_no_answer_to_the_question_and_plays_nothing(sit: Sitting) -> None:
    async with sit(duel(MIDDLE)) as player:
        await player.press("enter")
        for question in ("X", "equals_sign"):
            await player.press(question)
            player.shows("again to")
            await player.press("enter")
            assert not player.sees("again to")
        assert player.actions == []
        await player.press("enter")
        assert len(player.actions) == 1


async def test_a_replay_of_a_game_that_goes_on_shows_no_hand_of_a_bot(sit: Sitting) -> None:
    async with sit(after_bots_play(MIDDLE, "3D")) as player:
        player.app.show_replay(player.table, 0)
        await player.press("home")
        _, _, shown = player.page.partition("Replay 0/1   the deal")
        assert "4 of 7 cards" in shown
        assert not set("♣♦♥♠") & set(shown.partition("\n")[2]), "she could still play them"


@pytest.mark.parametrize("key", ["X", "equals_sign"])
async def test_a_key_that_is_held_down_answers_no_question(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    async with sit(after_bots_play(MIDDLE, "3D")) as player:
        monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
        await player.press(key, key, key)
        player.shows("Too fast.")
        player.shows("again to")
        assert player.table.outcome is None
        monkeypatch.setattr(keyboard, "REPEAT", 0.0)
        await player.press(key)
        await player.until(lambda: player.table.outcome is not None)  # the bot answers


async def test_who_is_attacked_may_resign_too(sit: Sitting) -> None:
    async with sit(duel(MIDDLE, "7C")) as player:
        await player.press("enter", "X", "X")
        player.shows("Ada wins", "Bea resigned")


async def test_behind_the_curtain_nobody_resigns_or_agrees(sit: Sitting) -> None:
    async with sit(duel(MIDDLE)) as player:
        await player.press("X", "X", "equals_sign", "equals_sign")
        assert player.table.outcome is None
        player.shows("Pass the keyboard to Ada.")


async def test_a_draw_asks_first_and_is_nobodys_win(sit: Sitting) -> None:
    async with sit(duel(MIDDLE, match=SCORE)) as player:
        await player.press("enter", "equals_sign")
        player.shows("Do you both agree on a draw? Press = again to agree.")
        await player.press("X", "equals_sign")
        assert player.table.outcome is None
        await player.press("equals_sign")
        assert player.table.outcome is not None
        assert player.table.outcome.reason == DRAWN
        player.announces("DRAW")
        player.shows("Ada  2 : 1  Bea")


def after_bots_play(position: Position, action: str) -> Table:
    """Return a duel of Ada against a bot in Bea's seat, in which the bot has begun."""
    saved = duel({**position, "turn": 2}, action)
    return replace(saved, seats=("Ada", "Rosalind"), bots=("", "squire"))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots judge in the process of the test."""

    async def ask(_: BotThread, asked: AnyQuestion) -> Answer:
        return answer(asked)

    monkeypatch.setattr(BotThread, "ask", ask)


@pytest.mark.usefixtures("judged")
async def test_a_bot_that_is_likely_to_lose_agrees_to_a_draw(sit: Sitting) -> None:
    async with sit(after_bots_play(MIDDLE, "3D")) as player:
        await player.press("equals_sign")
        player.shows("Offer Rosalind a draw? Press = again to confirm.")
        await player.press("equals_sign")
        await player.until(lambda: isinstance(player.app.screen, ResultScreen))
        player.announces("DRAW")


@pytest.mark.usefixtures("judged")
async def test_a_bot_that_is_likely_to_win_plays_on(sit: Sitting) -> None:
    async with sit(after_bots_play(swapped(MIDDLE), "7C")) as player:
        await player.press("equals_sign", "equals_sign")
        await player.until(lambda: player.sees("Rosalind would rather play on."))
        assert player.table.outcome is None
        await player.press("1")
        assert not player.sees("Rosalind would rather play on.")


async def test_no_key_waits_for_what_a_bot_says_to_a_draw(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()

    async def ask(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    def offers() -> bool:
        return any(one.group == "draw" and one.is_running for one in player.app.workers)

    monkeypatch.setattr(BotThread, "ask", ask)
    async with sit(after_bots_play(MIDDLE, "3D")) as player:
        await player.press("equals_sign", "equals_sign")
        await asked.wait()
        assert offers()
        await player.press("end", "enter")
        assert len(player.actions) == 2
        assert not offers(), "it was for another position"


async def test_a_bot_that_can_not_be_asked_agrees_to_a_draw(sit: Sitting) -> None:
    async with sit(after_bots_play(MIDDLE, "3D")) as player:
        await player.press("equals_sign", "equals_sign")
        await player.until(lambda: isinstance(player.app.screen, ResultScreen))


async def test_a_resignation_is_taken_back(sit: Sitting) -> None:
    async with sit(duel(MIDDLE, "7C", "pay 9H")) as player:
        await player.press("enter", "X", "X", "u")
        assert isinstance(player.app.screen, HomeTable)
        assert player.table.outcome is None
        assert player.actions == ["7C", "pay 9H"]


async def test_who_can_not_pay_has_lost_and_the_hand_lies_open(sit: Sitting) -> None:
    async with sit(duel(ENDING_BARE, match=SCORE)) as player:
        await player.press("enter", "enter")
        player.announces("VICTORY")
        assert "Bea could not pay the damage" in player.told
        player.shows("Ada  3 : 1  Bea")
        player.shows("Bea owed 10 with a hand worth only 5.")
        player.shows("The last attack: 5♣  against this hand: 2♠ 3♦")
        await player.press("v")
        player.shows("The duel is over.", "Ada 3:1 Bea", *hand_of(player, 1))


async def test_who_has_no_card_to_play_has_lost(sit: Sitting) -> None:
    async with sit(duel(ENDING)) as player:
        await player.press("enter", "end", "enter", "enter", "1", "2", "enter")
        player.announces("VICTORY")
        assert "Bea had no card left to play" in player.told


# ---------------------------------------------------------------- a match


async def test_the_loser_begins_the_next_duel_and_the_score_is_kept(
    sit: Sitting, places: Paths
) -> None:
    async with sit(duel(ENDING_BARE)) as player:
        await player.press("enter", "enter")
        player.shows("Next duel", "Bea starts")
        await player.press("N")
        player.shows("Ada 1:0 Bea", "Pass the keyboard to Bea.")
        assert (player.state.turn, player.actions) == (1, [])
        await player.press("enter", "X", "X")
        player.shows("Ada  2 : 0  Bea", "Bea starts")
        await player.press("N", "enter")
        player.shows("Ada 2:0 Bea", "Bea  ♠ shield", "7 of 7")
        assert (await player.kept()).match.score() == (2, 0)
    assert len([read(path) for path in places.saves.glob("*.save")]) == 3


async def test_after_nothing_but_draws_chance_says_who_begins(sit: Sitting) -> None:
    async with sit(duel(MIDDLE)) as player:
        await player.press("enter", "equals_sign", "equals_sign")
        player.shows("Next duel", "chance decides")


@pytest.mark.parametrize("keys", [("a",), ("W", "n")], ids=["again", "from the replay"])
async def test_what_was_called_off_can_be_played_after_all(
    sit: Sitting, keys: tuple[str, ...]
) -> None:
    async with sit(duel(MIDDLE)) as player:
        await player.press("enter", "X", "X")
        assert isinstance(player.app.screen, ResultScreen)
        await player.press(*keys)
        assert player.table.outcome is None
        player.shows("Pass the keyboard to Ada.")
