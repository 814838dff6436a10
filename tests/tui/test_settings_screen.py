"""The screen of the settings: what is changed is seen at once, and found in the file."""

import sys

import pytest

from regicide_tui.play.paths import Paths
from regicide_tui.play.settings import Settings, read_settings
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.settings import SettingsScreen
from regicide_tui.tui.widgets.form import CHOSEN
from tests.play.games import duel
from tests.tui.conftest import Sitting
from tests.tui.models import SOLO, saved
from tests.tui.player import Player


async def written(player: Player, places: Paths, **expected: object) -> None:
    """Wait until the file says this."""

    def says() -> bool:
        found = read_settings(places.settings)
        return all(getattr(found, key) == value for key, value in expected.items())

    await player.until(says)


@pytest.mark.slow
async def test_the_menu_leads_to_the_settings_and_back(sit: Sitting) -> None:
    for back in ("escape", "backspace"):
        async with sit() as player:
            await player.press("o")
            assert isinstance(player.app.screen, SettingsScreen)
            await player.press(back)
            assert isinstance(player.app.screen, MenuScreen)


async def test_every_setting_has_a_line_and_a_meaning(sit: Sitting, places: Paths) -> None:
    async with sit() as player:
        await player.press("o")
        assert player.chosen("Theme") == "auto"
        player.shows(
            "› Theme", "auto   dark   light   ansi", "Density", "First player", "Names and keys"
        )
        player.shows(str(places.settings)[-40:])
        player.shows("The colours: as the terminal, dark, light, or the terminal's own 16.")
        await player.press("down")
        player.shows("› Four colours", "Each suit in a colour of its own, or red and black.")


async def test_a_theme_applies_at_once_and_is_kept(sit: Sitting, places: Paths) -> None:
    async with sit() as player:
        await player.press("o", "right", "right")
        await player.until(lambda: player.app.theme == "regicide-light")
        light = palette_of("light", four_colours=True)
        assert player.chosen("Theme") == "light"
        await written(player, places, theme="light")
        await player.press("escape")
        assert player.colour_of("three games") == light["on-felt"].color


async def test_what_is_below_is_shown_by_the_new_settings(sit: Sitting) -> None:
    async with sit(saved(SOLO), settings=Settings(density="compact")) as player:
        await player.press("m", "o", "down", "right", "down", "left", "escape")
        player.shows("KS", "KH", "KD", "KC", "> o  Settings")
        assert player.page.isascii()
        await player.press("r")
        player.shows("10S")
        assert player.page.isascii()
        clubs, spades = (player.colour_of(card, after="PAY 15") for card in ("7C", "5S"))
        assert clubs == spades


@pytest.mark.parametrize("key", ["enter", "right", "space"])
async def test_keys_change_the_line_at_the_pointer(sit: Sitting, places: Paths, key: str) -> None:
    async with sit(settings=Settings()) as player:
        await player.press("o", "j", "j", "j", key)
        player.shows("› Motion")
        assert player.chosen("Motion") == "no"
        await written(player, places, motion=False)


async def test_values_are_taken_by_a_click(sit: Sitting, places: Paths) -> None:
    async with sit() as player:
        await player.press("o")
        await player.click("compact")
        player.shows("› Density")
        assert player.chosen("Density") == "compact"
        await written(player, places, density="compact")


@pytest.mark.slow
async def test_house_rules_become_the_start_of_a_new_game(sit: Sitting, places: Paths) -> None:
    async with sit(size=(80, 30)) as player:
        await player.press("o")
        await player.click("minimal")
        await player.click("3", after="First player")
        rules = {"regicide": {"overpay": "minimal", "first_player": 3}}
        await written(player, places, house_rules=rules)
        await player.press("escape", "n")
        assert player.chosen("Overpay") == "minimal"
        await player.press("down", "3")
        assert player.chosen("First player") == "3"
        await player.press("enter")
        await player.until(lambda: player.sees("REGICIDE  3 players"))
        options = player.table.history.start.options
        assert options == {"overpay": "minimal", "first_player": 3}


async def test_house_rules_that_matter_only_with_few_players_can_be_set(
    sit: Sitting,
) -> None:
    async with sit(None, (120, 50)) as player:
        await player.press("o")
        player.shows("Solo yield", "First player")


