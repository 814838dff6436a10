"""Questions: what there is to choose, drawn as cards with their digits, at every size."""

import pytest
from msgspec.structs import replace

from regicide_tui.cards import JESTER, Card
from regicide_tui.games.king_of_the_dead.actions import ChosenPlayer, FromDiscard, FromHand, Slot
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS as KINDS
from regicide_tui.games.words import YOU
from regicide_tui.tui.games.king_of_the_dead.dialog import dialog_rows
from regicide_tui.tui.games.king_of_the_dead.game_ui import GAME_UI
from regicide_tui.tui.games.king_of_the_dead.model import KingModel, pointed
from regicide_tui.tui.games.king_of_the_dead.offers import as_to_play, offers_rows, paint_hand
from regicide_tui.tui.games.king_of_the_dead.parade import parade_rows
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, width_of
from regicide_tui.tui.table.table_model import Notice, Pointing
from tests.tui.king_of_the_dead.models import MANY, SIZES, holding, model
from tests.tui.king_of_the_dead.moments import QUESTIONS
from tests.tui.models import look_with, page


def rows_of(one: KingModel, size: tuple[int, int] = (80, 24)) -> list[Row]:
    """Return the question where its options lie apart from hand and Parade."""
    assert one.choosing_apart
    place = GAME_UI.place_zones(*size, len(one.seats), False)["dialog"]
    rows = dialog_rows(one, place.width, place.height, DRAWN)
    assert {width_of(row) for row in rows} == {place.width}
    assert len(rows) == place.height
    return rows


def whole(one: KingModel, size: tuple[int, int] = (80, 24)) -> list[Row]:
    """Return all that is seen of a question: in the hand, in the Parade, or apart."""
    if one.choosing_apart:
        return rows_of(one, size)
    there = GAME_UI.place_zones(*size, len(one.seats), False)
    band, hand, parade = there["foresight"], there["hand"], there["stage"]
    return [
        *parade_rows(one, parade.width, parade.height, DRAWN),
        *offers_rows(one, band.width - 8, band.height, DRAWN),
        *paint_hand(as_to_play(one), hand.width, hand.height, look_with(DRAWN)),
    ]


def asked(name: str) -> KingModel:
    """Return a question of this kind as it is first asked."""
    game = QUESTIONS[name].game
    assert game is not None
    return model(game)


def text_of(one: KingModel, option: object) -> str:
    """Return what must be seen of an option."""
    match option:
        case Card() | FromHand() | FromDiscard():
            held = option if isinstance(option, Card) else option.card
            return DRAWN.star if held is JESTER else DRAWN.card_text(held)
        case Slot(number):
            card = one.view.parade[number - 1]
            return DRAWN.card_text(card) if card else ""
        case ChosenPlayer(seat):
            return one.seats[seat]
    return "top"


def test_there_is_a_picture_of_every_kind_of_question() -> None:
    kinds = {name.removesuffix("-2") for name in QUESTIONS}
    assert kinds == set(KINDS)
    for name in QUESTIONS:
        there = asked(name).asked
        assert there is not None
        assert there.kind == name.removesuffix("-2")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_question_and_what_it_is_about_can_be_read(name: str, size: tuple[int, int]) -> None:
    one = asked(name)
    text = " ".join(page(whole(one, size)).split())
    assert one.asked is not None
    assert one.choice is not None
    steps = {"familiar": "do you keep?", "supplant": "of the Parade do you take?"}
    assert steps.get(one.asked.kind, one.asked.sentence) in text
    assert one.asked.kind.split("_")[0].capitalize() in text or one.asked.kind in (
        *("order", "search", "exhume"),
    )
    if len(one.choice.options) <= 10:
        missing = [option for option in one.choice.options if text_of(one, option) not in text]
        assert missing == []


