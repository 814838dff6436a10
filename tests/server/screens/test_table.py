"""A table of the server: everybody at a screen of their own, and nobody sees too much."""

import random
import re

import pytest

from regicide_tui.cards import PACK, UNKNOWN
from regicide_tui.games.base import Seat
from regicide_tui.play.table import Table
from regicide_tui.server.model.table import commands
from regicide_tui.server.screens import reading
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.tui.widgets import table as zone
from regicide_tui.tui.widgets.table import Stage
from tests.server.gatherings import ADA, BEA, begin, legal_actions, opened
from tests.server.visitors import Person, has_read, visiting
from tests.server.waiting import Time

LONG_NAMES = ("Maximilian_Alexa", "Wilhelmina-Olive", "Bartholomew_Qzxy", "Konstantin-Ruddy")
_CARD = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
_LETTERS = str.maketrans("♣♦♥♠", "CDHS")


def actor(services: Services, table: str) -> Seat:
    """Return who must act."""
    state = services.tables.whole(table).game
    assert state is not None
    assert state.to_act is not None
    return state.to_act


def in_order(services: Services, table: str, people: list[Person]) -> list[Person]:
    """Return the people, who must act first."""
    first = actor(services, table)
    return [*people[first:], *people[:first]]


async def test_a_late_answer_does_not_hide_what_all_have_agreed_on(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "AFTERWARDS", 1e9)
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await acts.press("1", "enter")
        await waits.sees(f"{acts.name} plays")
        await acts.press("u")
        await waits.sees("Y agrees")
        await has_read(waits)
        await waits.press("u")
        await waits.sees("All have agreed: the last action is undone.")
        await waits.press("Y")
        await waits.app.work.idle()
        screen = waits.app.screen
        assert isinstance(screen, RemoteTable)
        assert screen.model.notice.text.startswith("All have agreed")


async def test_what_others_do_moves_on_the_screens_of_those_who_want_that(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zone, "FRAME", 60.0)  # however slow the machine, it moves until the end
    await services.preferences.choose(BEA, "motion", True)
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        stages = {one.name: one.app.screen.query_one("#stage", Stage) for one in people}
        await acts.press("1", "enter")
        await waits.sees(f"{acts.name} plays")
        assert {name: stage.finish() for name, stage in stages.items()} == {ADA: False, BEA: True}


async def test_the_bell_calls_who_looks_elsewhere(services: Services) -> None:
    table = await begin(services, "king_of_the_dead")
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await waits.sees(f"{acts.name} is to play.")
        waits.window.last_key -= 60
        await acts.press("e")
        await waits.sees("e end turn")
        await waits.until(lambda: "\a" in waits.window.written)
        assert "\a" not in acts.window.written


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("king_of_the_dead", 4)])
async def test_a_clock_is_never_cut(
    services: Services, game: str, players: int, size: tuple[int, int]
) -> None:
    first, *others = LONG_NAMES[:players]
    table = await services.joining.open_table(
        first, commands.Open(game, players, {}, clock=(3_599, 30))
    )
    for seat, name in enumerate(others, 1):
        await services.commands.do(table, name, commands.Sit(seat))
        await services.commands.do(table, name, commands.BeReady(True))
    await services.commands.do(table, first, commands.StartGame())
    async with visiting(services, first, size=size) as [person]:
        times = re.compile(r"\b\d\d:\d\d\b")
        await person.until(lambda: len(times.findall(person.window.text)) == players)


async def test_one_is_warned_while_one_s_own_time_runs_out(store: SqliteStore) -> None:
    time = Time()
    async with opened(store, clock=time) as services:
        table = await begin(services, "duel", clock=(60, 0))
        async with visiting(services, ADA, BEA) as people:
            acts, waits = in_order(services, table, people)

            async def after(seconds: float) -> int:
                """Let time pass; return how often the bell has rung so far."""
                time.now += seconds
                for one in people:
                    screen = one.app.screen
                    assert isinstance(screen, RemoteTable)
                    screen.tick()  # the timer's own second is not waited for
                await acts.sees(f"You {describe(services, table)}")
                return acts.window.written.count("\a")

            assert await after(29) == 0
            assert await after(1) == 1
            await acts.sees("You have 30 seconds left.")
            assert await after(1) == 1
            assert await after(19.5) == 2
            await acts.sees("You have 10 seconds left.")
            assert await after(5) == 2
            assert "You have" not in waits.window.written
            assert "\a" not in waits.window.written


