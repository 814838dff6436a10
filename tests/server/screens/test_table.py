"""A table of the server: everybody at a screen of their own, and nobody sees too much."""

import random
import re

import pytest

from regicide_tui.cards import PACK, UNKNOWN
from regicide_tui.games.base import Seat
from regicide_tui.play.table import Table
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.screens import reading
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, enter_table, legal_actions
from tests.server.test_hub import Time
from tests.server.visitors import Person, has_read, visiting
from tests.server.waiting import until

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


async def test_who_waits_sees_their_own_hand_and_whose_turn_it_is(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await acts.sees("7 of 7", "1-7 pick", "enter play")
        await waits.sees("7 of 7", f"{acts.name} is to play.")
        assert "pick" not in waits.window.text
        await waits.press("1", "enter", "y")
        assert actor(services, table) == (ADA, BEA).index(acts.name)


async def test_what_one_does_the_other_sees_without_a_key(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await acts.press("1", "enter")
        await waits.sees(f"{acts.name} plays")
        await acts.sees(f"{acts.name} plays")


async def test_all_must_agree_to_take_an_action_back(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await acts.press("1", "enter")
        await waits.sees(f"{acts.name} plays")
        await acts.press("u")
        await acts.sees(f"Asked to take the last action back: {waits.name} must agree.")
        await waits.sees(f"{acts.name} asks to take the last action back. a agrees, r refuses.")
        await waits.sees("a agree", "r refuse")
        await waits.press("r")
        await acts.sees(f"{waits.name}: No, thank you.")
        await acts.sees_no("Asked to take")
        await acts.sees(f"{acts.name} plays")
        await waits.sees_no("a agrees")
        await acts.press("u")
        await waits.sees("a agrees")
        await has_read(waits)
        await waits.press("a")
        for one in (acts, waits):
            await one.sees("Nothing has happened", "the last action is taken back.")


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
        await waits.sees("a agrees")
        await has_read(waits)
        await waits.press("u")
        await waits.sees("All have agreed: the last action is taken back.")
        await waits.press("a")
        await waits.app.work.idle()
        screen = waits.app.screen
        assert isinstance(screen, RemoteTable)
        assert screen.model.notice.text.startswith("All have agreed")


async def test_whoever_agrees_reads_so_while_others_must_still_agree(services: Services) -> None:
    table = await begin(services, others=(BEA, "cyd"))
    async with visiting(services, ADA, BEA, "cyd") as people:
        acts, agrees, waits = in_order(services, table, people)
        await acts.press("1", "enter")
        await agrees.sees(f"{acts.name} plays")
        await acts.press("u")
        await agrees.sees("a agrees")
        await has_read(agrees)
        await agrees.press("u")
        await agrees.sees(f"You have agreed to take the last action back: {waits.name} must agree.")
        await acts.sees(f"Asked to take the last action back: {waits.name} must agree.")


async def test_at_the_table_one_says_what_is_on_the_list(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t")
        await ada.sees("Well played.")
        await ada.press("2")
        await ada.sees("You: Well played.")
        await bea.sees("ada: Well played.")
        await bea.press("t")
        await bea.sees("ada: Well played.", "Back to the table")


async def test_who_types_instead_of_choosing_says_and_does_nothing(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t")
        await ada.press(*["space" if char == " " else char for char in "well, sorry"])
        await ada.sees("Only these sentences can be said now", "Well played.")
        await ada.press("E")
        await ada.sees("Press E again to ask all to end the game without a winner.")
        await ada.press(*"xcellent")  # `x` opens the list of people to ignore
        await ada.press("escape", "escape", "t", "1")
        await bea.sees("ada: Hello.")
        await bea.sees_no("asks to end the game")
        await bea.sees_no("You: Hello.")


async def test_the_same_sentence_is_heard_twice(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        for _ in range(2):
            await ada.press("t")
            await ada.sees("Hello.")
            await ada.press("1")
            await bea.sees("ada: Hello.")
            await bea.press("right")
            await bea.sees_no("ada: Hello.")


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


async def test_who_is_away_is_named_and_comes_back_to_the_same_position(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await acts.press("1", "enter")
        await acts.sees("PAY ", "Pick cards to discard.")
        await acts.drop()
        await waits.sees(f"{acts.name} is away")
        acts.come()
        await acts.sees("PAY ", "Pick cards to discard.")
        await waits.sees_no(f"{acts.name} is away")


async def test_all_can_end_a_game_without_a_winner(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t")
        await ada.sees("Ask to end the game")
        await ada.press("E", "E")
        await bea.sees("ada asks to end the game without a winner. a agrees, r refuses.")
        await bea.press("t")
        await bea.sees("Agree", "Refuse")
        await has_read(bea)
        await bea.press("a")
        await ada.sees("The game was ended without a winner")
        await bea.sees("The game was ended without a winner", "Another game")


async def test_the_host_ends_a_game_while_somebody_is_away(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA) as [ada]:
        await ada.press("t")
        await ada.sees("End the game", "while somebody is away")
        await ada.press("Z")
        await ada.sees("The game was ended without a winner")


async def test_a_duel_is_resigned_and_the_same_players_play_again(services: Services) -> None:
    await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("X")
        await ada.sees("Resign? bea then wins.")
        await ada.press("X")
        await bea.sees("Another game")
        await ada.sees("Another game")
        await bea.press("a")
        await bea.sees("Waiting for somebody to sit down.")
        await ada.press("a")
        await ada.sees("Are you ready?")
        await ada.press("R")
        await bea.press("G")
        await ada.sees("turn 1")


async def test_after_the_end_one_talks_and_hears_who_waits_for_another_game(
    services: Services,
) -> None:
    table = await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await services.commands.do(table, ADA, commands.Resign())
        for one in (ada, bea):
            await one.sees("with the same players", "Say something")
        await ada.press("t")
        await ada.sees("Good game.")
        await ada.press("6")
        await bea.sees("ada: Good game.")
        await ada.sees("ada: Good game.", "Another game")
        await ada.press("a")
        await bea.sees("ada waits for you")
        await bea.press("enter")
        await bea.sees("Are you ready?")


async def test_a_draw_needs_both(services: Services) -> None:
    await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("=")
        await ada.sees("Offer bea a draw? Press = again to offer it.")
        await ada.press("=")
        await bea.sees("ada offers a draw. a agrees.")
        await bea.press("=")
        await bea.sees("ada offers a draw. Press = again to agree.")
        await bea.press("r")
        await bea.sees("You have said no. The offer stands until the next action.")
        await ada.sees("bea: No, thank you.")
        await bea.press("a")
        await bea.sees("Another game")
        await ada.sees("Another game")
        await until(lambda: bool(services.tables.results.finished))
        assert services.tables.results.finished[0].winners == ()


async def test_the_clock_of_a_duel_is_seen(services: Services) -> None:
    await begin(services, "duel", clock=(300, 0))
    async with visiting(services, ADA) as [ada]:
        await ada.until(lambda: bool(re.search(r"ada \d:\d\d  bea \d:\d\d", ada.window.text)))


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
    services = make_services(store, clock=time)
    await services.open()
    table = await begin(services, "duel", clock=(60, 0))
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)

        async def after(seconds: float) -> int:
            """Let time pass; return how often the bell has rung so far."""
            time.seconds += seconds
            for one in people:
                screen = one.app.screen
                assert isinstance(screen, RemoteTable)
                screen.tick()  # the timer's own second is not waited for
            await acts.sees(f"{acts.name} {describe(services, table)}")
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
    await services.close()


def describe(services: Services, table: str) -> str:
    """Return the time of the player who must act, as it is shown."""
    left = services.tables[table].time_left(services.now())[actor(services, table)]
    return f"{left // 60_000}:{left // 1000 % 60:02}"


async def test_who_watches_sees_no_hand_and_talks_to_others_who_watch(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA) as [ada], visiting(services, "cyd", "dee") as [cyd, dee]:
        for watcher in (cyd, dee):
            await watcher.goes_to("Watch Regicide for 2")
            await watcher.sees("watching", "▞▚▞▚")
        await cyd.press("t")
        await cyd.sees("the players don't hear it")
        await cyd.press("t")
        await cyd.sees("To the others who watch:")
        await cyd.press(*"oho", "enter")
        await dee.press("t")
        await dee.sees("cyd: oho")
        await ada.press("t")
        await ada.sees("Well played.")
        assert "oho" not in ada.window.raw


async def test_who_watches_reads_at_once_what_another_says(services: Services) -> None:
    await begin(services)
    async with visiting(services, "cyd", "dee") as [cyd, dee]:
        for watcher in (cyd, dee):
            await watcher.goes_to("Watch Regicide for 2")
            await watcher.press("t")
            await watcher.sees("Nothing has been said yet.")
        await cyd.press("t", *"oho", "enter")
        await dee.sees("cyd: oho")


async def test_who_watched_can_talk_when_the_game_is_over(services: Services) -> None:
    table = await begin(services, "duel")
    async with visiting(services, "cyd", "dee") as [cyd, dee]:
        for watcher in (cyd, dee):
            await watcher.goes_to("Watch Regicide Duel")
        await services.commands.do(table, ADA, commands.Resign())
        await until(lambda: table not in services.tables)
        for watcher in (cyd, dee):
            await watcher.sees("Look at the table")
            await watcher.press("v", "t")
            await watcher.sees("Nothing has been said yet.")
        await cyd.press("t", *"oho", "enter")
        await dee.sees("cyd: oho")


async def test_who_watches_can_not_talk_without_end(services: Services) -> None:
    table = await begin(services)
    watching = enter_table(services, table, "cyd")
    refused = 0
    for number in range(1000):
        try:
            watching.say_to_spectators(f"{number}")
        except Refused as error:
            assert "Too much was said" in str(error)
            refused += 1
    assert refused > 900
    enter_table(services, table, "dee").say_to_spectators("somebody else can")


async def test_help_and_rules_are_at_hand(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA) as [ada]:
        await ada.press("?")
        await ada.sees("What you can do now")
        await ada.press("escape")
        await ada.sees("7 of 7")
        await ada.press("L")
        await ada.sees("THE LOG")
        await ada.press("escape")
        await ada.sees("7 of 7")
        await ada.press("m")
        await ada.sees("Welcome, ada", "Go on with Regicide for 2")


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_a_table_fits_other_windows(services: Services, size: tuple[int, int]) -> None:
    await begin(services, "king_of_the_dead")
    async with visiting(services, ADA, size=size) as [ada]:
        await ada.sees("KING OF THE DEAD", "t talk")


@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
async def test_nothing_that_is_sent_tells_of_a_card_one_must_not_know(
    services: Services, game: str
) -> None:
    table = await begin(services, game)
    rng = random.Random(7)
    async with visiting(services, ADA, BEA) as people, visiting(services, "cyd") as [cyd]:
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


async def test_while_something_is_asked_y_is_no_yield(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await waits.press("t", "E", "E")
        await acts.sees("a agree", "r refuse")
        await acts.sees_no("y yield")
        await acts.press("y")
        await acts.sees("asks to end the game without a winner. a agrees, r refuses.")
        assert actor(services, table) == (ADA, BEA).index(acts.name)
        await acts.press("?")
        await acts.sees("HELP", "a agrees, r refuses.")
        await acts.press("?", "r")
        await waits.sees(f"{acts.name}: No, thank you.")
        assert actor(services, table) == (ADA, BEA).index(acts.name)


async def test_right_after_a_question_y_is_no_yield(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "AFTERWARDS", 1e9)
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await waits.press("t", "E", "E")
        await acts.sees("r refuse")
        await acts.press("r")
        await acts.sees("y yield")
        await acts.press("y")
        await acts.sees("Nothing is asked any more. Press the key again to use it.")
        assert actor(services, table) == (ADA, BEA).index(acts.name)
        await acts.press("y")
        await waits.sees(f"{acts.name} yields")


@pytest.mark.parametrize("answer", ["a", "r"])
async def test_an_answer_without_a_question_does_nothing_however_late_it_comes(
    services: Services, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(reading, "AFTERWARDS", 0.0)
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await waits.press("t", "E", "E")
        await acts.sees("a agree", "r refuse")
        await waits.press("t", "r")
        await acts.sees("y yield")
        await acts.press("1")
        await acts.sees("enter play")
        await acts.press(answer)
        await acts.sees("Nothing is asked now.")
        assert actor(services, table) == (ADA, BEA).index(acts.name)
        await acts.press("enter")
        await waits.sees(f"{acts.name} plays")


async def test_who_has_asked_is_not_offered_to_ask_again(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as people:
        acts, waits = in_order(services, table, people)
        await acts.press("1", "enter")
        await waits.sees(f"{acts.name} plays")
        await acts.sees("u undo")
        await acts.press("u")
        await acts.sees(f"{waits.name} must agree.")
        await acts.sees_no("u undo")


async def test_a_key_that_waited_for_a_closed_list_opens_nothing_of_it(services: Services) -> None:
    # Found by a random walk: the list that the key opened asked a screen that was gone.
    await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t")
        await ada.sees("Ignore people")
        ada.type("1x")
        await bea.sees("ada: ")
        await ada.sees("7 of 7")
        await ada.app.work.idle()
        assert isinstance(ada.app.screen, RemoteTable)


async def test_rivals_say_what_they_like(services: Services) -> None:
    # D-22
    await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t")
        await ada.sees("in your own words")
        await ada.press("t")
        await ada.sees("To all at the table:")
        await ada.press(*"boo", "enter")
        await bea.sees("ada: boo")
        await ada.sees_no("in your own words")


async def test_partners_say_what_they_like_only_once_the_game_is_over(services: Services) -> None:
    table = await begin(services)
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t")
        await ada.sees("Well played.")
        assert "in your own words" not in ada.window.text
        await ada.press("escape")
        await services.commands.do(table, ADA, commands.Ask(commands.END))
        question = services.tables[table].question
        assert question is not None
        await services.commands.do(table, BEA, commands.Ask(commands.END, answers=question.at))
        await ada.sees("Another game")
        await ada.press("t", "t", *"at last", "enter")
        await bea.sees("ada: at last")


async def test_a_long_sentence_is_read_whole(services: Services) -> None:
    await begin(services, "duel")
    words = " ".join([f"word{number}" for number in range(22)])
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t", "t", *words, "enter")
        await bea.sees("ada: word0")
        await bea.press("t")
        await bea.sees("ada:", "word0", "word21")


async def test_the_score_of_a_match_goes_on_and_the_loser_begins(services: Services) -> None:
    await begin(services, "duel")
    async with visiting(services, ADA, BEA) as [ada, bea]:
        for loser, other, score in ((ada, bea, "0 : 1"), (bea, ada, "1 : 1")):
            await loser.press("X", "X")
            for one in (ada, bea):
                await one.sees(score, "Another game")
            await loser.press("a")
            await loser.sees("Waiting for somebody to sit down.")
            await other.press("a")
            await other.sees("Are you ready?")
            await other.press("R")
            await loser.sees("All are ready.")
            await loser.press("G")
            for one in (ada, bea):
                await one.sees("turn 1")
            await loser.sees("1-7 pick")


async def test_whoever_asks_for_a_hint_reads_that_there_are_none(services: Services) -> None:
    await begin(services)
    async with visiting(services, ADA) as [ada]:
        await ada.press("h")
        await ada.sees("There are no hints on a server.")


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
