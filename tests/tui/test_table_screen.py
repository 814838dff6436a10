"""The table: every phase by keys and by mouse, what is refused, undo, and the curtain."""

from itertools import count
from random import Random
from time import monotonic
from types import SimpleNamespace

import pytest
from textual import timer
from textual.events import MouseScrollDown, MouseScrollUp

from regicide_tui.games.base import Json
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, SUFFER
from regicide_tui.play.table import Table
from regicide_tui.tui.input import keyboard
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.table import Log
from tests.play.games import NAMES, begun, game, played
from tests.tui.conftest import Sitting
from tests.tui.models import HOPELESS, LAST_KING, SOLO, TRIO, Position, saved
from tests.tui.player import Player

SUFFERING: Position = {**SOLO, "phase": "suffer"}

# ---------------------------------------------------------------- by keys


async def test_the_card_at_the_pointer_is_played_with_enter(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("right", "right", "right", "left", "left", "right", "enter")
        assert player.actions == ["3H"]
        assert player.state.phase is SUFFER


@pytest.mark.parametrize(
    "keys",
    [("6",), ("end", "left", "left", "space"), ("left", "left", "left", "up")],
    ids=["its number", "arrows and space", "round the end, and up"],
)
async def test_a_card_is_picked_by_key(sit: Sitting, keys: tuple[str, ...]) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press(*keys)
        assert "▴6" in player.page
        await player.press("enter")
        assert player.actions == ["8D"]


@pytest.mark.parametrize("key", ["6", "space", "down", "j", "escape", "backspace"])
async def test_a_picked_card_is_dropped_by_key(sit: Sitting, key: str) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("6", key)
        assert "▴6" not in player.page
        assert player.actions == []


async def test_a_card_that_doesnt_combine_takes_the_place_of_the_picked_ones(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("6", "1", "5")
        assert [sign for sign in ("▴1", "▴5", "▴6") if player.sees(sign)] == ["▴5"]
        player.shows("An Ace goes with exactly one other card. 7♣ is picked instead.")
        player.shows("enter play 7♣")
        await player.press("enter")
        assert player.actions == ["7C"]


async def test_enter_after_a_card_that_isnt_needed_pays_nothing_but_the_next_enter_does(
    sit: Sitting,
) -> None:
    async with sit(saved(SUFFERING)) as player:
        await player.press("7", "8", "5", "enter")
        assert player.actions == []
        assert not player.sees("15 is covered without")
        await player.press("enter")
        assert len(player.actions) == 1


async def test_a_companion_is_picked_with_its_card_in_any_order(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("6", "1")
        player.shows("8♦+A♣ = 9", "18 damage")
        await player.press("enter")
        assert player.actions == ["8D+AC"]


async def test_a_payment_is_picked_and_paid(sit: Sitting) -> None:
    async with sit(saved(SUFFERING)) as player:
        player.shows("PAY 15", "of 45", "Pick cards to discard.")
        await player.press("5")
        player.shows("8 short")
        await player.press("6")
        player.shows("exactly enough")
        await player.press("enter")
        assert player.actions == ["pay 7C 8D"]
        assert player.state.phase is PLAY


async def test_in_a_payment_the_pointer_alone_pays_nothing(sit: Sitting) -> None:
    async with sit(saved({**SUFFERING, "hands": [["TS", "QC"]]})) as player:
        await player.press("right", "enter")
        assert player.actions == []
        player.shows("Pick the cards to discard")


@pytest.mark.parametrize(
    "keys",
    [("3", "enter"), ("down", "down", "enter"), ("k", "enter"), ("right", "right", "enter")],
    ids=["number", "down", "round the end", "right"],
)
async def test_after_a_jester_somebody_is_chosen_by_key(
    sit: Sitting, keys: tuple[str, ...]
) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press("enter", "1", "enter")
        assert player.state.phase is CHOOSE
        player.shows("Who goes next?", "Ada", "Bea", "Cy")
        await player.press(*keys)
        assert player.actions == ["*", ">P3"]
        player.shows("Pass the keyboard to Cy.")


async def test_after_a_jester_one_may_go_on_oneself_without_a_curtain(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press("enter", "1", "enter", "1", "enter")
        assert player.actions == ["*", ">P1"]
        assert not player.sees("Pass the keyboard")


async def test_a_turn_is_yielded(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press("enter", "y")
        assert player.actions == ["yield"]
        assert player.state.phase is SUFFER


@pytest.mark.parametrize(
    ("hand", "table", "words"),
    [
        (["TC"], [], "y yield, pay 10"),
        (["9C"], [], "y yield and lose"),
        ([], [], "y yield and lose"),
        ([], ["2:TS"], "y yield, pay nothing"),
    ],
)
async def test_the_key_to_yield_says_what_it_costs(
    sit: Sitting, hand: list[str], table: list[str], words: str
) -> None:
    position = {**TRIO, "hands": [hand, ["9H"], ["9S"]], "enemy": "JC", "table": table}
    async with sit(saved(position)) as player:
        await player.press("enter")
        player.shows(words)


@pytest.mark.parametrize("position", [SOLO, SUFFERING], ids=["before a play", "before paying"])
async def test_alone_a_jester_is_flipped(sit: Sitting, position: Position) -> None:
    async with sit(saved(position)) as player:
        await player.press("8", "f")
        assert player.actions == ["flip"]
        player.shows("6 of 8", "★☆")
        assert "▴" not in player.page


# ---------------------------------------------------------------- by mouse


async def test_cards_are_picked_played_and_paid_by_mouse(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.click_card("8♦")
        await player.click_card("A♣")
        player.shows("▴6", "▴1")
        await player.click_card("A♣")
        assert "▴1" not in player.page
        await player.click("play", after="pick")
        assert player.actions == ["8D"]
        await player.click_card("7♣")
        await player.click_card("9♥")
        await player.click("pay", after="pick")
        assert player.actions == ["8D", "pay 7C 9H"]


async def test_a_number_and_an_edge_of_a_card_belong_to_the_card(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.click("6", after="▀5▀")
        assert "▴6" in player.page
        y, x = player.find_card("8♦")
        await player.click_at(x - 1, y)
        assert "▴6" not in player.page


async def test_the_keys_at_the_bottom_can_be_clicked(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("6")
        await player.click("clear", after="pick")
        assert "▴6" not in player.page
        await player.click("flip Jester")
        assert player.actions == ["flip"]
        await player.click("undo")
        assert player.actions == []
        await player.click("redo")
        assert player.actions == ["flip"]


async def test_a_whole_jester_turn_by_mouse(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.click("Press enter")
        await player.click_card("★")
        await player.click("play", after="pick")
        await player.click("Bea", after="Who goes next?")
        await player.click("choose", after="player")
        assert player.actions == ["*", ">P2"]
        await player.click("show the hand")
        player.shows("Bea's hand")
        await player.click("yield")
        assert player.actions == ["*", ">P2", "yield"]


async def test_a_click_beside_the_cards_does_nothing(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        before = player.page
        await player.click_at(79, 18)
        await player.click_at(30, 5)
        assert player.page == before


# ---------------------------------------------------------------- only what is legal looks possible


async def test_cards_that_cant_join_are_dimmed_at_once(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        paper, worn = player.ground("paper"), player.ground("worn")
        assert paper != worn
        assert player.ground_of_card("7♣") == paper
        await player.press("6")
        assert player.ground_of_card("7♣") == worn
        assert player.ground_of_card("8♦") == paper
        assert player.ground_of_card("A♣") == paper
        await player.press("escape")
        assert player.ground_of_card("7♣") == paper


REFUSED: dict[str, tuple[Position, tuple[str, ...], str]] = {
    "a card that can't join": (SOLO, ("6", "5"), "Only equal numbers combine"),
    "a needless card": (SUFFERING, ("7", "8", "5"), "15 is covered without 10♠."),
    "a payment that is short": (SUFFERING, ("8", "enter"), "10 of 15 picked, 5 missing"),
    "a payment of nothing": (SUFFERING, ("enter",), "Pick the cards to discard"),
    "yielding alone": (SOLO, ("y",), "You can't yield in a solo game."),
    "yielding in a payment": (SUFFERING, ("y",), "Pay for the damage first."),
    "flipping in company": (TRIO, ("enter", "right", "f"), "Play cards now"),
    "flipping without Jesters": ({**SOLO, "jesters_unused": 0}, ("f",), "Both Jesters are used"),
    "yielding when all others did": (
        {**TRIO, "yielded": [False, True, True]},
        ("enter", "y"),
        "all other players yielded",
    ),
    "playing from an empty hand": ({**SOLO, "hands": [[]]}, ("enter",), "f flips a Jester"),
    "taking back before the start": (SOLO, ("u",), "There is nothing to undo."),
    "taking again what was never taken": (SOLO, ("U",), "There is nothing to redo."),
}


@pytest.mark.parametrize(("position", "keys", "reason"), REFUSED.values(), ids=REFUSED)
async def test_what_is_refused_is_refused_with_a_reason_and_changes_nothing(
    sit: Sitting, position: Position, keys: tuple[str, ...], reason: str
) -> None:
    async with sit(saved(position)) as player:
        before = player.table
        await player.press(*keys)
        player.shows(reason)
        assert player.table is before
        assert player.table.history.moves == ()


async def test_a_reason_goes_with_the_next_key(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("y")
        assert player.sees("You can't yield in a solo game.")
        await player.press("right")
        assert not player.sees("You can't yield in a solo game.")


async def test_the_picked_cards_survive_a_refusal(sit: Sitting) -> None:
    async with sit(saved(SUFFERING)) as player:
        await player.press("8", "enter")
        assert "▴8" in player.page


ANY_KEYS = ("end", "left", "up", "space", "down", "home", "8", "right", "end")


@pytest.mark.parametrize(
    ("position", "keys"),
    [
        ({**SOLO, "hands": [[]]}, ()),
        ({**TRIO, "hands": [[], ["9H"], ["9S"]]}, ("enter",)),
        ({**TRIO, "hands": [["*"], ["9H"], ["9S"]]}, ("enter", "enter")),
        (HOPELESS, ("enter", "v")),
    ],
    ids=["an empty hand", "an empty hand in company", "a choice", "the end"],
)
async def test_no_key_is_too_much_for_a_table_with_few_cards(
    sit: Sitting, position: Position, keys: tuple[str, ...]
) -> None:
    async with sit(saved(position)) as player:
        await player.press(*keys, *ANY_KEYS, "enter")
        assert player.app.is_running


async def test_home_and_end_go_to_the_first_and_the_last_of_a_choice(sit: Sitting) -> None:
    async with sit(saved({**TRIO, "hands": [["*"], ["9H"], ["9S"]]})) as player:
        await player.press("enter", "enter", "end")
        assert "› 3 Cy" in player.page
        await player.press("home")
        assert "› 1 Ada" in player.page


async def test_keys_without_a_meaning_do_nothing(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        before = player.page
        await player.press("9", "0", "x", "z", "tab", "f5", "ctrl+a")
        assert player.page == before


@pytest.mark.parametrize(
    ("position", "keys"),
    [
        (SOLO, ["1-8 pick", "enter play A♣", "f flip Jester", "h hint"]),
        (SUFFERING, ["1-8 pick", "f flip Jester", "h hint"]),
        (TRIO, ["enter show the hand"]),
        ({**SOLO, "jesters_unused": 0}, ["1-8 pick", "enter play A♣", "h hint"]),
    ],
)
async def test_the_bar_shows_just_the_keys_that_work_now(
    sit: Sitting, position: Position, keys: list[str]
) -> None:
    async with sit(saved(position)) as player:
        bar = player.page.split("\n")[-1].strip()
        others = ("d piles", "K not seen", "s save as", "m menu")
        around = [one for one in others if one in bar]
        assert around[-1] == "m menu"
        assert bar.split("  ") == [*keys, *around, "q quit"]


# ---------------------------------------------------------------- the curtain


def hidden_cards(player: Player) -> list[str]:
    """Return every card that lies in a hand, as it would be written."""
    return [DRAWN.card_text(card) for hand in player.state.hands for card in hand]


def shown(player: Player) -> list[str]:
    """Return which of those stand somewhere on the screen."""
    return [card for card in hidden_cards(player) if card in player.page]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
async def test_while_the_curtain_is_closed_no_card_of_a_hand_is_on_the_screen(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(saved(TRIO), size) as player:
        player.shows("Pass the keyboard to Ada.")
        assert shown(player) == []
        await player.press("enter")
        assert sorted(shown(player)) == sorted(
            [DRAWN.card_text(card) for card in player.state.hands[0]]
        )
        await player.press("end", "left", "enter")  # 8♦ draws for all three
        assert player.actions == ["8D"]
        await player.press("6", "enter")
        assert player.actions == ["8D", "pay TC"]
        player.shows("Pass the keyboard to Bea.")
        assert shown(player) == []


async def test_new_cards_are_marked_until_their_holder_does_something(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        assert not player.sees("●")
        await player.press("6", "enter")  # 8♦ fills the hand
        player.shows("▟4♣   ● ▙")
        assert player.page.count("●") == 1
        await player.press("7", "8", "enter")
        assert player.actions[1] == "pay 9H TS"
        assert not player.sees("●")
        await player.press("u")
        player.shows("▟4♣   ● ▙")


async def test_what_others_draw_for_one_is_marked_when_one_sits_down(sit: Sitting) -> None:
    async with sit(saved(TRIO, "8D", "pay TC")) as player:  # Ada's Diamonds draw for all
        assert not player.sees("●")
        await player.press("enter")
        player.shows("Bea's hand", "▟4♣   ● ▙", "▟7♣   ● ▙")


async def test_behind_the_curtain_no_key_plays_picks_or_shows_anything(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        for key in ("1", "2", "space", "up", "right", "end", "home", "y", "f", "c", "[", "9"):
            await player.press(key)
            player.shows("Pass the keyboard to Ada.")
            assert shown(player) == []
        assert player.actions == []


async def test_a_key_that_slips_twice_at_the_end_of_a_turn_shows_no_other_hand(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
    async with sit(saved(TRIO, "8D")) as player:
        await player.press("enter", "6", "enter", "enter", "enter")
        assert player.actions == ["8D", "pay TC"]
        player.shows("Pass the keyboard to Bea.")
        assert shown(player) == []


async def test_a_window_that_was_small_for_a_while_shows_what_has_happened_since(
    sit: Sitting,
) -> None:
    async with sit(saved(TRIO), (200, 60)) as player:
        await player.resize(80, 24)
        await player.press("enter")
        await player.resize(200, 60)
        seen = player.page
        for painted in player.app.screen.query(Painted):
            painted.repaint_whole()
        assert seen == player.page


@pytest.mark.parametrize("keys", [("s",), ("colon",)])
async def test_ctrl_c_leaves_from_a_text_field_as_from_anywhere(
    sit: Sitting, keys: tuple[str, ...]
) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press(*keys, "a", "ctrl+c")
        assert not player.app.is_running or player.app.is_ending


async def test_help_opened_at_the_curtain_shows_no_card(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press("question_mark")
        player.shows("The hands are hidden until Ada")
        assert shown(player) == []


async def test_taking_back_into_the_turn_of_another_closes_the_curtain(sit: Sitting) -> None:
    async with sit(saved(TRIO, "yield", "pay TC")) as player:
        await player.press("enter")
        player.shows("Bea's hand")
        await player.press("u")
        player.shows("Pass the keyboard to Ada.")
        assert shown(player) == []


async def test_the_curtain_stays_open_as_long_as_the_same_player_goes_on(sit: Sitting) -> None:
    async with sit(saved({**TRIO, "damage": 19})) as player:
        await player.press("enter", "2", "enter")
        assert player.state.turn == 0
        assert not player.sees("Pass the keyboard")


async def test_the_log_tells_each_player_only_what_he_or_she_drew(sit: Sitting) -> None:
    async with sit(saved(TRIO, "8D", "pay TC")) as player:
        player.shows("draws 2")
        await player.press("enter")
        player.shows("Bea draws 4♣")
        assert not player.sees("3♣")
        assert not player.sees("6♣")


async def test_alone_there_is_no_curtain(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        player.shows("1-8 pick")
        assert not player.sees("Pass the keyboard")


async def test_the_terminals_cursor_stands_on_the_card_at_the_pointer(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        for card in ("A♣", "2♦", "3♥"):
            y, x = player.find_card(card)
            at = player.app.cursor_position
            assert (at.y, x <= at.x < x + 8) == (y + 7, True)
            await player.press("right")


# ---------------------------------------------------------------- undo and redo


async def test_everything_is_taken_back_to_the_start_and_taken_again(sit: Sitting) -> None:
    whole = Table(played(begun(1), 12, Random(2)), NAMES[:1])
    moves = len(whole.history.moves)
    async with sit(whole) as player:
        end = player.page
        for left in reversed(range(moves)):
            await player.press("u")
            assert len(player.actions) == left
        player.shows("turn 1 ", "Nothing has happened", "1-8 pick")
        await player.press("u")
        assert player.sees("There is nothing to undo.")
        for done in range(moves):
            await player.press("U" if done % 2 else "ctrl+r")
        assert player.table.history == whole.history
        await player.press("right", "home")
        assert player.page == end
        assert player.table.undos == moves


async def test_after_another_action_there_is_nothing_to_take_again(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H")) as player:
        await player.press("u")
        player.shows("Undone.", "U redo")
        await player.press("8", "enter")
        assert player.actions == ["TS"]
        assert "U redo" not in player.page


async def test_paying_is_offered_once_it_can_be_paid(sit: Sitting) -> None:
    async with sit(saved(SUFFERING)) as player:
        assert not player.sees("enter pay")
        await player.press("5")
        assert not player.sees("enter pay")
        await player.press("6")
        player.shows("enter pay")


async def test_undo_is_offered_in_the_smallest_window(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H"), (60, 20)) as player:
        await player.press("5", "6")
        player.shows("enter pay", "c clear", "f flip Jester", "u undo")


async def test_pointer_and_choice_are_taken_back_too(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("6", "1")
        before = player.page.splitlines()
        await player.press("enter", "end", "u")
        player.shows("Undone. It counts: you had seen new cards.")
        await player.press("left", "right")
        assert player.page.splitlines()[:-1] == before[:-1]
        await player.press("enter")
        assert player.actions == ["8D+AC"]


async def test_behind_the_curtain_pointer_and_choice_are_taken_back_too(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press("enter", "2", "3", "enter", "3", "enter")
        assert player.actions == ["2H+2S", "pay TC"]
        await player.press("u", "enter")
        player.shows("▴3", "exactly enough")
        await player.press("u")
        player.shows("▴2", "▴3", "= 4")


async def test_that_cards_were_seen_is_said_when_a_move_is_redone(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("6", "enter", "u", "U")
        player.shows("Redone. The undo still counts.")
        await player.press("u", "escape", "7", "enter", "u")
        player.shows("Undone.")
        assert "It counts" not in player.page
        await player.press("U")
        assert "still counts" not in player.page


async def test_taking_back_is_kept_and_counted(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("8", "enter", "u")
        kept = await player.kept()
        assert (kept.history.cursor, len(kept.history.moves), kept.undos) == (0, 1, 1)


# ---------------------------------------------------------------- windows of all sizes


async def test_a_window_is_resized_although_the_machine_is_busy(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sit(saved(SOLO)) as player:
        looks = count(1)  # at first each look at the clock is a second later than the last
        late = SimpleNamespace(get_time=lambda: monotonic() + min(next(looks), 4))
        monkeypatch.setattr(timer, "_time", late)
        await player.resize(60, 20)
        assert max(len(line) for line in player.page.split("\n")) <= 60


async def test_the_picked_cards_and_the_pointer_survive_any_resize(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("1", "6")
        before = player.page
        for size in ((200, 60), (60, 20), (30, 10), (1, 1), (120, 40), (80, 24)):
            await player.resize(*size)
            if size >= (60, 20):
                player.shows("▴1", "▴6")
        assert player.page == before
        await player.press("enter")
        assert player.actions == ["8D+AC"]


async def test_no_key_acts_on_a_table_that_is_not_shown(sit: Sitting) -> None:
    async with sit(saved(SOLO), (40, 10)) as player:
        await player.press("6", "enter", "f", "y", "u")
        assert player.actions == []
        await player.press("question_mark")
        player.shows("What you can do now")
        await player.press("escape")
        await player.resize(80, 24)
        assert "▴6" not in player.page
        await player.press("6", "enter")
        assert player.actions == ["8D"]


async def test_a_window_that_is_too_small_says_how_large_it_must_be(sit: Sitting) -> None:
    async with sit(saved(SOLO), (59, 19)) as player:
        player.shows("This window is too small", "59x19", "60x20")
        assert not player.sees("Tavern")
        await player.resize(60, 20)
        player.shows("Tavern", "1-8 pick")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_in_every_window_all_that_one_may_know_is_in_sight(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(saved({**SOLO, "discard": ["9C"]}), size) as player:
        player.shows("QUEEN OF HEARTS", "immune to ♥", "of 30", "health", "attack")
        player.shows("Tavern 6", "Discard 1", "Nothing has happened", "turn 1", "solo")
        assert all(DRAWN.card_text(card) in player.page for card in player.state.hands[0])


# ---------------------------------------------------------------- the log


async def test_the_log_is_scrolled_by_keys_and_wheel(sit: Sitting) -> None:
    async with sit(game(1, 20)) as player:
        bottom = player.page
        await player.press("[")
        player.shows("more")
        await player.press("pageup")
        up = player.page
        assert up != bottom
        await player.press("]", "pagedown")
        assert player.page == bottom
        log = player.app.screen.query_one(Log)
        for kind in (MouseScrollUp, MouseScrollDown):
            log.post_message(kind(log, 5, 5, 0, 0, 0, False, False, False))
            await player.pilot.pause()
            assert player.sees("more") is (kind is MouseScrollUp)


async def test_moving_the_pointer_leaves_the_log_where_it_was_scrolled_to(sit: Sitting) -> None:
    async with sit(game(1, 20)) as player:
        await player.press("[", "right", "2")
        player.shows("8 more")


# ---------------------------------------------------------------- help


@pytest.mark.parametrize(
    ("position", "keys", "words"),
    [
        (SOLO, (), "The Queen has 30 health left."),
        (SUFFERING, (), "The Queen attacks: you owe 15."),
        (TRIO, ("enter", "1", "enter"), "A Jester was played"),
    ],
)
async def test_help_explains_the_moment(
    sit: Sitting, position: Position, keys: tuple[str, ...], words: str
) -> None:
    async with sit(saved(position), (100, 50)) as player:
        await player.press(*keys, "question_mark")
        assert player.sees(words, "Undo the last action", "Quit; the game is saved.")
        await player.press("escape")
        assert isinstance(player.app.screen, TableScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 50)])
async def test_help_can_be_read_to_its_end_by_keys_at_every_size(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(saved(SOLO), size) as player:
        await player.press("question_mark")
        read = player.page
        for key in ("down", "pagedown", "end"):
            await player.press(key)
            read += player.page
        assert "Quit; the game is saved." in read


async def test_keys_pressed_in_the_help_do_nothing_at_the_table(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("f1", "8", "f", "u", "f1")
        assert isinstance(player.app.screen, TableScreen)
        assert player.actions == []
        assert "▴8" not in player.page


# ---------------------------------------------------------------- the end


async def test_a_victory_leads_to_the_result(sit: Sitting) -> None:
    async with sit(saved(LAST_KING)) as player:
        await player.press("end", "enter")
        assert isinstance(player.app.screen, ResultScreen)
        player.shows_title("VICTORY")
        player.shows("No enemy is left", "1 of 1 royal defeated", "1 exactly")


async def test_a_defeat_leads_to_the_result_and_can_be_taken_back(sit: Sitting) -> None:
    async with sit(saved(HOPELESS)) as player:
        await player.press("enter")
        assert player.state.phase is OVER
        player.shows_title("DEFEAT")
        player.shows("You could not pay the enemy's attack")
        await player.press("u")
        assert isinstance(player.app.screen, TableScreen)
        player.shows("Undone.", "2 of 8")
        assert player.actions == []


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_after_the_end_one_can_look_at_the_table_and_back_at_the_result(
    sit: Sitting, key: str
) -> None:
    async with sit(saved(HOPELESS)) as player:
        await player.press("enter", "v")
        assert player.sees("The game is over.", "KING OF HEARTS", "enter show the result")
        await player.press("1", "y", "f")
        assert player.state.phase is OVER
        await player.press(key)
        player.shows_title("DEFEAT")


async def test_in_company_the_end_names_who_could_not_go_on(sit: Sitting) -> None:
    lost: Position = {**TRIO, "hands": [["9C"], ["2C"], ["3C"]], "turn": 2, "tavern": []}
    async with sit(saved(lost)) as player:
        await player.press("enter", "enter")
        player.shows_title("DEFEAT")
        player.shows("Bea could not pay")


# ---------------------------------------------------------------- crashes


@pytest.mark.parametrize("action", ["clear", "move", "confirm"])
async def test_a_crash_in_a_handler_ends_the_app(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    def crash(*_: Json) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(TableScreen, f"action_{action}", crash)
    keys = {"clear": "escape", "move": "right", "confirm": "enter"}
    with pytest.raises(ZeroDivisionError):
        async with sit(saved(SOLO)) as player:
            await player.press(keys[action])