def describe(services: Services, table: str) -> str:
    """Return the time of the player who must act, as it is shown."""
    left = services.tables[table].time_left(services.now())[actor(services, table)]
    return f"{left // 60_000}:{left // 1000 % 60:02}"


@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
async def test_nothing_that_is_sent_tells_of_a_card_one_must_not_know(
    services: Services, game: str
) -> None:
    table = await begin(services, game)
    rng = random.Random(7)
    async with (
        visiting(services, ADA, BEA) as people,
        visiting(services, "cyd", "dee") as [cyd, dee],
    ):
        await cyd.press("1")
        await cyd.sees("watching")
        known: dict[str, set[str]] = {name: set() for name in (ADA, BEA, "cyd")}
        for _ in range(40):
            state = services.tables.whole(table)
            if not state.facts.playing or state.game is None:
                break
            for seat, name in enumerate((ADA, BEA, None)):
                known[name or "cyd"] |= may_know(state.game, seat if name else None)
            by, legal = legal_actions(state)
            before = {one.name: len(one.window.raw) for one in (*people, cyd)}
            if (await services.commands.do(table, by, commands.Act(rng.choice(legal)))).over:
                break
            for one in (*people, cyd):
                await one.until(lambda: len(one.window.raw) > before[one.name])  # noqa: B023
            played = services.tables.whole(table).game
            assert played is not None
            for seat, one in enumerate((*people, cyd)):
                known[one.name] |= may_know(played, seat if seat < 2 else None)
                assert cards_in(one.window.written) <= known[one.name]
            assert cards_in(dee.window.written) <= known["cyd"], (
                "the lobby shows how the game stands"
            )


@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
async def test_no_page_around_a_table_tells_of_a_card_in_its_hands(
    services: Services, game: str
) -> None:
    rng = random.Random(11)
    async with visiting(services, "dee", size=(120, 40)) as [dee]:
        for key in _PAGES_OF_A_LOBBY:
            await _turns_to_a_page(dee, key)
        pictures = cards_in(dee.window.written)
        table = await begin(services, game)
        known: set[str] = set()
        for key in _PAGES_OF_A_LOBBY:
            state = services.tables.whole(table)
            if not state.facts.playing or state.game is None:
                break
            by, legal = legal_actions(state)
            if (await services.commands.do(table, by, commands.Act(rng.choice(legal)))).over:
                break
            played = services.tables.whole(table).game
            assert played is not None
            known |= may_know(state.game, None) | may_know(played, None)
            await _turns_to_a_page(dee, key)
            assert cards_in(dee.window.written) <= known | pictures


_PAGES_OF_A_LOBBY = "DzgS"


async def _turns_to_a_page(dee: Person, key: str) -> None:
    """Open a page of the lobby, and go back."""
    await dee.press(key)
    await dee.sees_no("Welcome, dee")
    await dee.press("escape")
    await dee.sees("Welcome, dee")


def cards_in(text: str) -> set[str]:
    """Return all cards that are drawn in a text."""
    return {
        f"{rank.replace('10', 'T')}{suit.translate(_LETTERS)}" for rank, suit in _CARD.findall(text)
    }


async def sees_the_rest_together(person: Person, table: Table) -> None:
    """Look at the page of unseen cards: it has all the others, so it tells of no hand."""
    await person.press("K")
    await person.sees("NOT SEEN YET")
    pack = {card.text for card in PACK}
    assert cards_in(person.window.text) == pack - may_know(table, None)


def may_know(table: Table, seat: Seat | None) -> set[str]:
    """Return all cards of which a seat was ever told, and that it sees now."""
    seen = repr(table.view(seat)) + "".join(repr(told) for told in table.told(seat))
    return set(re.findall(r"\b[2-9TJQKA][CDHS]\b", seen)) - {UNKNOWN.text}


async def test_right_after_a_question_y_is_no_yield(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "AFTERWARDS", 1e9)
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await waits.press("E", "E", "E")
        await acts.sees("r refuse")
        await acts.press("r")
        await acts.sees("y yield")
        await acts.press("y")
        await acts.sees("Nothing is asked any more. Press the key again to use it.")
        assert actor(services, table) == (ADA, BEA).index(acts.name)
        await acts.press("y")
        await waits.sees(f"{acts.name} yields")