@pytest.mark.parametrize("size", SIZES)
def test_of_many_cards_those_around_the_pointer_are_in_sight(size: tuple[int, int]) -> None:
    draws = [[rank + suit for suit in "CDHS" for rank in "23468"], [], [], []]
    one = model(holding("TH TS 9D", "play TH+TS", draws=draws, gate=[], discards=[[]] * 4))
    assert one.choice is not None
    for place, option in enumerate(one.choice.options):
        assert isinstance(option, Card)
        there = pointed(one, Pointing(place))
        runs = [run for row in rows_of(there, size) for run in row if run.action]
        (here,) = {run.action for run in runs if run.style.startswith("on-accent/accent")}
        assert here == f"pick({place + 1})"
        words = "".join([run.text for run in runs if run.action == here])
        assert DRAWN.card_text(option) in words


@pytest.mark.parametrize("size", SIZES)
def test_cards_of_the_hand_are_chosen_where_they_lie(size: tuple[int, int]) -> None:
    one = model(holding(MANY, "play QS"))
    assert one.choosing_in_hand
    assert not one.choosing_apart
    for place in range(len(one.hand)):
        there = pointed(one, Pointing(place))
        hand = GAME_UI.place_zones(*size, 4, False)["hand"]
        rows = paint_hand(as_to_play(there), hand.width, hand.height, look_with(DRAWN))
        gold = {run.action for row in rows for run in row if "/accent" in run.style}
        assert gold == {f"pick({place + 1})"}


def test_cards_of_the_parade_are_chosen_where_they_lie() -> None:
    one = asked("abscond")
    assert not one.choosing_apart
    assert not one.choosing_in_hand


def test_the_digits_are_those_of_the_keys() -> None:
    text = page(rows_of(asked("search")))
    labels = [word for word in text.split() if word.strip("›▴").isdigit()]
    assert [word.strip("›▴") for word in labels][-5:] == [*"12345"]


def test_an_order_is_written_below_the_cards() -> None:
    one = pointed(asked("order"), Pointing(1, (2, 0)))
    text = page(rows_of(one))
    assert "▴1 2nd" in text
    assert "▴3 1st" in text
    assert "2 of 3 chosen" in text


@pytest.mark.parametrize(
    ("name", "chosen", "words"),
    [
        ("search", (1,), "1 of 2 chosen"),
        ("scry", (), "0 chosen, any number"),
        ("foretell", (0,), "1 chosen, one or none"),
        ("familiar", (), "Familiar: Ada, choose. Which card of your hand do you keep?"),
        ("familiar", (0,), "Which Ace keeps 9♦?"),
        ("supplant", (0,), "Which card of your hand goes to the Parade for 7♥?"),
        ("encumber_target", (), "With the Joker: Q♣"),
        ("pillage_target", (), "Ada (you)"),
        ("consecrate", (), "1 disc"),
    ],
)
def test_how_far_one_is_can_be_read(name: str, chosen: tuple[int, ...], words: str) -> None:
    assert words in " ".join(page(whole(pointed(asked(name), Pointing(0, chosen)))).split())


def test_one_is_asked_without_a_name_where_one_plays_as_oneself() -> None:
    found = asked("familiar")
    asks = replace(found, seats=(YOU,) * len(found.seats))
    assert "Familiar: choose. Which card" in " ".join(page(whole(asks)).split())


def test_who_chooses_is_not_you_where_somebody_else_reads_it() -> None:
    one = pointed(replace(asked("pillage_target"), needs_no_curtain=True), Pointing())
    assert "1 Ada  " in page(whole(one))
    assert "(you)" not in page(whole(one))


@pytest.mark.parametrize("name", ["search", "accede", "abscond"])
def test_a_notice_has_a_row(name: str) -> None:
    one = pointed(asked(name), Pointing(0, (), Notice("Choose 2 more first.", "warning")))
    assert "Choose 2 more first." in page(whole(one))
    assert one.asked is not None
    assert one.asked.sentence[:40] in page(whole(one))


@pytest.mark.parametrize("name", ["corrupt", "pillage_target"])
def test_a_replay_shows_the_question_without_a_pointer(name: str) -> None:
    game = QUESTIONS[name].game
    assert game is not None
    rows = rows_of(model(game, replay_step=("Replay 1/2",)))
    assert "›" not in page(rows)
    assert "Replay 1/2" in page(rows)


def test_it_can_be_drawn_in_letters() -> None:
    assert page(dialog_rows(asked("order"), 80, 9, PLAIN)).isascii()
