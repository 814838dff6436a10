"""The table of King of the Dead at work: keys, clicks, questions, curtains."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.games.king_of_the_dead import rules
from regicide_tui.tui.save_session import SaveSession
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.screens.texts import BlocksPage, PilesPage
from regicide_tui.tui.table.table_model import NOTHING
from tests.tui.conftest import Sitting
from tests.tui.king_of_the_dead.fingers import model_of
from tests.tui.king_of_the_dead.models import MANY, TWO, dealt, holding, king, model
from tests.tui.king_of_the_dead.moments import QUESTIONS
from tests.tui.player import Player


async def open_hand(player: Player) -> None:
    await player.press("enter")
    assert not model_of(player).curtain


# ---------------------------------------------------------------- offers


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        (("2", "4", "enter"), "buy @1 3C 4S"),
        (("2", "4", "A"), "buy @1 3C 4S"),
        (("2", "4", "B"), "buy N 3C 4S"),
        (("2", "4", "C"), "buy @6 3C 4S"),
        (("2", "4", "down", "enter"), "buy N 3C 4S"),
        (("2", "4", "tab", "j", "enter"), "buy @6 3C 4S"),
        (("2", "4", "up", "enter"), "buy @6 3C 4S"),
        (("w", "5", "6", "enter"), "score 5H 6D W"),
        (("5", "6", "w", "A"), "score 5H 6D W"),
        (("right", "right", "space", "4", "enter"), "play 4H+4S"),
        (("9", "1", "A"), "play AC+*"),
        (("F",), "recall 1"),
        (("A",), "recall 1"),
        (("3", "F"), "recall 1"),
        (("e",), "end"),
    ],
)
async def test_keys_do_what_is_on_offer(sit: Sitting, keys: tuple[str, ...], action: str) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.press(*keys)
        assert player.actions == [action]


@pytest.mark.parametrize(
    ("keys", "words", "action"),
    [
        (("2", "4"), "Buy 5♦", "buy @6 3C 4S"),
        (("2", "4"), "7♥", "buy @1 3C 4S"),
        (("2", "4"), "Newcomer", "buy N 3C 4S"),
        (("5", "6"), "Well", ""),
        (("3", "4"), "CLAMOR", "play 4H+4S"),
        ((), "Recall 10♥", "recall 1"),
        (("3", "4"), "enter do it", "play 4H+4S"),
        ((), "e end turn", "end"),
    ],
)
async def test_a_click_on_an_action_takes_it(
    sit: Sitting, keys: tuple[str, ...], words: str, action: str
) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.press(*keys)
        await player.click(words)
        assert player.actions == ([action] if action else [])
        if not action:
            player.shows("5♥+6♦+Well 7♦", "A SCORE 7♦", "7 points")


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (("enter",), "You haven't picked any cards. e ends your turn."),
        (("3", "enter"), "That pays 4. The cheapest card for red cards costs 6."),
        (("3", "7"), "These cards have no power together, are no run and pay for nothing."),
        (("2", "w"), "No run contains the Well's top card and these cards."),
        (("N",), "There is no question to answer."),
        (("B",), "Pick cards to see what they can do."),
        (("9", "1", "B"), "There are no more offers."),
        (("3", "A"), "That pays 4. The cheapest card for red cards costs 6."),
        (("F", "F"), "You have no Familiar to recall now."),
    ],
)
async def test_what_can_not_be_done_is_said(
    sit: Sitting, keys: tuple[str, ...], words: str
) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.press(*keys)
        player.shows(words)
        assert player.actions in ([], ["recall 1"])


async def test_a_slot_that_can_not_be_bought_says_why(sit: Sitting) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.click("9♦")
        player.shows("Pick the cards to pay with first.")
        await player.press("2", "4")
        await player.click("9♦")
        player.shows("7 of 9 picked, 2 missing.")
        await player.click("6♠")
        player.shows("Red cards buy black ones, and black cards buy red.")
        assert player.actions == []


async def test_a_click_on_a_royal_says_what_its_power_does(sit: Sitting) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.click("K♠")
        player.shows("Disinter: Take the top card of the Well.", "Pick the cards to pay")


async def test_an_empty_well_gives_nothing(sit: Sitting) -> None:
    async with sit(king(well=[])) as player:
        await open_hand(player)
        assert "w Well" not in player.page
        await player.press("w")
        player.shows("No run contains the Well's top card and cards of your hand.")


async def test_escape_drops_all_that_is_picked_the_well_too(sit: Sitting) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.press("w", "5", "w", "w", "escape")
        assert model_of(player).chosen == ()


async def test_one_of_several_familiars_is_recalled(sit: Sitting) -> None:
    two = [["AS:TH", "AD:KC"], [], [], []]
    async with sit(king(familiars=two, discards=[[]] * 4)) as player:
        await open_hand(player)
        player.shows("A Recall 10♥", "B Recall K♣")
        await player.press("3", "F")
        player.shows("Which Familiar do you recall?")
        await player.press("down", "F")
        assert player.actions == ["recall 2"]


async def test_a_large_hand_is_never_asked_for_all_its_payments(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(rules, "legal_actions", never)
    async with sit(holding(MANY)) as player:
        await open_hand(player)
        await player.press("3", "5", "home", *["right"] * 11, "space", "enter")
        assert player.actions == ["buy @7 3C 4C 7C"]


# ---------------------------------------------------------------- questions


@pytest.mark.parametrize(
    ("name", "keys", "action"),
    [
        ("corrupt", ("2", "enter"), "discard 5S"),
        ("liturgy", ("down", "enter"), "send 2D"),
        ("familiar", ("enter", "right", "enter"), "retain 9D AD"),
        ("supplant", ("3", "enter", "2", "enter"), "swap @3 9D"),
        ("abscond", ("end", "enter"), "take @8"),
        ("accede", ("2", "4", "2", "enter"), "discard KD"),
        ("accede", ("N",), "discard -"),
        ("search", ("3", "1", "enter"), "take AC TD"),
        ("scry", ("enter",), "discard -"),
        ("foretell", ("1", "2", "enter"), "discard 5S"),
        ("order", ("3", "1", "2", "enter"), "order AC TD 5S"),
        ("decant_take", ("N",), "pass"),
        ("sepulcher", ("2", "1", "enter"), "send KC AD"),
        ("consecrate", ("N",), "pass"),
        ("pillage", ("2", "enter"), "take top"),
        ("devilry", ("4", "2", "enter"), "swap P2 P4"),
        ("void_hand", ("2", "enter"), "send TC"),
    ],
)
async def test_questions_are_answered_with_keys(
    sit: Sitting, name: str, keys: tuple[str, ...], action: str
) -> None:
    game = QUESTIONS[name].game
    assert game is not None
    async with sit(game) as player:
        await open_hand(player)
        before = len(player.actions)
        await player.press(*keys)
        assert player.actions[before:] == [action]


async def test_in_a_question_of_several_rows_one_goes_up_and_down(sit: Sitting) -> None:
    async with sit(holding(MANY, "play QS"), (60, 20)) as player:
        await open_hand(player)
        await player.press("down")
        assert model_of(player).cursor == 9
        await player.press("right", "up", "enter")
        assert player.actions[-1] == "send 2D"


async def test_questions_are_answered_with_clicks(sit: Sitting) -> None:
    async with sit(holding("3C 3D 4H QC 9D", "play 3C+3D")) as player:
        await open_hand(player)
        await player.click("9♦")
        await player.click("enter choose")
        player.shows("Which card of your hand goes to the Parade for 9♦?")
        await player.click_card("9♦")
        await player.click("enter choose")
        assert player.actions[-1] == "swap @3 9D"


async def test_escape_goes_back_to_what_was_chosen_first(sit: Sitting) -> None:
    async with sit(holding("3C 3D 4H QC 9D", "play 3C+3D")) as player:
        await open_hand(player)
        await player.press("3", "enter", "2", "escape")
        player.shows("Which card of the Parade do you take?")
        assert (model_of(player).cursor, model_of(player).chosen) == (2, ())


@pytest.mark.parametrize(
    ("name", "keys", "words"),
    [
        ("search", ("enter",), "Choose 2 more first."),
        ("search", ("1", "enter"), "Choose 1 more first."),
        ("search", ("1", "2", "3"), "You can choose at most 2."),
        ("corrupt", ("N",), "You must choose something here."),
        ("corrupt", ("A",), "Answer the question first."),
        ("corrupt", ("w",), "Answer the question first."),
        ("corrupt", ("e",), "First answer the question: discard."),
    ],
)
async def test_a_question_says_what_is_missing(
    sit: Sitting, name: str, keys: tuple[str, ...], words: str
) -> None:
    game = QUESTIONS[name].game
    assert game is not None
    async with sit(game) as player:
        await open_hand(player)
        before = player.actions
        await player.press(*keys)
        player.shows(words)
        assert player.actions == before


async def test_undo_goes_back_into_a_question(sit: Sitting) -> None:
    async with sit(holding("JH 9D")) as player:
        await open_hand(player)
        await player.press("2", "A", "enter")
        assert player.actions == ["play JH", "discard TD"]
        assert "choose" not in player.page
        await player.press("u")
        player.shows("Which of these cards do you discard?", "Undone.")
        await player.press("u")
        assert "Which of these cards" not in player.page
        await player.press("U", "U")
        assert player.actions == ["play JH", "discard TD"]


async def test_in_a_void_the_keyboard_goes_round(sit: Sitting) -> None:
    async with sit(holding("QH * 9D")) as player:
        await open_hand(player)
        await player.press("2", "3", "A")
        for name in ("Bea", "Cyd", "Dee"):
            player.shows(f"Pass the keyboard to {name}.")
            assert "Which card" not in player.page
            await player.press("enter")
            player.shows(f"{name}, choose", "Which card of your hand do you send to the Well?")
            await player.press("enter")
        player.shows("Pass the keyboard to Ada.")
        await player.press("enter", "3", "enter")
        player.shows("Pass the keyboard to Cyd.")
        await player.press("enter")
        player.shows("Which card of your discard pile do you send to the Well?")


async def test_a_question_is_saved_and_resumed(sit: Sitting) -> None:
    async with sit(holding("JC JS 9D")) as player:
        await open_hand(player)
        await player.press("2", "3", "A", "N", "2", "3")
        kept = await player.kept()
    async with sit(kept) as player:
        await open_hand(player)
        player.shows("In which order do you put the cards back", "0 of 3 chosen")


# ---------------------------------------------------------------- around a turn


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (2, "A Joker from the first Parade went on top of Ada's draw pile."),
        (4, "Jokers from the first Parade went on top of the draw piles of Dee and Ada."),
    ],
)
async def test_in_the_first_turn_it_says_who_got_a_joker(
    sit: Sitting, players: int, words: str
) -> None:
    async with sit(dealt(players, "0")) as player:
        await open_hand(player)
        assert words in " ".join(player.page.split())
        await player.press("e", "enter")
        assert words in " ".join(player.page.split())  # the next player has not acted yet
        await player.press("right")
        assert "first Parade" not in player.page


def test_without_a_joker_or_after_the_first_turn_nothing_is_said_of_jokers() -> None:
    assert model(dealt(2, "1")).notice == NOTHING
    assert model(dealt(2, "0")).notice != NOTHING
    assert model(dealt(2, "0"), curtain=True).notice != NOTHING
    assert model(dealt(2, "0"), replay_step=("the deal",)).notice == NOTHING
    begun = dealt(2, "0")
    for _ in range(2):
        begun = replace(begun, history=begun.history.take_text("end"))
    assert model(begun).notice == NOTHING
    assert model(king()).notice == NOTHING


async def test_after_a_turn_the_hands_are_hidden(sit: Sitting) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.press("e")
        player.shows("Pass the keyboard to Bea.")
        await player.press("1", "A", "w", "e", "F", "N", "down", "space")
        assert player.actions == ["end"]
        await player.press("enter")
        player.shows("Bea's hand, 2")


async def test_the_last_end_of_a_turn_shows_the_result(sit: Sitting) -> None:
    async with sit(king(TWO, "end")) as player:
        await player.press("enter", "e")
        assert isinstance(player.app.screen, ResultScreen)
        player.shows("Ada wins with 19 points.", "1. Ada  19", "2. Bea  18")
        await player.press("v")
        await player.press("1", "A", "e", "w", "F")
        player.shows("The game is over.", "enter show the result")


SETTLED = {
    "players": 2,
    "hands": [["AS", "AH", "*"], ["AC"]],
    "draws": [["AD"], ["*"]],
    "scores": [["9D"], ["TD", "8H"]],
    "parade": ["6D", "7H", "8C", "KS"],
    "newcomer": "JS",
    "gate": ["9C", "TC", "QH", "5S", "6S", "7S"],
    "well": ["4H"],
}


async def test_where_nothing_can_change_any_more_one_key_ends_the_game(sit: Sitting) -> None:
    async with sit(king(SETTLED)) as player:
        await player.press("enter")
        player.shows("The score can't change any more.", "e ends the game.")
        await player.press("e")
        assert isinstance(player.app.screen, ResultScreen)
        assert set(player.actions) == {"end"}, "by the actions of the game alone"
        await player.until(lambda: player.sees("Bea wins with 18 points."))


async def test_the_turns_that_this_key_ends_wait_for_the_disk_and_can_be_undone(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = SaveSession.wait_until_saved
    taken_before: list[int] = []
    async with sit(king(SETTLED)) as player:

        async def noted(save_session: SaveSession) -> None:
            taken_before.append(len(player.actions))
            await wait(save_session)

        session = player.app.screen.session  # type: ignore[attr-defined]
        waits = partial(noted, player.app.save_session)
        monkeypatch.setattr(session, "wait_until_saved", waits)
        await player.press("enter", "e")
        ends = len(player.actions)
        assert ends > 1
        assert taken_before == [0], "one change, which waits for the one before"
        await player.press("u")
        assert player.actions == ["end"] * (ends - 1)


async def test_while_anything_can_change_a_turn_is_ended_alone(sit: Sitting) -> None:
    async with sit(king(SETTLED | {"hands": [["AS", "2H"], ["AC"]]})) as player:
        await player.press("enter")
        assert not player.sees("ends the game")
        await player.press("e")
        assert player.actions == ["end"]


@pytest.mark.parametrize(("key", "page"), [("P", BlocksPage), ("d", PilesPage)])
async def test_pages_open_over_the_table_and_close_again(
    sit: Sitting, key: str, page: type
) -> None:
    async with sit(king()) as player:
        await open_hand(player)
        await player.press("3", key)
        assert isinstance(player.app.screen, page)
        await player.press("escape")
        assert model_of(player).chosen == (2,)


async def test_a_window_of_another_size_keeps_what_is_chosen(sit: Sitting) -> None:
    async with sit(holding("TH TS 9D", "play TH+TS")) as player:
        await open_hand(player)
        await player.press("1", "3")
        for size in ((60, 20), (200, 60), (59, 20), (80, 24)):
            await player.resize(*size)
        player.shows("2 of 2 chosen")


async def test_the_terminals_cursor_is_on_the_card_at_the_pointer(sit: Sitting) -> None:
    async with sit(holding(MANY), (60, 20)) as player:
        await open_hand(player)
        await player.press("end")
        y, x = player.find("★", after="★")
        assert player.app.cursor_position.y == y
        assert player.app.cursor_position.x in range(x - 2, x + 30)


async def test_the_title_tells_how_far_the_game_is(sit: Sitting) -> None:
    async with sit(dealt(2)) as player:
        player.shows("KING OF THE DEAD  round 1  seed 7F3K")
        for _ in range(4):
            await player.press("enter", "e")
        player.shows("round 3")
    async with sit(king(TWO)) as player:
        player.shows("last round")
    async with sit(king()) as player:
        player.shows("reshuffled 1/2")
