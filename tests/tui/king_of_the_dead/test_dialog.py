"""Questions: what there is to choose, drawn as cards with their digits, at every size."""

import pytest

from regicide_tui.cards import Card
from regicide_tui.games.king_of_the_dead.actions import FromDiscard, FromHand, Slot, Who
from regicide_tui.games.king_of_the_dead.powers import QUESTIONS as KINDS
from regicide_tui.tui.king_of_the_dead.dialog import dialog_rows
from regicide_tui.tui.king_of_the_dead.places import parade_above
from regicide_tui.tui.king_of_the_dead.scene import Scene, pointed
from regicide_tui.tui.paint import Row, width_of
from regicide_tui.tui.scene import NOTHING, Notice
from regicide_tui.tui.symbols import DRAWN, PLAIN
from tests.tui.king_of_the_dead.moments import QUESTIONS
from tests.tui.king_of_the_dead.scenes import MANY, SIZES, holding, scene
from tests.tui.scenes import lines, page


def rows_of(one: Scene, size: tuple[int, int] = (80, 24)) -> list[Row]:
    place = parade_above(*size)["dialog"]
    rows = dialog_rows(one, place.width, place.height, DRAWN)
    assert {width_of(row) for row in rows} == {place.width}
    assert len(rows) == place.height
    return rows


def asked(name: str) -> Scene:
    """Return a question of this kind as it is first asked."""
    game = QUESTIONS[name].game
    assert game is not None
    return scene(game)


def text_of(one: Scene, option: object) -> str:
    """Return what must be seen of an option."""
    match option:
        case Card() | FromHand() | FromDiscard():
            card = option if isinstance(option, Card) else option.card
            return DRAWN.card_text(card)
        case Slot(number):
            return f"@{number}"
        case Who(seat):
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
    text = " ".join(page(rows_of(one, size)).replace("│", " ").split())
    assert one.asked is not None
    assert one.choice is not None
    assert one.asked.sentence in text
    assert one.actor in text
    if len(one.choice.options) <= 10:
        missing = [option for option in one.choice.options if text_of(one, option) not in text]
        assert missing == []


@pytest.mark.parametrize("size", SIZES)
def test_of_many_cards_those_around_the_pointer_are_in_sight(size: tuple[int, int]) -> None:
    one = scene(holding(MANY, "play QS"))
    for place, card in enumerate(one.hand):
        there = pointed(one, place, (), NOTHING)
        (line,) = [
            row for row in rows_of(there, size) if any("reverse" in run.style for run in row)
        ]
        (run,) = [run for run in line if "reverse" in run.style]
        assert run.action == f"pick({place + 1})"
        assert DRAWN.card_text(card) in page(rows_of(there, size))


def test_the_digits_are_those_of_the_keys() -> None:
    labels = lines(rows_of(scene(holding(MANY, "play QS"))))[2]
    assert labels.replace("›", "").strip("│ ").split() == [*"1234567890"]


def test_an_order_is_written_on_the_cards() -> None:
    one = pointed(asked("order"), 2, (2, 0), NOTHING)
    text = page(rows_of(one))
    assert "┗━2━━┛ ╰────╯ ┗━1━━┛" in text
    assert "2 of 3 chosen" in text


@pytest.mark.parametrize(
    ("name", "chosen", "words"),
    [
        ("search", (1,), "1 of 2 chosen"),
        ("scry", (), "0 chosen, any number"),
        ("foretell", (0,), "1 chosen, one or none"),
        ("familiar", (), "Familiar 1/2  Ada, choose a card of your hand"),
        ("familiar", (0,), "Familiar 2/2  Ada, choose one of the Aces"),
        ("supplant", (0,), "Supplant 2/2  Ada, choose a card of your hand"),
        ("encumber_target", (), "With the Joker goes Q♣"),
        ("pillage_target", (), "Ada (you)"),
        ("consecrate", (), "1 disc"),
    ],
)
def test_how_far_one_is_can_be_read(name: str, chosen: tuple[int, ...], words: str) -> None:
    assert words in page(rows_of(pointed(asked(name), 0, chosen, NOTHING)))


def test_a_notice_stands_in_the_lower_edge() -> None:
    one = pointed(asked("search"), 0, (), Notice("Choose 2 more first.", "warning"))
    assert "Choose 2 more first." in lines(rows_of(one))[-1]


def test_a_replay_shows_the_question_without_a_pointer() -> None:
    game = QUESTIONS["corrupt"].game
    assert game is not None
    rows = rows_of(scene(game, step="Replay 1/2"))
    assert "›" not in page(rows)
    assert "Replay 1/2" in lines(rows)[-1]


def test_it_can_be_drawn_in_letters() -> None:
    assert page(dialog_rows(asked("order"), 80, 9, PLAIN)).isascii()
