"""The castle: the enemy, what was played against him, and the piles, at every size."""

from collections.abc import Sequence

import pytest

from regicide_tui.games.base import Json
from regicide_tui.play.saves.codec import Saved
from regicide_tui.tui.paint import Row, width_of
from regicide_tui.tui.regicide.arrangement import places as zones
from regicide_tui.tui.regicide.castle import castle_rows
from regicide_tui.tui.regicide.players import players_row
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import DRAWN, PLAIN
from tests.tui.scenes import (
    LAST_KING,
    SOLO,
    TRIO,
    Position,
    lines,
    page,
    saved,
    scene,
    scene_of,
    text_of,
)

SIZES = [(60, 20), (64, 30), (80, 24), (100, 30), (120, 40), (200, 60)]


def castle(one: Scene, width: int = 100, height: int = 30) -> list[Row]:
    """Paint the castle of a scene in a window of so many cells."""
    place = zones(width, height, len(one.seats))["stage"]
    return castle_rows(one, place.width, place.height, DRAWN)


def seen(position: Position, **changes: Json) -> str:
    return page(castle(scene(position, **changes)))


def styles(rows: Sequence[Row], text: str) -> set[str]:
    """Return the styles in which a text is written."""
    return {run.style for row in rows for run in row if text in run.text}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_castle_fills_its_place(width: int, height: int) -> None:
    for one in (scene(SOLO), scene(TRIO), scene_of(saved(LAST_KING, "TS"))):
        place = zones(width, height, len(one.seats))["stage"]
        rows = castle(one, width, height)
        assert [width_of(row) for row in rows] == [place.width] * place.height


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_enemy_is_described_at_every_size(width: int, height: int) -> None:
    text = page(castle(scene(SOLO, damage=11, table=["1:5S", "1:4C+AC"]), width, height))
    for words in (
        "Castle 7 of 12",
        "Queen of Hearts",
        "immune to ♥",
        " 19/30",
        "Attack  15 - 5 shield = 10",
        "In play",
        "5♠",
        "4♣",
        "A♣",
    ):
        assert words in text


def test_plays_are_written_where_there_is_little_room_and_drawn_where_there_is_more() -> None:
    one = scene(TRIO, table=["1:5S", "2:4C+AS"])
    assert "In play Ada 5♠, Bea 4♣+A♠" in page(castle(one, 80, 24))
    drawn = lines(castle(one, 120, 40))
    names = next(line for line in drawn if "In play" in line)
    assert "Ada    Bea" in names
    assert any("│5♠  │ │4♣ │A♠  │" in line for line in drawn)
    many = scene(TRIO, table=[f"1:{rank}{suit}" for rank in "2345" for suit in "CDHS"])
    drawn = lines(castle(many, 120, 40))
    assert any("│4♠  │ │5♣  │ │5♦  │ │5♥  │ │5♠  │" in line for line in drawn)
    assert not any("│2♣  │" in line for line in drawn)


def test_the_portrait_grows_with_the_window() -> None:
    sizes = {(60, 20): "", (80, 24): "─" * 7, (120, 40): "─" * 11, (200, 60): "─" * 17}
    for (width, height), edge in sizes.items():
        text = page(castle(scene(SOLO), width, height))
        assert (f"│ ╭{edge}╮" in text) is bool(edge)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("known", [False, True])
def test_the_piles_are_described_at_every_size(width: int, height: int, known: bool) -> None:
    tavern = ["JC", "4C", "4D", "4H", "6C", "6D", "6H", "7D", "7H", "7S"]
    discard = ["9C", "3C", "2S", "2C", "2H", "3D", "3S", "4S", "5C", "5D", "5H", "6S"]
    piles: dict[str, Json] = {"tavern": tavern, "discard": discard, "jesters_unused": 1}
    text = page(castle(scene(SOLO, **piles, tavern_known=int(known)), width, height))
    assert "Tavern 10" in text
    assert ("top J♣" in text) is known
    assert "Discard 12 top 9♣" in text
    assert "Jesters ★☆" in text


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_newest_play_is_in_sight_at_every_size(width: int, height: int) -> None:
    plays = [f"1:{rank}{suit}" for rank in "A234" for suit in "CDHS"]
    piles: dict[str, Json] = {"hands": [["9D"], ["9H"], ["TD"]], "tavern": [], "discard": []}
    for newest, shown in (("5S", "5♠"), ("*", "★★")):
        one = scene(TRIO, enemy="KC", table=[*plays, f"2:{newest}"], **piles)
        assert shown in page(castle(one, width, height))