@pytest.mark.parametrize("answer", ["Y", "r"])
async def test_an_answer_without_a_question_does_nothing_however_late_it_comes(
    services: Services, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(reading, "AFTERWARDS", 0.0)
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await waits.press("E", "E", "E")
        await acts.sees("Y agree", "r refuse")
        await waits.press("r")
        await acts.sees("y yield")
        await acts.press("1")
        await acts.sees("enter play")
        await acts.press(answer)
        await acts.sees("Nothing is asked now.")
        assert actor(services, table) == (ADA, BEA).index(acts.name)
        await acts.press("enter")
        await waits.sees(f"{acts.name} plays")


async def test_what_is_said_hides_no_question_and_stays_readable_behind_it(
    services: Services,
) -> None:
    table = await begin(services, "duel")
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await acts.press("1", "enter")
        await waits.sees(f"{acts.name} plays")
        await acts.press("u")
        await waits.sees("asks to take the last action back")
        await services.commands.do(table, acts.name, commands.Tell("shall we?"))
        await waits.sees("asks to take the last action back", f"{acts.name}: shall we?")
        waits.app.tell("To all from cyd: closing soon")
        await waits.sees("asks to take the last action back")
        assert "Y agrees" in waits.window.text


async def test_what_another_says_is_read_after_a_key_too_and_goes_by_itself(
    store: SqliteStore,
) -> None:
    time = Time()
    async with opened(store, clock=time) as services:
        table = await begin(services, "duel")
        async with visiting(services, ADA, BEA) as people:
            acts, waits = in_order(services, table, people)
            await services.commands.do(table, waits.name, commands.Tell("good luck"))
            await services.commands.do(table, waits.name, commands.Tell("have fun"))
            await acts.sees(f"{waits.name}: good luck  {waits.name}: have fun")
            await acts.press("1")
            await acts.sees("enter play", f"{waits.name}: good luck  {waits.name}: have fun")
            time.now += 61
            screen = acts.app.screen
            assert isinstance(screen, RemoteTable)
            screen.tick()
            await acts.sees_no("have fun")


async def test_a_long_message_leaves_the_preview_its_line_after_a_key(services: Services) -> None:
    table = await begin(services, "duel")
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        text = f"{'la ' * 40}end"
        await services.commands.do(table, waits.name, commands.Tell(text))
        await acts.sees("end")
        await acts.press("1")
        await acts.sees_no("end")
        await acts.sees(f"{waits.name}: la la", "…", "attack 2", "enter play")


async def test_one_who_is_ignored_is_read_no_more(services: Services) -> None:
    table = await begin(services, "duel")
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await services.commands.do(table, waits.name, commands.Tell("good luck"))
        await acts.sees(f"{waits.name}: good luck")
        await services.preferences.ignore(acts.name, waits.name, True)
        await acts.press("2")
        await acts.sees_no("good luck")


async def test_a_key_that_waited_for_a_closed_list_opens_nothing_of_it(services: Services) -> None:
    # Found by a random walk: the list that the key opened asked a screen that was gone.
    await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("E")
        await ada.sees("Ignore people")
        ada.type("EEx")
        await bea.sees("ada asks to end the game")
        await ada.sees("7 of 7")
        await ada.app.work.idle()
        assert isinstance(ada.app.screen, RemoteTable)


async def test_a_key_says_if_one_would_like_to_go_next_while_another_chooses_r9(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "jester11")  # ada begins, with a Jester
    table = await begin(services, others=(BEA, "cyd"))
    async with visiting(services, ADA, BEA, "cyd") as [ada, bea, cyd]:
        await services.commands.do(table, ADA, commands.Act("*"))
        await ada.sees("Who goes next?")
        await bea.sees("Would you like to go next? + yes, - rather not.", "+ go next")
        assert "+ go next" not in ada.window.text
        await bea.press("+")
        await cyd.press("-")
        await ada.sees("bea would like to go next; cyd would rather not.")
        await ada.press("+")
        await ada.sees("You can say this only while others choose who is next.")
    assert services.tables[table].wishes == {1: True, 2: False}