@pytest.mark.slow
async def test_each_game_has_house_rules_of_its_own(sit: Sitting, places: Paths) -> None:
    async with sit() as player:
        await player.press("o")
        player.shows("HOUSE RULES FOR NEW GAMES", "Combos")
        assert player.chosen("Regicide Duel") == "Regicide"
        await player.click("Regicide Duel")
        player.shows("The game that the house rules below apply to.")
        assert player.chosen("Regicide Duel") == "Regicide Duel"
        assert not player.sees("Combos")
        await player.click("2", after="First player")
        await written(player, places, house_rules={"duel": {"first_player": 2}})
        assert "[house_rules.duel]" in places.settings.read_text()
        await player.click("Regicide")
        player.shows("random   1   2   3   4")
        assert player.chosen("First player") == "random"
        await player.press("escape", "n", "right")
        assert player.chosen("First player") == "2"
        await player.press("enter")
        await player.until(lambda: player.sees("REGICIDE DUEL  Player 1 against"))
        assert player.table.history.start.options == {"first_player": 2}


async def test_the_settings_begin_with_the_game_that_was_played_last(sit: Sitting) -> None:
    async with sit(duel(0)) as player:
        await player.press("m", "o")
        assert player.chosen("Regicide Duel") == "Regicide Duel"


async def test_a_setting_can_be_changed_where_terminals_have_another_driver(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sit() as player:
        monkeypatch.delitem(sys.modules, "regicide_tui.tui.terminal.driver", raising=False)
        monkeypatch.setitem(sys.modules, "textual.drivers.linux_driver", None)  # as on Windows
        await player.press("o", "right", "right")
        await player.until(lambda: player.app.theme == "regicide-light")


async def test_settings_that_cant_be_written_apply_and_say_why(
    sit: Sitting, places: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("regicide_tui.play.settings_file.replace_file", refuse)
    async with sit() as player:
        await player.press("o", "right", "right")
        await player.until(lambda: player.sees("The setting is not saved: the disk is full."))
        assert player.chosen("Theme") == "light"
        assert player.app.theme == "regicide-light"
        assert not places.settings.exists()


async def test_a_fault_is_told_at_the_line_that_was_clicked_and_nowhere_else(
    sit: Sitting, places: Paths
) -> None:
    async with sit() as player:
        places.settings.write_text("theme = ")
        await player.click("Settings")
        await player.click("compact")
        await player.until(lambda: player.sees("there is an error in settings.toml"))
        await player.press("down")
        assert not player.sees("there is an error")
        await player.press("up")
        player.shows("› Density", "there is an error")


async def test_the_most_house_rules_fit_a_usual_window(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("o")
        await player.click("King of the Dead")
        player.shows("Theme", "Jokers", "First player", "Names and keys")


async def test_a_mistake_made_in_the_file_meanwhile_is_not_written_over(
    sit: Sitting, places: Paths
) -> None:
    async with sit() as player:
        places.settings.write_text("theme = ")
        await player.press("o", "right")
        await player.until(lambda: player.sees("there is an error in settings.toml"))
        assert places.settings.read_text() == "theme = "


async def test_what_holds_for_this_run_only_is_not_written(sit: Sitting, places: Paths) -> None:
    async with sit(settings=Settings(motion=False)) as player:
        await player.press("o", "right", "right")
        await written(player, places, theme="light")
        assert "motion" not in places.settings.read_text()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_all_lines_fit_every_window(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(size=size, plain=True) as player:
        await player.press("o")
        assert "one at a time" in player.pieces("Overpay", CHOSEN)
        player.shows("> Theme", "free", "First player", "Names and keys", "esc")
        assert player.page.isascii()


async def test_the_keys_of_the_settings_are_listed(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("o", "question_mark")
        player.shows("Choose the next value.", "Go back.")


async def test_with_16_colours_the_themes_say_so(places: Paths) -> None:
    from regicide_tui.tui.app import RegicideApp
    from regicide_tui.tui.startup.page import Opening
    from tests.tui.player import sitting_at

    app = RegicideApp(places, Settings(), Opening(), colours="16")
    async with sitting_at(app) as player:
        await player.press("o")
        player.shows("colours they look alike.")


async def test_without_colours_the_themes_say_why_they_do_nothing(places: Paths) -> None:
    from regicide_tui.tui.app import RegicideApp
    from regicide_tui.tui.startup.page import Opening
    from tests.tui.player import sitting_at

    app = RegicideApp(places, Settings(), Opening(), colours="none")
    async with sitting_at(app) as player:
        await player.press("o")
        player.shows("NO_COLOR")
        await player.press("right")
        assert player.app.theme == "regicide-colourless"
        colour = player.colour_of("SETTINGS")
        assert colour is None or colour.is_default
