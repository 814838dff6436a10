"""The castle: the enemy, what was played against him, and the piles, at every size."""

import re

import pytest

from regicide_tui.games.base import Json
from regicide_tui.play.table import Table
from regicide_tui.tui.games.regicide.castle import castle_rows
from regicide_tui.tui.games.regicide.game_ui import GAME_UI
from regicide_tui.tui.games.regicide.model import RegicideModel
from regicide_tui.tui.games.regicide.zones import players_row
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, width_of
from tests.loose import loose
from tests.tui.models import (
    LAST_KING,
    SOLO,
    TRIO,
    Position,
    lines,
    model,
    model_of,
    page,
    saved,
    text_of,
)

SIZES = [(60, 20), (64, 30), (80, 24), (100, 30), (120, 40), (200, 60)]


def castle(one: RegicideModel, width: int = 100, height: int = 30) -> list[Row]:
    """Paint the castle of a model in a window of so many cells."""
    place = GAME_UI.place_zones(width, height, len(one.seats), False)["stage"]
    return castle_rows(one, place.width, place.height, DRAWN)


def seen(position: Position, **changes: Json) -> str:
    return page(castle(model(position, **loose(changes))))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_castle_fills_its_place(width: int, height: int) -> None:
    for one in (model(SOLO), model(TRIO), model_of(saved(LAST_KING, "TS"))):
        place = GAME_UI.place_zones(width, height, len(one.seats), False)["stage"]
        rows = castle(one, width, height)
        assert [width_of(row) for row in rows] == [place.width] * place.height


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_enemy_is_described_at_every_size(width: int, height: int) -> None:
    text = page(castle(model(SOLO, damage=11, table=["1:5S", "1:4C+AC"]), width, height))
    for words in ("QUEEN OF HEARTS", "immune to ♥", "of 30", "health", "15 - 5 ♠", "attack"):
        assert words in text
    for card in ("5♠", "4♣", "A♣"):
        assert card in text


def written(one: RegicideModel) -> str:
    """Return the castle where numbers are written and not drawn."""
    place = GAME_UI.place_zones(80, 24, len(one.seats), False)["stage"]
    return page(castle_rows(one, place.width, place.height, PLAIN))


def test_health_and_attack_are_numbers() -> None:
    text = written(model(SOLO, damage=11, table=["1:5S"]))
    assert re.search(r"19 of 30 +10 15 - 5 S", text)
    assert re.search(r"30 of 30 +15 ", written(model(SOLO)))


@pytest.mark.parametrize(
    ("size", "enemy"), [((60, 20), 11), ((80, 24), 13), ((120, 40), 22), ((200, 60), 44)]
)
def test_the_portrait_grows_with_the_window(size: tuple[int, int], enemy: int) -> None:
    corner = next(line for line in lines(castle(model(SOLO), *size)) if "▟Q♥" in line)
    assert corner.index("▙") - corner.index("▟Q♥") + 1 == enemy


def test_plays_lie_in_their_order_and_the_oldest_are_left_out_at_need() -> None:
    drawn = lines(castle(model(TRIO, table=["1:5S", "2:4C+AS"]), 120, 40))
    corners = next(line for line in drawn if "▟5♠" in line)
    assert corners.index("▟5♠") < corners.index("▟4♣") < corners.index("▟A♠")
    names = next(line for line in drawn if "Bea" in line)
    assert names.index("Ada") < names.index("Bea")
    many = model(TRIO, table=[f"1:{rank}{suit}" for rank in "2345" for suit in "CDHS"])
    drawn = lines(castle(many, 120, 40))
    corners = next(line for line in drawn if "▟5♠" in line)
    assert "▟5♥" in corners
    assert "▟2♣" not in corners
    assert "…" in corners


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (200, 60)])
def test_many_plays_lie_as_smaller_cards_before_one_is_left_out(width: int, height: int) -> None:
    plays = ["1:5S", "1:4C+AS", "1:3H", "1:2D"]
    text = page(castle(model(SOLO, table=plays), width, height))
    for card in ("5♠", "4♣", "A♠", "3♥", "2♦"):
        assert f"▟{card}" in text
    assert "…" not in text


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_of_a_large_attack_touches_nothing(size: tuple[int, int]) -> None:
    for row in lines(castle(model(LAST_KING, discard=["9C", "9D"]), *size)):
        assert not re.search(r"attack\w", row)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("known", [False, True])
