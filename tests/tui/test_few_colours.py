"""What terminals with fewer colours show: 256, the terminal's own 16, or none."""

from collections.abc import Iterable
from typing import Literal

import pyte
import pytest
from pyte.screens import Char
from textual._compositor import LayoutUpdate
from textual.strip import Strip

from regicide_tui.play.paths import Paths
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.terminal import Colours
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.rendering.colours import (
    DARK,
    DARK_256,
    LIGHT,
    LIGHT_256,
    SIXTEEN,
    SIXTEEN_ON_LIGHT,
    brightness,
    contrast,
)
from regicide_tui.tui.rendering.colours import (
    Colours as Theme,
)
from regicide_tui.tui.startup.page import Opening
from regicide_tui.tui.terminal.driver import write
from regicide_tui.tui.terminal.questions import Traits, TraitsFound
from regicide_tui.tui.terminal.wire import Wire
from tests.play.games import NAMES, begun
from tests.tui.conftest import AppAtMoment, LookedAt
from tests.tui.king_of_the_dead.moments import MOMENTS as KING
from tests.tui.looking import led_by
from tests.tui.moments import MOMENTS, Moment
from tests.tui.shots import MOMENTS as ALL

ThemeName = Literal["auto", "dark", "light", "ansi"]
SIZE = (80, 24)
SUITS = ("clubs", "diamonds", "hearts", "spades")
CHOSEN = {
    name: colours.all_written() for name, colours in (("dark", DARK_256), ("light", LIGHT_256))
}
"""The colours that were chosen for a theme in 256 colours."""
DIMMED = ("saves-name", "commands")
"""Moments with a question, behind which everything is dimmed."""
_MANY = (
    *(("common", name) for name in ("menu", "play-picked", "result-gold", "saves-name")),
    *(("common", name) for name in ("settings", "commands", "new-game", "statistics", "piles")),
    *(("common", name) for name in ("review-lost", "lesson", "rules-search", "over")),
    *(("duel", name) for name in ("play-picked", "pay", "crowded", "result-won")),
    *(("king_of_the_dead", name) for name in ("turn", "buy", "sepulcher", "result-four")),
)
FIRST = Moment(Table(begun(1), NAMES[:1]))
"""The first enemy: its portrait on the track is above its card."""


def cells_of(app: RegicideApp) -> list[list[Char]]:
    """Return the cells of a terminal of 80x24 that shows the screen."""
    strips: list[Iterable[Strip]] = [[strip] for strip in app.screen._compositor.render_strips()]
    update = LayoutUpdate(strips, app.screen.region)
    screen = pyte.Screen(*SIZE)
    pyte.Stream(screen).feed(write(Wire(app.wire.colours), update))
    return [[screen.buffer[y][x] for x in range(SIZE[0])] for y in range(SIZE[1])]


def look(colours: Colours, **settings: object) -> LookedAt:
    """Return how the app is looked at in so many colours."""
    return LookedAt(Settings(motion=False, **settings), colours=colours)  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("folder", "name"), _MANY)
@pytest.mark.slow
async def test_in_256_colours_every_cell_has_a_chosen_one(
    at_moment: AppAtMoment, folder: str, name: str, theme: str
) -> None:
    moment = ALL[folder][name]
    app = at_moment(moment, look("256", theme=theme))
    async with app.run_test(size=SIZE) as pilot:
        await led_by(moment.keys)(pilot)
        shown = {side for row in cells_of(app) for cell in row for side in (cell.fg, cell.bg)}
    chosen = CHOSEN["dark"] | CHOSEN["light"] if name in DIMMED else CHOSEN[theme]
    assert {f"#{one}" for one in shown - {"default"}} <= chosen


@pytest.mark.parametrize("colours", [DARK_256, LIGHT_256], ids=lambda one: one.name)
@pytest.mark.parametrize(
    ("above", "below"),
    [("title", "title2"), ("text", "faint"), *[("text", f"bar-{suit}") for suit in SUITS]],
)
def test_in_256_colours_large_letters_change_their_colour_one_way(
    colours: Theme, above: str, below: str
) -> None:
    lights = [brightness(colours[f"{above}~{share:02}{below}"]) for share in range(100)]
    ordered = sorted(lights, reverse=lights[0] > lights[-1])
    assert lights == ordered


async def test_the_terminals_word_for_true_colours_changes_the_colours_at_once(
    places: Paths,
) -> None:
    app = RegicideApp(places, Settings(motion=False), Opening(), colours="256")
    async with app.run_test() as pilot:
        assert app.look.palette.colours is DARK_256
        app.post_message(TraitsFound(Traits(true_colours=True)))
        await pilot.pause()
        assert app.look.palette.colours.name == "dark"
        assert app.theme == "regicide-dark"


# ---------------------------------------------------------------- 16 colours


@pytest.mark.parametrize("colours", ["16", "truecolor"])
async def test_the_theme_of_the_terminal_lies_on_its_own_background(
    at_moment: AppAtMoment, colours: Colours
) -> None:
    for folder, name in (("common", "menu"), ("common", "settings"), ("king_of_the_dead", "turn")):
        moment = ALL[folder][name]
        app = at_moment(moment, look(colours, theme="ansi"))
        async with app.run_test(size=SIZE) as pilot:
            await led_by(moment.keys)(pilot)
            cells = [cell for row in cells_of(app) for cell in row]
        grounds = [cell.bg for cell in cells]
        assert grounds.count("default") > len(grounds) / 2, name
        letters = [cell for cell in cells if cell.data.isalpha()]
        assert all(cell.bg != "black" for cell in letters), name
        assert any(cell.fg == "default" for cell in letters), name


