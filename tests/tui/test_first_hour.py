"""What makes the first hour easier: copying, the next deal, replays by themselves, open piles."""

import pytest
from msgspec.structs import replace

from regicide_tui.cards import PACK, Suit
from regicide_tui.play.dealing import best_record, describe_result, first_attempts
from regicide_tui.play.paths import Paths
from regicide_tui.play.statistics import Records
from regicide_tui.tui.games.regicide.pages import unseen
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.screens import replay
from regicide_tui.tui.screens.daily import DailyScreen
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.screens.texts import PilesPage, PlainTextScreen
from tests.play.games import game, whole_game
from tests.play.test_statistics import record
from tests.tui.conftest import Sitting
from tests.tui.models import HOPELESS, TRIO, saved
from tests.tui.moments import BATTLE

SIZES = [(60, 20), (80, 24), (120, 40)]

# ---------------------------------------------------------------- copying


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_copied_is_said_and_shown_to_select_by_the_same_key(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(saved(HOPELESS), size) as player:
        await player.press("enter", "c")
        player.shows("Copied.")
        assert player.app.clipboard.startswith("Regicide, from a position: lost")
        await player.press("c")
        assert isinstance(player.app.screen, PlainTextScreen)
        player.shows(*player.app.clipboard.splitlines()[:2])
        await player.press("escape", "T")
        assert isinstance(player.app.screen, ResultScreen), "another text is copied first"


# ---------------------------------------------------------------- the next deal


async def test_one_key_deals_new_cards_to_the_same_players_by_the_same_rules(
    sit: Sitting,
) -> None:
    one = whole_game(2)
    async with sit(one) as player:
        await player.press("enter", "N")
        start, before = player.table.history.start, one.history.start
        assert (start.game, start.players, start.options) == (before.game, 2, before.options)
        assert start.seed != before.seed
        assert player.table.seats == one.seats
        assert player.actions == []


async def test_a_position_has_no_next_deal(sit: Sitting) -> None:
    async with sit(saved(HOPELESS)) as player:
        await player.press("enter")
        assert not player.sees("Next deal")


# ---------------------------------------------------------------- replays by themselves


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let replays go on at once."""
    quick = tuple([(word, seconds and 0.01) for word, seconds in replay.SPEEDS])
    monkeypatch.setattr(replay, "SPEEDS", quick)


def test_a_replay_has_three_speeds_each_faster_than_the_one_before() -> None:
    seconds = [pause for _, pause in replay.SPEEDS[1:]]
    assert len(seconds) == 3
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[-1] > 0.2


@pytest.mark.usefixtures("hasty")
async def test_a_replay_plays_by_itself_to_the_end_and_stands_there(sit: Sitting) -> None:
    async with sit(game(1, 6), replay=True) as player:
        player.shows("space play")
        await player.press("space")
        await player.until(lambda: player.sees("Replay 6/6") and player.sees("space play"))


async def test_the_key_names_the_next_speed_and_any_other_key_stops_it(sit: Sitting) -> None:
    async with sit(game(1, 6), replay=True) as player:
        for word in ("faster", "fastest", "stop", "play"):
            await player.press("space")
            player.shows(f"space {word}")
        await player.press("space", "x")
        player.shows("space play")
        await player.press("space", "right")
        player.shows("space play", "Replay 1/6")


@pytest.mark.usefixtures("hasty")
async def test_a_replay_that_is_left_does_not_go_on(sit: Sitting) -> None:
    async with sit(game(1, 6), replay=True) as player:
        await player.press("space", "L", "escape")
        player.shows("space play")


# ---------------------------------------------------------------- piles, and cards not seen


@pytest.mark.parametrize("size", SIZES)
async def test_the_open_piles_are_opened_and_sorted(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(BATTLE, size) as player:
        await player.press("d")
        assert isinstance(player.app.screen, PilesPage)
        player.shows("PILES", "only its top is open", "tab sort", "q quit")
        await player.press("tab")
        player.shows("tab pile order")
        await player.press("escape")
        player.shows("REGICIDE")


@pytest.mark.parametrize("players", [1, 2])
async def test_before_the_first_play_the_piles_say_that_none_was_made(
    sit: Sitting, players: int
) -> None:
    async with sit(game(players, 0)) as player:
        await player.press("enter", "d") if players > 1 else await player.press("d")
        player.shows("No cards played yet.")


async def test_the_cards_not_seen_yet_are_listed_by_suit(sit: Sitting) -> None:
    async with sit(game(1, 0)) as player:
        cards = unseen(player.table.seen_from(0))
        held = player.state.hands[0]
        assert len(cards) == len(PACK) - len(held) - 1, "the hand and the first royal are seen"
        assert not set(cards) & set(held)
        await player.press("K")
        player.shows("UNSEEN CARDS", f"{len(cards)} cards", *[suit.name.title() for suit in Suit])


@pytest.mark.parametrize("size", SIZES[1:])
async def test_each_rank_of_the_cards_not_seen_yet_has_a_column(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(game(1, 0), size) as player:
        cards = unseen(player.table.seen_from(0))
        await player.press("K")
        for rank in "A23456789JQK":
            names = [DRAWN.card_text(card) for card in cards if card.rank == rank]
            assert len({player.find(name)[1] for name in names}) <= 1


async def test_nobody_sees_the_cards_of_another_hand_in_the_list(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        for seat in range(3):
            others = [card for place in {0, 1, 2} - {seat} for card in player.state.hands[place]]
            never_shown = set(others) - set(player.state.hands[seat])
            assert never_shown <= {*unseen(player.table.seen_from(seat)), *player.state.discard}
        assert {*player.state.hands[0]} <= {*unseen(player.table.seen_from(None))}, (
            "behind the curtain"
        )


async def test_the_palette_finds_the_pages_of_cards(sit: Sitting) -> None:
    async with sit(BATTLE) as player:
        await player.press("colon", *"not seen", "enter")
        player.shows("UNSEEN CARDS")


# ---------------------------------------------------------------- settings in the palette


@pytest.mark.parametrize("words", ["light", "dark", "sound", "theme", "symbols", "motion", "pace"])
async def test_the_palette_finds_each_setting_by_its_words(sit: Sitting, words: str) -> None:
    async with sit(BATTLE) as player:
        await player.press("colon", *words)
        assert not player.sees("No matching commands.")
        player.shows(words.capitalize() if words not in ("light", "dark") else f"Theme: {words}")


async def test_a_setting_is_changed_and_kept_from_the_palette(sit: Sitting, places: Paths) -> None:
    async with sit(BATTLE) as player:
        await player.press("colon", *"light", "enter")
        await player.until(lambda: player.app.settings.theme == "light")
        await player.until(places.settings.exists)
        assert 'theme = "light"' in places.settings.read_text()


@pytest.mark.parametrize("way", ["", "m", "m o", "m g", "m l", "L", "m n"])
async def test_the_palette_lists_nothing_twice(sit: Sitting, way: str) -> None:
    from regicide_tui.tui.screens.help import items_of

    async with sit(BATTLE) as player:
        await player.press(*way.split())
        app = player.app
        items = items_of(app.screen, app.look, app.settings_lines())
        assert len({item.action for item in items}) == len(items)
        assert len({(item.word, item.meaning) for item in items}) == len(items)


# ---------------------------------------------------------------- the daily deal

DAY = record(1, id="one", seed="2026-02-27", daily=True, won=True, medal="silver")


def test_the_first_attempt_at_a_day_counts() -> None:
    lost = replace(DAY, won=False, medal=None)
    assert first_attempts([lost, DAY, replace(DAY, id="two")]) == {"2026-02-27": lost}


def test_hints_and_undos_are_told() -> None:
    told = describe_result(replace(DAY, undos=2, hints=1))
    assert told.endswith("2 undos, 1 hint")


def test_the_best_day_is_the_one_with_the_best_medal() -> None:
    gold = replace(DAY, seed="2026-02-26", medal="gold", turns=99)
    assert best_record([DAY, gold]) == gold
    assert best_record([]) is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.usefixtures("noon")
async def test_the_page_shows_the_days_in_a_row_a_calendar_and_the_best(
    sit: Sitting, places: Paths, size: tuple[int, int]
) -> None:
    Records(places.records).add(DAY)
    Records(places.records).add(replace(DAY, seed="2026-02-28", id="b", won=False, medal=None))
    async with sit(None, size) as player:
        await player.press("D")
        assert isinstance(player.app.screen, DailyScreen)
        await player.until(lambda: player.sees("Today: no result yet"))
        player.shows("2 days in a row, 1 of 2 won", "Best: won, silver", "27★", "28✕")
        player.shows("Jan 26", "Feb  2", "     23")
        await player.press("enter")
        assert player.table.history.start.seed == "2026-03-01"


async def test_before_the_first_daily_deal_nothing_is_counted(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("D")
        player.shows("Today: no result yet", "Only your first attempt at a daily deal counts.")
        assert not player.sees("0 of 0")
