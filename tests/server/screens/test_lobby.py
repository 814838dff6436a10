"""The lobby: who is here, which tables there are, and the ways to them."""

import pytest
from msgspec.structs import replace

from regicide_tui.play.transcript import read_transcript
from regicide_tui.server.model.boards.results import Results
from regicide_tui.server.model.register import finished
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens.lobby import LobbyScreen
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.review.finished import after_a_game
from tests.server.visitors import Person, visiting
from tests.server.waiting import Time


async def test_an_empty_server_offers_to_open_a_table(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("Welcome, ada", "Nobody else is here yet.", "Open a table", "none yet")


async def test_who_comes_and_goes_is_seen(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        async with visiting(services, BEA):
            await ada.sees("2 people", "bea")
        await ada.sees("Nobody else is here yet.")


async def test_nobody_hides_the_tables_of_others_behind_their_own(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [_, bea]:
        mine = await services.joining.open_table(ADA, commands.Open("duel", 2, {}), "192.0.2.1")
        hidden = await services.joining.open_table(
            "dora", commands.Open("duel", 2, {}, "word"), "192.0.2.1"
        )
        for number in range(60):
            await services.joining.open_table(
                f"mal{number // 5}", commands.Open("duel", 2, {}), "192.0.2.9"
            )
        lobby = bea.app.screen
        assert isinstance(lobby, LobbyScreen)
        with bea.app._context():
            listed = [entry.action for entry in lobby.entries()]
        assert f"open('{mine}')" in listed
        assert f"open('{hidden}')" in listed


async def test_a_table_that_is_not_listed_is_found_by_a_name(services: Services) -> None:
    async with visiting(services, BEA) as [bea]:
        await services.joining.open_table("Zoë", commands.Open("duel", 2, {}))
        assert "Find a table" not in bea.window.text
        for number in range(60):
            await services.joining.open_table(f"mal{number}", commands.Open("regicide", 4, {}))
        await services.joining.open_table("newest", commands.Open("regicide", 4, {}))
        await bea.sees("Find a table", "by the name of a player")
        await bea.press("/")
        await bea.sees("Whose table?")
        await bea.press(*"nobody", "enter")
        await bea.sees("'nobody' sits at no table.")
        await bea.press("/")
        await bea.sees("Whose table?")
        await bea.press(*"zO", "enter")
        await bea.sees("Join Regicide Duel", "All tables", "not only with 'zO'")
        assert "Join Regicide for 4" not in bea.window.text
        await bea.press("/")
        await bea.sees("Join Regicide for 4")


async def test_nobody_finds_by_a_name_who_plays_at_a_private_table(services: Services) -> None:
    async with visiting(services, "cyd") as [cyd]:
        await begin(services, "duel", word="harbour")
        for number in range(61):
            await services.joining.open_table(f"mal{number}", commands.Open("regicide", 4, {}))
        await cyd.sees("Find a table")
        await cyd.press("/")
        await cyd.sees("Whose table?")
        await cyd.press(*ADA, "enter")
        await cyd.sees(f"'{ADA}' sits at no table.")


async def test_from_an_open_table_to_the_first_turn(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("n")
        await ada.sees("OPEN A TABLE", "Who may sit")
        await ada.press("down", "2", "enter")
        await ada.sees("REGICIDE FOR 2", "Waiting for somebody to sit down.")
        await bea.goes_to("Join Regicide for 2", "one seat free, with ada")
        await bea.sees("Choose a free seat to sit down.")
        await bea.press("2")
        await ada.sees("Waiting until bea is ready.")
        await ada.press("G")
        await ada.sees("Not ready yet: bea.")
        await bea.press("R")
        await ada.sees("All are ready.")
        await ada.press("G")
        await ada.sees("turn 1", "7 of 7")
        await bea.sees("turn 1", "7 of 7")


async def test_enter_leads_from_the_lobby_to_the_first_turn(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await services.joining.open_table(ADA, commands.Open("duel", 2, {}, clock=(300, 5)))
        await ada.goes_to("Wait for Regicide Duel", "clock 5+5")
        await bea.goes_to("Join Regicide Duel", "one seat free, with ada, clock 5+5")
        await bea.sees("› 2  a free seat", "m  Lobby", "esc back")
        assert "the seat stays yours" not in bea.window.text
        await bea.press("enter")
        await bea.sees("› R  Ready", "Are you ready?")
        await bea.press("enter")
        await ada.sees("› G  Start", "All are ready.")
        await ada.press("enter")
        await bea.sees("turn 1")


async def test_who_reads_while_the_game_begins_is_at_the_table_afterwards(
    services: Services,
) -> None:
    async with visiting(services, ADA, BEA) as [_, bea]:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        await services.commands.do(table, BEA, commands.Sit(1))
        await services.commands.do(table, BEA, commands.BeReady(True))
        await bea.sees("Wait for Regicide Duel")
        await bea.press("1", "?")
        await bea.sees("HELP")
        await services.commands.do(table, ADA, commands.StartGame())
        await bea.press("?")
        await bea.sees("turn 1", "? help")


async def test_the_pointer_stays_where_it_is_when_a_table_is_opened(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, _]:
        await ada.press("down")
        await ada.sees("› t  Say something")
        await services.joining.open_table(BEA, commands.Open("duel", 2, {}))
        await ada.sees("Join Regicide Duel", "› t  Say something")


async def test_many_tables_and_all_that_one_can_do_fit_a_small_window(services: Services) -> None:
    for name in ("bea", "cyd", "dee"):
        await services.joining.open_table(name, commands.Open("regicide", 4, {}))
    async with visiting(services, ADA, size=(60, 20)) as [ada]:
        await ada.sees("1  Join Regicide for 4", "3 seats free, with bea (away)", "q  Leave")
        services.chats.say(ADA, "word " * 30)
        await ada.sees("ada: word", "1  Join Regicide for 4", "Players")


async def test_the_host_alone_starts_and_who_stands_up_is_gone(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        assert table in services.tables
        await ada.goes_to("Wait for Regicide Duel")
        await bea.sees("Join Regicide Duel")
        await bea.press("1", "2")
        await bea.sees("Ready")
        await ada.sees("host of the table", "bea")
        await ada.press("X")
        await ada.sees("Welcome")
        await bea.sees("you, host of the table")
        await bea.press("X")
        await bea.sees("Welcome")
        await bea.until(lambda: not services.tables)


async def test_a_private_table_opens_by_its_word(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("n")
        await ada.sees("Who may sit")
        await ada.press("down", "2", "down", "right", "enter")
        await ada.sees("private, the password is")
        (table,) = services.tables
        password = services.tables.whole(table).secrets.password
        assert password in ada.window.text
        await bea.sees("private, one seat free, with ada")
        await bea.press("1")
        await bea.sees("Password of this private table:")
        await bea.press(*"wrong", "enter")
        await bea.sees("This table is private, and the password is")
        await bea.press("1")
        await bea.sees("Password of this private table:")
        assert password not in bea.window.written
        await bea.press(*password, "enter")
        await bea.sees("Choose a free seat")
        await bea.press("2")
        await bea.sees("Ready")


async def test_what_is_said_in_the_lobby_is_heard_there_without_controls(
    services: Services,
) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await ada.press("t")
        await ada.sees("To all in the lobby:")
        ada.type("\x1b[200~[@click=app.quit]hi\u202e\x1b[201~")
        await ada.sees("hi")
        await ada.press("enter")
        await bea.sees("ada: [@click=app.quit]hi")
        assert "\u202e" not in bea.window.raw


async def test_who_says_too_much_in_the_lobby_reads_when_to_say_more(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        for number in range(10):
            services.chats.say(ADA, f"{number}")
        await ada.press("t")
        await ada.sees("To all in the lobby:")
        await ada.press("x", "enter")
        await ada.sees("Too much was said by you", "Try again in")
        assert (ADA, "x") not in services.chats.lobby


async def test_one_comes_back_straight_to_the_table_whose_turn_one_has(services: Services) -> None:
    table = await begin(services)
    state = services.tables.whole(table).game
    assert state is not None
    assert state.to_act is not None
    name = (ADA, BEA)[state.to_act]
    async with visiting(services, name) as [person]:
        await person.sees("7 of 7", "enter play")


async def test_the_newest_window_takes_over(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        again = Person(services, ADA)
        again.come()
        await again.sees("Welcome, ada")
        assert await ada.goes() == "You connected in another window."
        assert services.presence.names == (ADA,)
        await again.drop()
    assert not services.presence.names


async def test_who_does_nothing_for_long_is_warned_and_let_go(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        ada.app.idle_seconds = 3600
        ada.window.last_key -= 3500
        ada.app.call_later(ada.app.check_idleness)
        await ada.sees("Are you still there?")
        await ada.press("down")
        ada.app.call_later(ada.app.check_idleness)
        ada.window.last_key -= 3601
        ada.app.call_later(ada.app.check_idleness)
        assert "Your seats stay yours" in (await ada.goes() or "")


async def test_finished_games_are_replayed_and_taken_home(services: Services) -> None:
    table = await begin(services, "duel")
    await services.commands.do(table, ADA, commands.Resign())
    async with visiting(services, "cyd") as [cyd]:
        await cyd.sees("1 to replay")
        await cyd.press("g")
        await cyd.sees("Regicide Duel", "won by bea, ada and bea")
        await cyd.press("enter")
        await cyd.sees("Replay 0/0", "T transcript")
        await cyd.press("T")
        await cyd.sees("TRANSCRIPT", "regicide-tui replay FILE")
        await cyd.press("c")
        await cyd.sees("Copied.")
        assert "\x1b]52;" in cyd.window.raw
        await cyd.press("escape")
        await cyd.sees("Replay")
        await cyd.press("escape")
        await cyd.sees("FINISHED GAMES")
        await cyd.press("escape")
        await cyd.sees("Welcome")
        await cyd.press("S")
        await cyd.sees("Regicide Duel: 1 won of 1 game", "Regicide Duel: 0 won of 1 game")


async def test_of_many_finished_games_the_last_ones_are_listed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = finished("t", "duel", (ADA, BEA), (ADA,), "", 0)
    many = [replace(one, winners=(f"number {number}",)) for number in range(2000)]
    monkeypatch.setattr(services.tables.register.value, "results", Results(many))
    async with visiting(services, "cyd") as [cyd]:
        await cyd.press("g")
        await cyd.sees("The last 300 of 2000.", "won by number 1999,")
        await cyd.press("end")
        await cyd.sees("won by number 1700,")


async def test_the_list_of_players_names_draws_and_fits_in_eighty_columns(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = finished("t", "duel", (ADA, BEA), (ADA,), "", 0)
    drawn = replace(one, winners=())
    other = finished("t", "regicide", ("cyd",), ("cyd",), "", 0)
    lost = finished("t", "king_of_the_dead", ("cyd", "dan"), ("dan",), "", 0)
    monkeypatch.setattr(
        services.tables.register.value,
        "results",
        Results([one, drawn, drawn, drawn, other, other, lost]),
    )
    async with visiting(services, "dan") as [dan]:
        await dan.press("S")
        await dan.sees("ada  Regicide Duel: 1 won of 4 games, 3 draws")
        await dan.sees("bea  Regicide Duel: 0 won of 4 games, 3 draws")
        await dan.sees("cyd  2 won of 3 games", "dan  King of the Dead: 1 won of 1 game")
        await dan.press("enter")
        await dan.sees("CYD", "Regicide: 2 won of 2 games", "King of the Dead: 0 won of 1 game")


async def test_who_has_only_ended_a_game_of_rivals_is_no_player_of_the_list(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = finished("t", "duel", (ADA, BEA), (), "ended", 0)
    monkeypatch.setattr(services.tables.register.value, "results", Results([ended]))
    async with visiting(services, "dan") as [dan]:
        await dan.press("S")
        await dan.sees("Nobody has finished a game here yet.")


async def test_of_many_tables_those_are_listed_where_one_sits_or_may_sit(
    services: Services,
) -> None:
    for number in range(80):
        await services.joining.open_table(
            f"mal{number}", commands.Open("regicide", 4, {}), f"192.0.2.{number}"
        )
    await begin(services)
    async with visiting(services, "cyd") as [cyd]:
        await services.joining.open_table("cyd", commands.Open("duel", 2, {}))
        lobby = cyd.app.screen
        assert isinstance(lobby, LobbyScreen)
        with cyd.app._context():
            entries = lobby.entries()
        labels = [entry.label for entry in entries]
        assert labels[0] == "Wait for Regicide Duel"
        assert "Join Regicide for 4" in labels
        assert len(entries) < 80


async def test_a_replayed_game_is_taken_home_whole_also_from_the_screen(services: Services) -> None:
    table = await begin(services, "duel")
    by, action = first_action(services.tables.whole(table))
    await services.commands.do(table, by, commands.Act(action))
    await services.commands.do(table, ADA, commands.Resign())
    async with visiting(services, "cyd", size=(60, 20)) as [cyd]:
        await cyd.press("g")
        await cyd.sees("won by bea")
        await cyd.press("enter")
        await cyd.sees("Replay 0/1")
        await cyd.press("?")
        await cyd.sees("T shows it as text", "close")
        assert "plays on from here" not in cyd.window.text
        await cyd.press("?", "T")
        await cyd.sees("TRANSCRIPT", action, "bea won: resigned")
        shown = cyd.window.text.split("\n")[2:18]
        history = read_transcript("\n".join(shown)).history
        assert history.written == (action,)


async def test_a_private_game_is_listed_only_for_those_who_played_it(services: Services) -> None:
    table = await begin(services, "duel", word="amber")
    await services.commands.do(table, ADA, commands.Resign())
    async with visiting(services, ADA, "cyd") as [ada, cyd]:
        await ada.sees("1 to replay")
        await ada.press("g")
        await ada.sees("won by bea")
        await cyd.sees("none yet")
        await cyd.press("g")
        await cyd.sees("No game that you may look at has been finished here yet.")
        await cyd.sees_no("bea")


async def test_leaving_ends_the_session(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.press("q")
        await ada.goes()
        assert not services.presence.names


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_every_table_of_one_player_or_more_is_listed_and_returned_to(
    services: Services, seats: int
) -> None:
    table = await services.joining.open_table(ADA, commands.Open("regicide", seats, {}))
    for seat in range(1, seats):
        await services.commands.do(table, ADA, commands.SeatBot(seat, "page"))
    async with visiting(services, ADA, BEA) as [ada, bea]:
        title = f"Regicide for {seats}"
        await ada.goes_to(f"Wait for {title}")
        await ada.sees("All are ready.")
        await ada.press("G")
        await ada.sees("turn ")
        await ada.press("m")
        await ada.sees(f"Go on with {title}", ", turn ")
        await bea.sees(f"{'Watch' if seats == 1 else 'Join'} {title}", ", ada")
    async with visiting(services, ADA) as [ada]:
        await ada.sees("turn ")


async def test_a_new_table_stands_before_many_that_others_left(services: Services) -> None:
    await begin(services)
    for number in range(70):
        await services.joining.open_table(f"{BEA}-{number}", commands.Open("regicide", 4, {}))
    async with visiting(services, ADA, "cyd", "dee", size=(80, 31)) as [ada, cyd, dee]:
        await services.joining.open_table("cyd", commands.Open("duel", 2, {}))
        await services.joining.open_table("dee", commands.Open("king_of_the_dead", 2, {}))
        await dee.sees(
            *("1  Wait for King of the Dead", "2  Join Regicide Duel", "3  Watch Regicide for 2"),
            *("4  Join Regicide for 4", "3 seats free, with bea-69 (away)"),
        )
        await cyd.sees("1  Wait for Regicide Duel", "2  Join King of the Dead")
        await ada.press("m")
        await ada.sees("1  Go on with Regicide for 2", "2  Join King of the Dead")


async def test_the_host_frees_the_seat_of_somebody_who_went_away(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        await services.commands.do(table, BEA, commands.Sit(1))
        await ada.goes_to("Wait for Regicide Duel")
        await ada.sees("Waiting until bea is ready.")
        assert "Free the seat" not in ada.window.text
        await bea.goes_to("Wait for Regicide Duel")
        await bea.drop()
        await ada.sees("O  Free the seat of bea  away")
        await ada.press("O")
        await ada.sees("Waiting for somebody to sit down.", "a free seat")
        assert "Free the seat" not in ada.window.text


async def test_nobody_but_the_host_is_offered_to_free_a_seat(services: Services) -> None:
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    async with visiting(services, BEA) as [bea]:
        await services.commands.do(table, BEA, commands.Sit(1))
        await bea.goes_to("Wait for Regicide Duel")
        await bea.sees("host of the table, away", "R  Ready")
        assert "Free the seat" not in bea.window.text


async def test_a_refusal_is_gone_with_the_next_page(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        for number in range(61):
            await services.joining.open_table(f"mal{number}", commands.Open("regicide", 4, {}))
        await ada.sees("Find a table")
        await ada.press("/")
        await ada.sees("Whose table?")
        await ada.press(*"nobody", "enter")
        await ada.sees("'nobody' sits at no table.")
        await ada.press("S")
        await ada.sees("PLAYERS")
        await ada.press("escape")
        await ada.sees("Welcome, ada.", "TABLES")
        assert "sits at no table" not in ada.window.text


async def test_who_looks_into_the_lobby_does_not_play(services: Services) -> None:
    table = await begin(services, "duel")
    async with visiting(services, ADA, "cyd") as [ada, cyd]:
        await cyd.sees("ada plays Regicide Duel")
        await ada.press("m")
        await ada.sees("Welcome, ada.", "cyd in the lobby")
        await cyd.sees("ada in the lobby")
        await cyd.goes_to("Watch Regicide Duel")
        await ada.sees("cyd watches Regicide D")
        assert table in services.tables


async def test_who_waits_for_a_game_in_the_lobby_waits(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        await bea.sees("ada waits for Regicide Du")
        await ada.press("1")
        await bea.sees("ada waits for Regicide Du")


async def test_who_leaves_reads_how_to_come_back(services: Services) -> None:
    ada = Person(services, ADA)
    ada.come()
    await ada.sees("Welcome, ada.")
    await ada.press("q")
    assert await ada.goes() == "Goodbye, ada. To come again:\nssh ada@localhost"
    await begin(services, "duel")
    ada = Person(services, ADA)
    ada.come()
    await ada.comes_back()
    await ada.press("q")
    said = "Goodbye, ada. Your seats stay yours. To come again:\nssh ada@localhost"
    assert await ada.goes() == said


@pytest.mark.parametrize("opening", ["i", "n"], ids=["rules", "form"])
async def test_a_notice_for_all_is_seen_on_every_page_and_again_in_the_lobby(
    services: Services, opening: str
) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("Welcome")
        await ada.press(opening)
        await ada.until(lambda: not isinstance(ada.app.screen, LobbyScreen))
        ada.app.call_later(ada.app.take_notice, "This server is about to be restarted.")
        await ada.sees("This server is about to be restarted.")
        await ada.press("escape")
        await ada.sees("Welcome", "This server is about to be restarted.")


@pytest.mark.parametrize("opening", ["i", "n", "p", "g"], ids=["rules", "form", "puzzles", "games"])
async def test_on_every_page_a_key_leaves_the_server_and_no_word_speaks_of_a_game_that_is_saved(
    services: Services, opening: str
) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("Welcome")
        await ada.press(opening)
        await ada.sees_no("Welcome")
        await ada.sees("q leave")
        await ada.press("?")
        await ada.sees("HELP")
        await ada.press("end")
        await ada.sees("Leave the server.", "q leave")
        await ada.sees_no("the game is saved")


async def test_the_help_of_the_form_says_that_a_key_opens_the_table(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.press("n")
        await ada.sees("HOUSE RULES")
        await ada.press("?")
        await ada.sees("HELP", "Open the table.")
        await ada.sees_no("Change the setting.")


class Guest(Person):
    """Somebody without a name."""

    def make_visitor(self) -> Visitor:
        return replace(super().make_visitor(), guest=True)


@pytest.mark.parametrize("opening", ["D", "z"], ids=["day", "house"])
async def test_a_guest_is_offered_no_duplicate_deal_to_play(
    services: Services, opening: str
) -> None:
    guest = Guest(services, "guest-1")
    guest.come()
    await guest.sees("Welcome")
    await guest.press(opening)
    await guest.sees("Guests don't play duplicate deals.", "Back")
    await guest.sees_no("Play ")


async def test_a_guest_reads_that_their_games_end(services: Services) -> None:
    guest = Guest(services, "guest-1")
    guest.come()
    await guest.sees("Welcome")
    await guest.press("b")
    await guest.sees("turn 1")
    await guest.press("m")
    await guest.sees("Leave", "your games end")
    await guest.press("q")
    assert await guest.goes() == "Goodbye. To come again:\nssh play@localhost"


async def test_a_refusal_at_a_waiting_table_is_gone_when_it_is_no_longer_so(
    services: Services,
) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        for one in (ada, bea):
            one.app.call_later(one.app.show_table, table)
        await bea.sees("Choose a free seat")
        await bea.press("2")
        await ada.sees("Waiting until bea is ready.")
        await bea.sees("Are you ready?")
        await ada.press("G")
        await ada.sees("Not ready yet: bea.")
        await bea.press("R")
        await ada.sees("All are ready.")
        assert "Not ready yet: bea." not in ada.window.text


async def test_people_talk_while_they_wait_for_a_game(services: Services) -> None:
    async with visiting(services, ADA, BEA) as [ada, bea]:
        table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
        await services.commands.do(table, BEA, commands.Sit(1, password=""))
        for one in (ada, bea):
            one.app.call_later(one.app.show_table, table)
            await one.sees("Talk", "to the others")
        await ada.press("t")
        await ada.sees("Say something")
        await ada.press("t", *"hi", "enter")
        await bea.sees("ada: hi")
        await ada.sees("ada: hi", "Stand up")


async def test_the_pointer_goes_on_when_somebody_else_takes_its_seat(services: Services) -> None:
    table = await services.joining.open_table(ADA, commands.Open("regicide", 3, {}))
    async with visiting(services, BEA, "cyd") as [bea, cyd]:
        for one in (bea, cyd):
            await one.goes_to("Join Regicide for 3")
            await one.sees("› 2  a free seat")
        await bea.press("enter")
        await cyd.sees("› 3  a free seat")
        await cyd.press("enter")
        await cyd.until(lambda: services.tables[table].seats == (ADA, BEA, "cyd"))


async def test_who_reviews_a_game_is_not_in_the_lobby(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea), visiting(services, "cyd") as [cyd]:
        await cyd.sees("3 people")
        assert "ada  in the lobby" not in cyd.window.text
        await ada.press("V")
        await ada.sees("you lead, nobody follows")
        await bea.press("m")
        await bea.sees("Welcome, bea.", "ada reviews a game")
        await cyd.sees("ada reviews a game", "bea in the lobby")


async def test_a_guest_reads_at_their_table_that_only_bots_sit_down_there(
    services: Services,
) -> None:
    guest = Guest(services, "guest-1")
    guest.come()
    await guest.sees("Welcome")
    await guest.press("n")
    await guest.sees("OPEN A TABLE")
    await guest.press("down", "2", "enter")
    await guest.sees("People don't sit down with guests. Press b to seat a bot.", "Seat a bot")
    await guest.press("b", "1")
    await guest.sees("All are ready.")
    await guest.drop()


async def test_the_new_host_sees_that_they_can_start(store: SqliteStore) -> None:
    time = Time()
    services = make_services(store, clock=time)
    await services.open()
    table = await services.joining.open_table(ADA, commands.Open("duel", 2, {}))
    await services.commands.do(table, BEA, commands.Sit(1))
    async with visiting(services, BEA) as (bea,):
        await bea.goes_to("Wait for Regicide Duel")
        await bea.sees("Ready", "host of the table, away")
        time.now += 30 * 60
        await services.automation.run()
        await bea.sees("Start", "Free the seat of ada")
    await services.close()
