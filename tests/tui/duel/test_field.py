"""The middle of a duel's table: piles, what was played, and the attack."""

import pytest
from msgspec.structs import replace

from regicide_tui.games.words import YOU
from regicide_tui.play.table import Table
from regicide_tui.tui.games.duel.field import attack_shown, field_rows
from regicide_tui.tui.games.duel.game_ui import place_zones
from regicide_tui.tui.games.duel.model import compose
from regicide_tui.tui.rendering.colours import DARK, LIGHT, Colours, contrast, parts_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols, width_of
from regicide_tui.tui.table.table_model import Pointing
from tests.tui.conftest import SIZES
from tests.tui.duel.models import BARE, CROWDED, ENDING_BARE, MIDDLE, duel, model_of
from tests.tui.models import page, text_of

every_window = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def field(
    game: Table, picked: str = "", size: tuple[int, int] = (80, 24), symbols: Symbols = DRAWN
) -> str:
    """Return the middle of a table in a window, as words."""
    place = place_zones(*size, 2)["stage"]
    rows = field_rows(model_of(game, picked), place.width, place.height, symbols)
    assert [width_of(row) for row in rows] == [place.width] * place.height
    return page(rows)


def attack(game: Table, picked: str = "") -> tuple[int, str, list[str]]:
    """Return the attack that is shown: its number, its colour, and its words."""
    shown = attack_shown(model_of(game, picked), DRAWN)
    assert shown is not None
    return shown.number, shown.ink, [text_of(row) for row in shown.words]


@every_window
def test_the_piles_and_what_comes_next_are_told_at_every_size(size: tuple[int, int]) -> None:
    text = field(duel(MIDDLE), size=size)
    for words in ("Castle 8", "4 Queens", "next", "Tavern 7", "Discard 4", "8♣"):
        assert words in text


@every_window
def test_what_was_played_and_the_attack_are_told_at_every_size(size: tuple[int, int]) -> None:
    text = field(duel(MIDDLE, "7C"), size=size)
    for words in ("Ada plays", "7♣", "to pay", "attack 14 - 9 ♠", "doubled by ♣"):
        assert words in text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_what_one_has_played_oneself_is_told_so(size: tuple[int, int]) -> None:
    place = place_zones(*size, 2)["stage"]
    model = replace(model_of(duel(MIDDLE, "7C")), seats=(YOU, YOU))
    text = page(field_rows(model, place.width, place.height, DRAWN))
    assert "You play" in text
    assert "You plays" not in text


def test_a_long_preview_covers_no_pile() -> None:
    *_, lowest, preview = field(duel(MIDDLE), "2D", (120, 40)).splitlines()
    assert "2♦ = 2" in preview
    assert lowest.endswith("▘")


def test_what_comes_next_of_the_castle_is_known_from_its_number() -> None:
    assert "1 King" in field(duel(CROWDED))
    assert "empty" in field(duel({**CROWDED, "castle": []}))


def test_an_attack_that_is_to_be_paid_is_vermilion_for_who_pays() -> None:
    assert attack(duel(MIDDLE, "7C")) == (5, "pay", ["to pay", "attack 14 - 9 ♠", "doubled by ♣"])
    assert attack(duel(BARE, "8H")) == (8, "pay", ["to pay", "attack 8", ""])


def test_before_a_play_the_attack_is_the_one_that_the_picked_cards_would_make() -> None:
    assert attack(duel(MIDDLE), "7C") == (14, "text", ["attack", "against 9 ♠", "doubled by ♣"])
    assert attack(duel(BARE), "8H") == (8, "text", ["attack", "no shield", ""])


def test_an_attack_that_could_not_be_paid_stays_in_sight() -> None:
    table = duel(ENDING_BARE, "5C")
    shown = attack_shown(compose(table.seen_from(None), Pointing(), ()), DRAWN)
    assert shown is not None
    assert (shown.number, text_of(shown.words[0])) == (10, "was due")


@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_all_that_is_written_can_be_read(colours: Colours, symbols: Symbols) -> None:
    place = place_zones(120, 40, 2)["stage"]
    rows = field_rows(model_of(duel(MIDDLE, "7C")), place.width, place.height, symbols)
    for run in [run for row in rows for run in row if any(map(str.isalnum, run.text))]:
        ink, ground, _ = parts_of(run.style)
        if "back" in ground:
            continue  # the pattern of a back
        assert contrast(colours[ink], colours[ground]) >= 4.5, run


@every_window
def test_in_plain_letters_the_field_is_ascii(size: tuple[int, int]) -> None:
    for game in (duel(MIDDLE, "7C"), duel(CROWDED)):
        assert field(game, size=size, symbols=PLAIN).isascii()
