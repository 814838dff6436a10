"""What can be done: by name, with its key, and what it means; or why nothing can."""

import pytest
from msgspec.structs import replace

from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.offers import badge_of, offers_rows
from regicide_tui.tui.input.commands import game_action
from regicide_tui.tui.input.keymap import read_keymap
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, width_of
from regicide_tui.tui.table.table_model import Notice
from tests.tui.king_of_the_dead.models import MANY, TWO, holding, king, model
from tests.tui.models import lines


def offers(one: KingModel, width: int = 78, height: int = 2) -> list[str]:
    rows = offers_rows(one, width, height, PLAIN)
    assert len(rows) <= height
    assert all(width_of(row) <= width for row in rows)
    return [" ".join(line.split()) for line in lines(rows)]


@pytest.mark.parametrize(
    ("picked", "well", "found"),
    [
        ("4H 4S", False, ["4H+4S A CLAMOR Draw 3; every other player draws 1."]),
        ("JH", False, ["JH A CORRUPT Look at the top 2 cards of your draw pile:", "discard one,"]),
        ("5H 6D", True, ["5H+6D+Well 7D A SCORE 7D 7 points"]),
        ("AC 4H 5H", False, ["AC+4H+5H = 13 red A SCORE 5H 5 points", "also B Buy KS"]),
        ("3C 4S", False, ["3C+4S = 7 black A BUY 7H costs 7", "also B Buy the Newcomer: costs 7"]),
        ("3C", False, ["3C = 3 black That pays 3. The cheapest card for black cards costs 5."]),
        ("6D", False, ["6D = 6 red A BUY 6S costs 6"]),
        (
            "5H",
            False,
            [
                "5H = 5 red That pays 5. The cheapest card for red cards costs 6. w",
                "from the Well.",
            ],
        ),
        (
            "AC",
            False,
            ["AC An Ace joins a run, a pair, or a payment (highest, less one)."],
        ),
    ],
)
def test_what_the_picked_cards_can_do(picked: str, well: bool, found: list[str]) -> None:
    said = offers(model(king(), picked, well=well))
    missing = [words for line, words in zip(said, found, strict=False) if words not in line]
    assert missing == []


@pytest.mark.parametrize(
    ("picked", "mark", "text"),
    [
        ("3C 4S", 0, "A BUY 7♥"),
        ("3C 4S", 1, "B BUY NEWCOMER"),
        ("4H 4S", 0, "A CLAMOR"),
        ("AC 4H 5H", 0, "A SCORE 5♥"),
    ],
)
def test_the_badge_is_what_would_be_done_next(picked: str, mark: int, text: str) -> None:
    badge = badge_of(replace(model(king(), picked), mark=mark), DRAWN)
    assert badge is not None
    assert (badge.text, badge.style) == (text, "accent")


def test_there_is_no_badge_where_confirming_does_nothing() -> None:
    assert badge_of(model(king()), DRAWN) is None  # a Familiar could be recalled, by its key
    assert badge_of(model(king(), "3C"), DRAWN) is None


def test_of_many_offers_those_that_find_no_room_are_hinted_at() -> None:
    many = model(holding("TH TD 9H 9D 8H 8D"), "TH TD 9H 9D")
    assert len(many.offered) > 2
    text = "\n".join(offers(many, 60, 9))
    assert all(one.name.removeprefix("Buy ") in text for one in many.offered[1:])
    assert offers(many, 60, 1)[0].endswith("~ down next")
    last = replace(many, mark=3)
    assert "d BUY" in offers(last, 60, 2)[0]


@pytest.mark.parametrize(("width", "height"), [(58, 2), (78, 2), (112, 2), (31, 5)])
def test_the_text_of_every_power_finds_room(width: int, height: int) -> None:
    said = " ".join(offers(model(king(), "JH *"), width, height))
    words = "Take a card from a player's discard pile or the top 2 of their draw pile; they get"
    assert words in said


def test_an_offer_that_is_wider_than_the_band_is_cut_and_seen_to_be() -> None:
    one = model(king(), "AC 4H 5H")
    assert any("Buy KS: costs 10, 3 wasted" in line for line in offers(one, 78, 2))
    (cut,) = [line for line in offers(one, 20, 9) if "Buy KS" in line]
    assert cut.endswith("~")