def test_the_piles_are_described_at_every_size(width: int, height: int, known: bool) -> None:
    tavern = ["JC", "4C", "4D", "4H", "6C", "6D", "6H", "7D", "7H", "7S"]
    discard = ["9C", "3C", "2S", "2C", "2H", "3D", "3S", "4S", "5C", "5D", "5H", "6S"]
    piles: dict[str, Json] = {"tavern": tavern, "discard": discard, "jesters_unused": 1}
    text = page(castle(model(SOLO, **loose(piles), tavern_known=int(known)), width, height))
    assert "Tavern 10" in text
    assert ("J♣" in text) is known
    assert "Discard 12" in text
    assert "9♣" in text
    assert "Jesters" in text


@pytest.mark.parametrize("width", [60, 80])
def test_in_company_a_small_castle_has_words_for_piles(width: int) -> None:
    tavern: dict[str, Json] = {"tavern": ["KD", "3C"], "tavern_known": 1}
    rows = lines(castle(model(TRIO, **loose(tavern)), width, 20 if width == 60 else 24))
    assert "Tavern 2" in rows[0]
    assert "K♦" in rows[1]
    assert "3♦" in "".join(rows[1:4])


def test_in_company_the_smallest_castle_writes_health_and_attack_in_a_row() -> None:
    rows = lines(castle(model(TRIO, damage=8, table=["1:3S", "1:*"]), 60, 20))
    assert "12 of 20 health  7 attack = 10 - 3 ♠" in rows[1]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_newest_play_is_in_sight_at_every_size(width: int, height: int) -> None:
    plays = [f"1:{rank}{suit}" for rank in "A234" for suit in "CDHS"]
    piles: dict[str, Json] = {"hands": [["9D"], ["9H"], ["TD"]], "tavern": [], "discard": []}
    for newest, shown in (("5S", "5♠"), ("*", "★")):
        one = model(TRIO, enemy="KC", table=[*plays, f"2:{newest}"], **loose(piles))
        assert shown in page(castle(one, width, height))


def test_an_enemy_whom_a_jester_met_has_no_immunity() -> None:
    assert "no immunity" in seen(TRIO, table=["1:*"])


def test_without_a_shield_the_attack_is_a_number_alone() -> None:
    assert " - " not in seen(SOLO)


def test_spades_do_not_shield_from_a_royal_of_spades_before_a_jester() -> None:
    assert " - " not in seen(TRIO, table=["1:7S"])
    assert "10 - 7 ♠" in seen(TRIO, table=["1:7S", "2:*"])


def test_a_shield_never_makes_the_attack_negative() -> None:
    assert re.search(r" 0 15 - 19 S", written(model(SOLO, table=["1:9S", "1:TS"])))


def bar(one: RegicideModel) -> list[str]:
    """Return the bar of health of a window of 80x24, a word for each cell."""
    rows = castle(one, 80, 24)
    row = next(row for row in rows if any("/lost" in run.style for run in row))
    return [
        ground
        for run in row
        for ground in [run.style.partition("/")[2].partition("+")[0]] * len(run.text)
        if ground.startswith(("bar", "ghost", "lost", "accent"))
    ]


@pytest.mark.parametrize(("damage", "full"), [(15, 18), (29, 1)])
def test_the_bar_of_health_shrinks_with_it(damage: int, full: int) -> None:
    cells = bar(model(SOLO, damage=damage, hands=[[]]))
    assert len(cells) == 36
    assert abs(cells.count("bar-hearts") - full) <= 1


def test_the_bar_shows_what_the_picked_cards_would_take() -> None:
    cells = bar(model(SOLO, "7C", damage=10))
    assert cells.count("ghost-hearts") in (16, 17)
    assert cells.count("bar-hearts") in (7, 8)