@pytest.mark.parametrize(
    ("theme", "light", "shown"),
    [
        ("auto", False, "ansi"),
        ("auto", True, "ansi-on-light"),
        ("ansi", True, "ansi-on-light"),
        ("dark", True, "ansi"),
        ("light", False, "ansi-on-light"),
    ],
)
async def test_16_colours_are_the_terminals_own_whatever_the_theme(
    places: Paths, theme: ThemeName, light: bool, shown: str
) -> None:
    settings = Settings(theme=theme, motion=False)
    app = RegicideApp(places, settings, Opening(), colours="16", light=light)
    async with app.run_test():
        assert app.theme == f"regicide-{shown}"
        assert app.look.palette.colours.of_terminal


def _written(app: RegicideApp, text: str) -> list[Char]:
    """Return the cells of a text on the screen; none if it isn't there."""
    for row in cells_of(app):
        at = "".join([cell.data for cell in row]).find(text)
        if at >= 0:
            return row[at : at + len(text)]
    return []


def _colours(app: RegicideApp, text: str) -> set[tuple[str, str]]:
    """Return the colours in which a text stands on the screen: those of its ink and its ground."""
    rows = cells_of(app)
    lines = ["".join([cell.data for cell in row]) for row in rows]
    found = [(y, line.find(text)) for y, line in enumerate(lines)]
    return {(rows[y][x].fg, rows[y][x].bg) for y, x in found if x >= 0}


async def test_in_16_colours_the_bars_of_black_cards_lie_on_the_table(
    at_moment: AppAtMoment,
) -> None:
    moment = KING["turn"]
    app = at_moment(moment, look("16"))
    async with app.run_test(size=SIZE) as pilot:
        await led_by(moment.keys)(pilot)
        for card in ("A♣", "3♣", "Q♠"):
            assert "brightblack" in {ground for _, ground in _colours(app, card)}, card


async def test_in_16_colours_clubs_and_spades_differ_on_cards(at_moment: AppAtMoment) -> None:
    moment = MOMENTS["play-picked"]
    app = at_moment(moment, look("16"))
    async with app.run_test(size=SIZE) as pilot:
        await led_by(moment.keys)(pilot)
        assert _colours(app, "7♣").isdisjoint(_colours(app, "5♠"))


# ---------------------------------------------------------------- no colours


async def test_without_colours_an_enemy_is_apart_from_its_portrait(
    at_moment: AppAtMoment,
) -> None:
    app = at_moment(FIRST, look("none"))
    async with app.run_test(size=SIZE) as pilot:
        await led_by(FIRST.keys)(pilot)
        portrait, label, card = cells_of(app)[2:5]
    assert any(cell.reverse for cell in portrait[3:8])
    assert not any(cell.reverse for cell in label[3:8])
    assert any(cell.reverse for cell in card[3:16])


async def test_without_colours_a_selected_name_is_reversed(at_moment: AppAtMoment) -> None:
    moment = MOMENTS["saves-name"]
    app = at_moment(moment, look("none"))
    async with app.run_test(size=SIZE) as pilot:
        await led_by(moment.keys)(pilot)
        name = _written(app, "Thursday at the harbour")
    assert name
    assert all(cell.reverse for cell in name)


async def test_in_16_colours_what_may_be_typed_is_on_the_terminals_background(
    at_moment: AppAtMoment,
) -> None:
    moment = MOMENTS["commands"]
    app = at_moment(moment, look("16"))
    async with app.run_test(size=SIZE) as pilot:
        await led_by(moment.keys)(pilot)
        hint = _written(app, "ype to find a command")
    assert {cell.bg for cell in hint} == {"default"}


async def test_in_16_colours_black_bars_lie_on_the_picture_of_king_of_the_dead(
    at_moment: AppAtMoment,
) -> None:
    moment = MOMENTS["new-game"]
    app = at_moment(moment, look("16"))
    async with app.run_test(size=SIZE) as pilot:
        await led_by(moment.keys)(pilot)
        assert "brightblack" in {ground for _, ground in _colours(app, "K♠")}


def test_black_bars_of_king_of_the_dead_differ_from_its_table_in_256_colours() -> None:
    crypt = DARK_256.at_place("crypt")
    for ground in ("stone", "felt", "felt2"):
        assert crypt["index-spades"] != crypt[ground]
        assert contrast(crypt["index-spades"], crypt[ground]) > 1.2


@pytest.mark.parametrize("theme", [DARK, LIGHT, DARK_256, LIGHT_256], ids=lambda one: one.name)
@pytest.mark.parametrize("suit", SUITS)
def test_a_bar_of_health_parts_what_is_left_from_what_is_lost(theme: Theme, suit: str) -> None:
    for ground in ("lost", "stone"):
        assert contrast(theme[f"bar-{suit}"], theme[ground]) > 1.3


@pytest.mark.parametrize("theme", [SIXTEEN, SIXTEEN_ON_LIGHT], ids=lambda one: one.name)
@pytest.mark.parametrize("suit", SUITS)
def test_in_16_colours_a_bar_of_health_has_another_colour_than_what_is_lost(
    theme: Theme, suit: str
) -> None:
    assert theme[f"bar-{suit}"] not in {theme["lost"], theme["stone"]}