def test_with_nothing_picked_runs_powers_and_familiars_are_told() -> None:
    text = "\n".join(offers(model(king()), 78, 9))
    assert "A Recall 10H: AS is discarded" in text
    assert "In your hand: Score 7D from the Well with 5H 6D" in text
    assert "**" not in text
    for power in ("Clamor 4H 4S", "Cipher AC *"):
        assert power in text


def test_the_powers_of_the_hand_say_what_they_do_where_there_is_room() -> None:
    found = " ".join(offers(model(holding("3H 3S 2H 7C KS")), 78, 2))
    assert "Supplant 3H 3S (swap with the Parade)" in found
    assert "Disinter KS (from Well)" in found


def test_in_a_narrow_band_long_offers_are_wrapped() -> None:
    found = " ".join(offers(model(holding("3S 4S 5S")), 30, 4))
    assert found == "In your hand: Score 5S with 3S 4S Pick cards to see what they buy."


def test_of_a_run_the_card_of_the_well_is_named() -> None:
    found = " ".join(offers(model(holding("AD 7C", well=["6C"])), 78, 2))
    assert "Score 7C with AD and 6C from the Well" in found


def test_a_long_list_of_these_is_cut_and_seen_to_be() -> None:
    assert offers(model(holding(MANY)), 58, 2)[-1].endswith("~ ? lists all")


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("", "Your hand is empty. e ends your turn."),
        ("2C 9D", "You have no runs or powers in your hand. Pick cards to see what they buy."),
        ("2C AD", "You can't do anything more with your hand. e ends your turn."),
    ],
)
def test_a_hand_with_nothing_in_it(hand: str, words: str) -> None:
    assert " ".join(offers(model(holding(hand, well=[])))).startswith(words)


def test_a_notice_has_a_row_of_its_own() -> None:
    said = offers(model(king(), "3C 4S", notice=Notice("Undone.", "warning")))
    assert said[-1] == "Undone."
    assert "A BUY 7H" in said[0]


def test_talk_covers_none_of_the_offers_for_picked_cards() -> None:
    talk = Notice("bea: you play like a baby", verbatim=True, yields=True)
    for height in range(1, 6):
        alone = offers(model(king(), "3C 4S"), 58, height)
        said = offers(model(king(), "3C 4S", notice=talk), 58, height)
        assert said[: len(alone)] == alone
    assert said[-1] == talk.text


def test_why_nothing_can_be_done_is_said_once() -> None:
    why = "That pays 3. The cheapest card for black cards costs 5."
    assert offers(model(king(), "3C", notice=Notice(why, "warning"))) == ["3C = 3 black", why]


def test_behind_the_curtain_in_a_replay_and_at_the_end() -> None:
    assert "".join(offers(model(king(), curtain=True))) == ""
    assert offers(model(king(), replay_step=("Replay 1/2",))) == ["Replay 1/2"]
    assert offers(model(king(TWO, "end", "end"))) == ["The game is over."]


def test_the_letters_are_those_of_the_keymap() -> None:
    keymap = read_keymap({"do_1": ("x",)})
    rows = offers_rows(model(king(), "3C 4S"), 78, 3, DRAWN, keymap)
    assert "x BUY 7♥" in lines(rows)[0]


def test_a_click_does_what_it_says() -> None:
    rows = offers_rows(model(king(), "3C 4S"), 78, 3, DRAWN)
    actions = {run.action: run.text for row in rows for run in row if run.action}
    assert list(actions) == [game_action("do", number) for number in (1, 2, 3)]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (holding("7C 7D 9D JH", "play 7C+7D"), "Which cards of your hand do you discard?"),
        (holding("3C 3D 4H QC 9D", "play 3C+3D"), "Which card of the Parade do you take?"),
    ],
)
def test_a_question_about_cards_that_lie_open_stands_here(game: object, words: str) -> None:
    assert words in " ".join(offers(model(game), 78, 2))  # type: ignore[arg-type]