def test_a_larger_window_draws_the_enemy_as_a_card() -> None:
    assert "╭───────╮" in page(castle(scene(SOLO), 80, 24))
    assert "╭───────╮" not in page(castle(scene(SOLO), 60, 20))


def test_the_enemy_is_written_in_the_colour_of_his_suit() -> None:
    assert styles(castle(scene(SOLO)), "Queen of Hearts") == {"hearts+bold"}
    assert styles(castle(scene(TRIO)), "Jack of Spades") == {"spades+bold"}


def test_an_enemy_whom_a_jester_met_is_immune_to_nothing() -> None:
    assert "immune to nothing" in seen(TRIO, table=["1:*"])


def test_without_a_shield_the_attack_is_a_number() -> None:
    assert "Attack  15 " in seen(SOLO)
    assert "shield" not in seen(SOLO)


def test_spades_do_not_shield_from_a_royal_of_spades_before_a_jester() -> None:
    assert "shield" not in seen(TRIO, table=["1:7S"])
    assert "Attack  10 - 7 shield = 3" in seen(TRIO, table=["1:7S", "2:*"])


def test_a_shield_never_makes_the_attack_negative() -> None:
    assert "Attack  15 - 19 shield = 0" in seen(SOLO, table=["1:9S", "1:TS"])


@pytest.mark.parametrize(("damage", "full"), [(0, 20), (15, 10), (29, 1)])
def test_the_bar_of_health_shrinks_with_it(damage: int, full: int) -> None:
    bar = next(line for line in lines(castle(scene(SOLO, damage=damage))) if "Health" in line)
    assert (bar.count("█"), bar.count("░")) == (full, 20 - full)


def test_nothing_was_played_yet() -> None:
    assert "In play nothing yet" in seen(SOLO)


def test_the_tiers_tell_who_has_fallen_and_who_is_to_come() -> None:
    assert "Jacks ████  Queens ██›░  Kings ░░░░" in seen(SOLO)
    assert "Jacks █›░░  Queens ░░░░  Kings ░░░░" in seen(TRIO)
    assert "Jacks ████  Queens ████  Kings ███›" in seen(LAST_KING)


def test_when_the_last_king_has_fallen_the_castle_has() -> None:
    text = page(castle(scene_of(saved(LAST_KING, "TS"))))
    assert "Castle 12 of 12" in text
    assert "The castle has fallen." in text
    assert "Jacks ████  Queens ████  Kings ████" in text


@pytest.mark.parametrize(("unused", "stars"), [(2, "★★"), (1, "★☆"), (0, "☆☆")])
def test_solo_jesters_are_stars(unused: int, stars: str) -> None:
    assert f"Jesters {stars}" in seen(SOLO, jesters_unused=unused)


def test_in_company_there_are_no_jesters_beside_the_table() -> None:
    assert "Jesters" not in seen(TRIO)


def test_only_a_royal_killed_exactly_is_known_in_the_tavern() -> None:
    assert "Tavern 6  " in seen(SOLO)
    assert "Tavern 1 top J♣" in seen(SOLO, tavern=["JC"], tavern_known=1)


def test_in_plain_letters_the_castle_is_ascii() -> None:
    for one in (scene(SOLO, damage=11, table=["1:5S"]), scene(TRIO, table=["1:*"])):
        assert page(castle_rows(one, 60, 20, PLAIN)).isascii()


# ---------------------------------------------------------------- the line of the players


def test_the_players_stand_in_seat_order_with_their_cards() -> None:
    assert text_of(players_row(scene(TRIO), 80, DRAWN)).split() == [
        *["›Ada", "5", "cards"],
        *["Bea", "3", "cards"],
        *["Cy", "3", "cards"],
    ]
    assert text_of(players_row(scene(TRIO), 30, DRAWN)).split() == [
        "›Ada",
        "5",
        "Bea",
        "3",
        "Cy",
        "3",
    ]


def test_who_yielded_and_who_must_act_is_marked() -> None:
    row = text_of(players_row(scene(TRIO, turn=2, yielded=[True, False, False]), 80, DRAWN))
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
    row = players_row(scene_of(Saved(history, names)), width, DRAWN)
    text = text_of(row)
    assert width_of(row) <= width
    assert text.count("yielded") == 3
    assert "Dot 1" in text
    assert "Anas" in text


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24)])
def test_a_pile_that_grows_moves_nothing(width: int, height: int) -> None:
    few = castle(scene(SOLO, discard=[]), width, height)
    many = castle(scene(SOLO, discard=[f"{rank}S" for rank in "A2346789"] * 2), width, height)
    assert [line[:20] for line in page(few).split("\n")[:-3]] == [
        line[:20] for line in page(many).split("\n")[:-3]
    ]