def test_an_exact_play_fills_the_bar_with_gold() -> None:
    cells = bar(model(SOLO, "7C", damage=16))
    assert "ghost-hearts" not in cells
    assert cells.count("accent") in (16, 17)


def test_nothing_was_played_yet() -> None:
    assert "Nothing in play yet" in seen(SOLO)


def test_when_the_last_king_has_fallen_the_castle_has() -> None:
    assert "The castle is yours." in page(castle(model_of(saved(LAST_KING, "TS"))))


@pytest.mark.parametrize(("unused", "stars"), [(2, "★★"), (1, "★☆"), (0, "☆☆")])
def test_solo_jesters_are_stars_where_they_are_not_cards(unused: int, stars: str) -> None:
    for size in ((60, 20), (80, 24)):
        text = page(castle(model(SOLO, jesters_unused=unused), *size))
        assert f"Jesters {stars}" in text


@pytest.mark.parametrize("unused", [2, 1, 0])
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_solo_jesters_that_are_cards_are_counted(unused: int, size: tuple[int, int]) -> None:
    text = page(castle(model(SOLO, jesters_unused=unused), *size))
    assert re.search(rf"Jesters {unused}$", text, re.MULTILINE)


@pytest.mark.parametrize("position", [SOLO, TRIO])
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_the_cards_in_play_are_whole(position: Position, size: tuple[int, int]) -> None:
    action = "8D" if position is TRIO else "3H"
    last = page(castle(model_of(saved(position, action)), *size)).splitlines()[-2:]
    beside_the_enemy = [line[size[0] // 4 :] for line in last]
    assert any(line.endswith("▘") for line in beside_the_enemy)


def test_in_company_there_are_no_jesters_beside_the_table() -> None:
    assert "Jesters" not in seen(TRIO)


def test_in_plain_letters_the_castle_is_ascii() -> None:
    for one in (model(SOLO, damage=11, table=["1:5S"]), model(TRIO, table=["1:*"])):
        for width, height in ((60, 9), (80, 9), (120, 20)):
            assert page(castle_rows(one, width, height, PLAIN)).isascii()


# ---------------------------------------------------------------- the line of the players


def test_the_players_stand_in_seat_order_with_their_cards() -> None:
    assert text_of(players_row(model(TRIO), 80, DRAWN)).split() == [
        *["›Ada", "5", "cards"],
        *["Bea", "3", "cards"],
        *["Cy", "3", "cards"],
    ]
    assert text_of(players_row(model(TRIO), 30, DRAWN)).split() == [
        "›Ada",
        "5",
        "Bea",
        "3",
        "Cy",
        "3",
    ]


def test_who_yielded_and_who_must_act_is_marked() -> None:
    row = text_of(players_row(model(TRIO, turn=2, yielded=[True, False, False]), 80, DRAWN))
    assert "Ada  5 cards yielded" in row
    assert "›Bea  3 cards" in row
    assert row.count("›") == row.count("yielded") == 1


@pytest.mark.parametrize("width", [60, 80, 120])
def test_four_long_names_find_room_for_all_that_is_said_of_them(width: int) -> None:
    names = ("Anastasia Theodora", "Bartholomew Maximilian", "Clementine", "Dot")
    four: Position = {
        **TRIO,
        "players": 4,
        "hands": [["9H"], ["9C", "9D"], ["9S"], ["TH"]],
        "yielded": [True, True, True, False],
        "turn": 4,
    }
    history = saved(four).history
    row = players_row(model_of(Table(history, names)), width, DRAWN)
    text = text_of(row)
    assert width_of(row) <= width
    assert text.count("yielded") == 3
    assert "Dot 1" in text
    assert "Anas" in text


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24)])
def test_a_pile_that_grows_moves_nothing(width: int, height: int) -> None:
    few = castle(model(SOLO, discard=[]), width, height)
    many = castle(model(SOLO, discard=[f"{rank}S" for rank in "A2346789"] * 2), width, height)
    few_drawn, many_drawn = ([line[:50].rstrip() for line in lines(rows)] for rows in (few, many))
    assert few_drawn == many_drawn
