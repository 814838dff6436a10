"""Tables of the server: who may do what, and what comes of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.play.table import Table
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table import decide as decide_module
from regicide_tui.server.model.table.apply import apply
from regicide_tui.server.model.table.decide import Refused, decide
from regicide_tui.server.model.table.state import EMPTY, TableState
from tests.loose import loose
from tests.play.games import begun
from tests.server.gatherings import first_action
from tests.tui.models import TRIO, saved

ADA, BEA, CYD = "ada", "Bea", "cyd"


def do(table: TableState, by: str, command: commands.TableCommand, at: int = 0) -> TableState:
    return apply(table, decide(table, command, by, at))


def refusal(table: TableState, by: str, command: commands.TableCommand, at: int = 0) -> str:
    with pytest.raises(Refused) as caught:
        decide(table, command, by, at)
    return str(caught.value)


def opened(game: str = "regicide", players: int = 2, **more: Any) -> TableState:
    return do(EMPTY, ADA, commands.Open(game, players, {}, **more))


def running(game: str = "regicide", players: int = 2, **more: Any) -> TableState:
    table = opened(game, players, **more)
    for seat, name in enumerate((BEA, CYD)[: players - 1], 1):
        table = do(do(table, name, commands.Sit(seat)), name, commands.BeReady(True))
    return do(table, ADA, commands.StartGame("7F3K"))


# ---------------------------------------------------------------- before the game


def test_who_opens_a_table_is_its_host_and_sits_there() -> None:
    table = opened(players=3)
    assert (table.facts.host, table.facts.seats, table.facts.free) == (ADA, (ADA, "", ""), 2)
    assert not table.facts.playing
    assert not table.facts.over


def test_who_was_sent_away_does_not_sit_down_there_again() -> None:
    table = do(opened(players=3), BEA, commands.Sit(1))
    table = do(table, BEA, commands.BeReady(True))
    away = do(table, ADA, commands.SendPersonAway(1, BEA))
    assert (away.facts.seats, away.facts.ready, away.secrets.sent_away) == (
        (ADA, "", ""),
        (),
        (BEA,),
    )
    why = "ada does not want you at this table."
    assert refusal(away, BEA, commands.Sit(1)) == why
    private = do(opened(players=3, password="x"), BEA, commands.Sit(1, "x"))
    private = do(private, ADA, commands.SendPersonAway(1, BEA))
    assert refusal(private, BEA, commands.Sit(1, "x")) == why
    assert do(away, CYD, commands.Sit(1)).facts.people == (ADA, CYD)


@pytest.mark.parametrize(
    ("by", "seat", "name", "why"),
    [
        (BEA, 1, BEA, "ada decides who sits here."),
        (ADA, 0, ADA, "This person no longer sits there."),
        (ADA, 2, "Tib (bot)", "This person no longer sits there."),
        (ADA, 1, CYD, "This person no longer sits there."),
        (ADA, 9, BEA, "There is no such seat."),
        (ADA, 2, "", "This person no longer sits there."),
    ],
)
def test_only_the_host_sends_people_away_and_only_who_sits_there(
    by: str, seat: int, name: str, why: str
) -> None:
    table = do(opened(players=3), BEA, commands.Sit(1))
    if name.endswith("(bot)"):
        table = do(table, ADA, commands.SeatBot(seat, "page", name))
    assert refusal(table, by, commands.SendPersonAway(seat, name)) == why
    assert refusal(running(), ADA, commands.SendPersonAway(1, BEA)) == "The game has started."


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("poker", 2, {}), ("duel", 3, {}), ("regicide", 5, {}), ("regicide", 2, {"combos": 7})],
)
def test_a_table_for_a_game_that_there_is_not_is_refused(
    game: str, players: int, options: dict[str, Any]
) -> None:
    assert refusal(EMPTY, ADA, commands.Open(game=game, players=players, options=options))


def test_one_sits_down_changes_the_seat_and_stands_up() -> None:
    table = do(opened(players=3), BEA, commands.Sit(2))
    assert table.facts.seats == (ADA, "", BEA)
    table = do(table, BEA, commands.Sit(1))
    assert table.facts.seats == (ADA, BEA, "")
    assert do(table, BEA, commands.Stand()).facts.seats == (ADA, "", "")


@pytest.mark.parametrize("seat", [0, 2, -1])
def test_a_seat_that_is_taken_or_not_there_is_refused(seat: int) -> None:
    assert refusal(opened(), BEA, commands.Sit(seat)) == "That seat is taken."


def test_a_private_table_is_opened_by_its_word() -> None:
    table = opened(password="harbour")
    assert "private" in refusal(table, BEA, commands.Sit(1))
    assert "private" in refusal(table, BEA, commands.Sit(1, password="Harbour"))
    assert do(table, BEA, commands.Sit(1, password="harbour")).facts.free == 0


def test_when_the_host_leaves_the_next_one_is_it_and_an_empty_table_is_gone() -> None:
    table = do(do(opened(), BEA, commands.Sit(1)), ADA, commands.Stand())
    assert table.facts.host == BEA
    table = do(table, BEA, commands.Stand())
    assert table.facts.closed
    assert table.facts.over
    assert refusal(table, ADA, commands.Sit(0)) == "The table no longer exists."


def test_the_host_starts_when_all_sit_and_are_ready() -> None:
    table = opened()
    assert refusal(table, ADA, commands.StartGame("1")) == "Not all seats are taken."
    table = do(table, BEA, commands.Sit(1))
    assert refusal(table, ADA, commands.StartGame("1")) == "Not ready yet: Bea."
    table = do(table, BEA, commands.BeReady(True))
    assert refusal(table, BEA, commands.StartGame("1")) == "ada starts the game."
    table = do(table, ADA, commands.StartGame("1"))
    assert table.facts.playing
    assert table.game is not None
    assert table.game.seats == (ADA, BEA)


def test_who_changes_the_seat_or_takes_it_back_is_not_ready() -> None:
    table = do(do(opened(players=3), BEA, commands.Sit(1)), BEA, commands.BeReady(True))
    assert table.facts.ready == (BEA,)
    assert do(table, BEA, commands.Sit(2)).facts.ready == ()
    assert do(table, BEA, commands.BeReady(False)).facts.ready == ()


def test_nobody_sits_down_at_a_running_game() -> None:
    assert refusal(running(), CYD, commands.Sit(0)) == "The game has started."
    assert refusal(running(), BEA, commands.Stand()) == "The game has started."


def test_a_table_is_opened_once_and_before_all_else() -> None:
    assert "open already" in refusal(opened(), ADA, commands.Open("duel", 2, {}))
    assert refusal(EMPTY, ADA, commands.Sit(0)) == "There is no such table."


def test_the_host_frees_the_seat_of_somebody_who_is_away() -> None:
    table = do(opened(), BEA, commands.Sit(1))
    assert "Not ready yet: Bea." in refusal(table, ADA, commands.StartGame())
    assert do(table, ADA, commands.FreeSeat(1, (BEA,))).facts.seats == (ADA, "")


@pytest.mark.parametrize(
    ("by", "seat", "absent", "why"),
    [
        (BEA, 2, (CYD,), "ada frees the seats"),
        (ADA, 1, (CYD,), "Nobody who is away sits there."),
        (ADA, 0, (ADA,), "Nobody who is away sits there."),
        (ADA, 3, (CYD,), "Nobody who is away sits there."),
        (ADA, 7, (CYD,), "There is no such seat."),
        (ADA, -1, (CYD,), "There is no such seat."),
    ],
)
def test_no_other_seat_is_freed(by: str, seat: int, absent: tuple[str, ...], why: str) -> None:
    table = opened(players=4)
    for place, name in enumerate((BEA, CYD), 1):
        table = do(table, name, commands.Sit(place))
    assert why in refusal(table, by, commands.FreeSeat(seat, absent))


def test_no_seat_is_freed_in_a_game() -> None:
    assert refusal(running(), ADA, commands.FreeSeat(1, (BEA,))) == "The game has started."


def test_a_waiting_table_is_closed_once_all_its_people_were_away_for_ten_minutes() -> None:
    minute = 60_000
    table, everybody = do(opened(), BEA, commands.Sit(1), at=minute), (ADA, BEA)
    for absent, since, at in (
        ((ADA,), 0, 60 * minute),
        (everybody, 0, 10 * minute),
        (everybody, 5 * minute, 14 * minute),
    ):
        assert "can come back" in refusal(table, ADA, commands.Abandon(absent, since), at)
    assert do(table, ADA, commands.Abandon(everybody), at=11 * minute).facts.closed
    assert do(table, ADA, commands.Abandon(everybody, 5 * minute), at=15 * minute).facts.closed


def test_a_game_is_not_closed_however_long_its_players_are_away() -> None:
    assert "can come back" in refusal(running(), ADA, commands.Abandon((ADA, BEA)), at=10**12)


# ---------------------------------------------------------------- the game


def test_who_must_act_acts_and_nobody_else() -> None:
    table = running()
    assert table.game is not None
    actor = table.game.to_act
    assert actor is not None
    names = (ADA, BEA)
    assert refusal(table, names[1 - actor], commands.Act("yield")) == (
        f"It is {names[actor]}'s turn."
    )
    assert refusal(table, CYD, commands.Act("yield")) == "You don't sit at this table."
    card = loose(table.game.view(actor)).hands[actor][0]
    after = do(table, names[actor], commands.Act(f"{card}"))
    assert after.game is not None
    assert len(after.game.history.moves) == 1


def test_undo_needs_the_consent_of_everybody() -> None:
    table = running(players=3)
    assert refusal(table, ADA, commands.Ask("undo")) == "There is nothing to take back."
    table = played(table)
    table = do(table, ADA, commands.Ask("undo"))
    table = do(table, BEA, commands.Ask("undo", absent=(CYD,), answers=0))
    assert table.game is not None
    assert len(table.game.history.moves) == 1, "nobody takes back what an absent one has seen"
    table = do(table, CYD, commands.Ask("undo", answers=0))
    assert table.game is not None
    assert table.game.history.moves == ()
    assert table.game.undos == 1
    assert table.facts.question is None


def test_nobody_takes_back_what_a_player_did_for_whom_a_bot_plays() -> None:
    table = played(played(running("duel")))
    table = do(table, ADA, commands.StandIn(absent=(BEA,), level="page"))
    assert refusal(table, ADA, commands.Ask("undo")) == (
        "Nothing can be taken back while a bot plays for Bea."
    )
    table = do(do(table, BEA, commands.Return()), ADA, commands.Ask("undo", absent=(BEA,)))
    assert table.facts.question is not None, "Bea must agree"


def test_a_game_that_goes_on_and_on_ends_without_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide_module, "MOST_ACTIONS", 3)
    table = played(played(running("duel")))
    assert table.facts.playing
    table = played(table)
    assert table.facts.ended
    assert table.game is not None
    assert len(table.game.history.moves) == 3, "the last action counts"


def test_one_refusal_ends_what_was_asked_and_so_does_an_action() -> None:
    table = do(played(running()), ADA, commands.Ask("undo"))
    refused = do(table, BEA, commands.Refuse())
    assert refused.facts.question is None
    assert [(one.by, one.text) for one in refused.facts.said] == [(BEA, "No, thank you.")]
    assert do(table, ADA, commands.Refuse()).facts.said[0].text == "I take my question back."
    assert played(table).facts.question is None
    assert refusal(running(), BEA, commands.Refuse()) == "Nobody asked for anything."


def test_all_who_are_here_may_end_a_game_without_a_winner() -> None:
    table = do(running(players=3), BEA, commands.Ask("end", absent=(ADA,)))
    assert not table.facts.over
    table = do(table, CYD, commands.Ask("end", absent=(ADA,), answers=0))
    assert table.facts.ended
    assert table.facts.over
    assert table.facts.outcome is None
    assert refusal(table, BEA, commands.Act("yield")) == "No game goes on here."


def test_the_host_ends_a_game_only_when_somebody_is_absent() -> None:
    table = running()
    assert "all must agree" in refusal(table, ADA, commands.End(absent=()))
    assert "all must agree" in refusal(table, BEA, commands.End(absent=(ADA,)))
    assert do(table, ADA, commands.End(absent=(BEA,))).facts.ended


def test_a_duel_may_be_given_up_or_drawn_by_both() -> None:  # D-21
    table = running("duel")
    given_up = do(table, ADA, commands.Resign())
    assert given_up.facts.outcome is not None
    assert given_up.facts.outcome.winners == (1,)
    offered = do(table, ADA, commands.Draw())
    assert offered.facts.playing
    assert offered.facts.draws == (0,)
    drawn = do(offered, BEA, commands.Draw())
    assert drawn.facts.outcome is not None
    assert drawn.facts.outcome.winners == ()
    assert refusal(running(), ADA, commands.Resign()) == "You can't resign in this game."
    assert refusal(running(), ADA, commands.Draw()) == "There is no draw in this game."


def test_an_offered_draw_stands_until_the_next_action() -> None:
    assert played(do(running("duel"), ADA, commands.Draw())).facts.draws == ()


def played(table: TableState, at: int = 0) -> TableState:
    """Return the table after the first legal action."""
    assert table.game is not None
    actor = table.game.to_act
    assert actor is not None
    game = table.facts.rules
    action = game.format(game.legal_actions(table.game.view(actor))[0])
    return do(table, table.facts.seats[actor], commands.Act(action), at)


# ---------------------------------------------------------------- what is said


def test_one_says_what_is_on_the_list_and_nothing_else() -> None:
    table = do(running(), BEA, commands.Say("hello"))
    assert [(one.by, one.text) for one in table.facts.said] == [(BEA, "Hello.")]
    assert refusal(table, BEA, commands.Say("I have the Ace of Spades."))
    assert refusal(table, CYD, commands.Say("hello"))


def test_one_declines_a_draw_only_while_the_other_offers_it_d21() -> None:
    offered = do(running("duel"), ADA, commands.Draw())
    declined = do(offered, BEA, commands.Say("no thanks"))
    assert [(one.by, one.text) for one in declined.facts.said] == [(BEA, "No, thank you.")]
    assert declined.facts.draws == offered.facts.draws, "the offer stands"
    for table, name in ((offered, ADA), (played(offered), BEA), (running("duel"), BEA)):
        assert refusal(table, name, commands.Say("no thanks"))


def sentences(table: TableState) -> list[str]:
    return [phrase.text for phrase in table.facts.phrases]


def test_public_counts_may_be_said_as_they_are_now_r9() -> None:
    table = running()
    assert table.game is not None
    count = len(loose(table.game.view(None)).tavern)
    assert f"The Tavern has {count} cards." in sentences(table)
    assert "The discard pile has 0 cards." in sentences(table)


def test_wishes_are_for_the_time_in_which_the_next_player_is_chosen_r9() -> None:
    table = running()
    assert "R-9" in refusal(table, BEA, commands.Wish(wish=True))
    table = running(players=3)
    table = table.with_game(replace(saved(TRIO, "*"), seats=table.facts.seats))
    assert table.game is not None
    actor = table.game.to_act
    assert actor is not None
    table = do(do(table, BEA, commands.Wish(wish=True)), CYD, commands.Wish(wish=False))
    assert table.facts.wishes == {1: True, 2: False}
    chosen = do(table, table.facts.seats[actor], commands.Act(">P2"))
    assert chosen.facts.wishes == {}
    assert chosen.facts.playing


# ---------------------------------------------------------------- the clock


def test_time_runs_for_who_must_act_and_an_action_adds_to_it() -> None:
    table = running("duel", clock=(60, 5))
    assert table.game is not None
    actor = table.game.to_act
    assert actor is not None
    assert table.facts.time_left(10_000)[actor] == 50_000
    assert table.facts.time_left(10_000)[1 - actor] == 60_000
    after = played(table, 10_000)
    assert after.facts.left[actor] == 55_000
    assert after.facts.since == 10_000


def test_an_action_taken_back_takes_its_increment_along_and_time_used_stays_used() -> None:
    table = running("duel", clock=(60, 5))
    assert table.game is not None
    actor = table.game.to_act
    assert actor is not None
    table = played(table, 10_000)
    assert table.game is not None
    assert table.game.to_act is not None
    acting, asking = (
        table.facts.seats[seat] for seat in (table.game.to_act, 1 - table.game.to_act)
    )
    table = do(table, asking, commands.Ask("undo"), 12_000)
    table = do(table, acting, commands.Ask("undo", answers=12_000), 13_000)
    assert table.game is not None
    assert table.game.to_act == actor
    spent = 13_000 if acting == table.facts.seats[actor] else 10_000
    assert table.facts.left[actor] == 60_000 - spent
    assert sum(table.facts.left) == 120_000 - 13_000
    assert table.facts.since == 13_000


def test_an_undo_by_consent_repeated_for_ever_brings_no_time() -> None:
    table = running("duel", clock=(60, 30))
    for at in range(1_000, 30_000, 1_000):
        table = do(
            do(played(table, at), ADA, commands.Ask("undo"), at),
            BEA,
            commands.Ask("undo", answers=at),
            at,
        )
    assert sum(table.facts.left) == 120_000 - 29_000


def test_who_has_no_time_left_has_lost_when_that_is_noted() -> None:
    table = running("duel", clock=(60, 0))
    assert table.game is not None
    actor = table.game.to_act
    assert actor is not None
    assert refusal(table, BEA, commands.CallTime(), 59_999) == "There is time left."
    assert (
        refusal(table, table.facts.seats[actor], commands.Act("2C"), 60_000) == "Your time is up."
    )
    over = do(table, BEA, commands.CallTime(), 60_000)
    assert over.facts.outcome is not None
    assert over.facts.outcome.winners == (1 - actor,)
    assert over.facts.left[actor] == 0


def test_no_time_runs_for_a_bot() -> None:
    table = do(opened("duel", clock=(60, 5)), ADA, commands.SeatBot(1, "page", "Pip (bot)"))
    table = do(table, ADA, commands.StartGame("7F3K"))
    if table.facts.acting_bot is None:
        table = played(table, 1_000)
    left = table.facts.left
    assert table.facts.acting_bot is not None
    assert table.facts.time_left(10**9) == left
    assert refusal(table, ADA, commands.CallTime(), 10**9) == "There is time left."
    assert played(table, 10**9).facts.left == left, "a bot gains no time, either"


def test_who_comes_back_has_no_time_that_a_bot_earned() -> None:
    table = running("duel", clock=(300, 20))
    assert table.game is not None
    away = table.game.to_act
    assert away is not None
    name, other = table.facts.seats[away], table.facts.seats[1 - away]
    command = commands.StandIn(absent=(name,), level="page")
    stood = do(table.with_facts(host=other), other, command, 100_000)
    back = do(played(stood, 110_000), name, commands.Return(), 120_000)
    assert back.facts.left[away] == 200_000


def test_who_comes_back_pays_for_no_time_in_which_a_bot_sat_there() -> None:
    table = running("duel", clock=(300, 0))
    assert table.game is not None
    away = table.game.to_act
    assert away is not None
    name, other = table.facts.seats[away], table.facts.seats[1 - away]
    command = commands.StandIn(absent=(name,), level="page")
    stood = do(table if other == ADA else table.with_facts(host=other), other, command, 100_000)
    assert stood.facts.left[away] == 200_000, "what was used stays used"
    back = do(stood, name, commands.Return(), 10**9)
    assert back.facts.left == stood.facts.left
    assert back.facts.time_left(10**9 + 50_000)[away] == 150_000
    assert refusal(back, other, commands.CallTime(), 10**9) == "There is time left."


def test_who_comes_back_while_the_other_thinks_gives_them_no_time() -> None:
    table = played(running("duel", clock=(300, 0)), 0)
    assert table.game is not None
    thinking = table.game.to_act
    assert thinking is not None
    name, other = table.facts.seats[1 - thinking], table.facts.seats[thinking]
    command = commands.StandIn(absent=(name,), level="page")
    stood = do(table.with_facts(host=other), other, command, 10_000)
    back = do(stood, name, commands.Return(), 30_000)
    assert back.facts.left[thinking] == 270_000
    assert back.facts.left[1 - thinking] == 300_000


def test_who_is_here_becomes_the_host_when_the_host_stands_up() -> None:
    table = opened(players=4)
    for seat, name in enumerate((BEA, CYD), 1):
        table = do(table, name, commands.Sit(seat))
    assert do(table, ADA, commands.Stand(absent=(BEA,))).facts.host == CYD
    assert do(table, ADA, commands.Stand(absent=(BEA, CYD))).facts.host == BEA


def test_no_clock_runs_while_the_server_is_closed() -> None:
    table = do(running("duel", clock=(60, 0)), ADA, commands.StartClocks(), 1_000_000)
    assert table.facts.time_left(1_000_000) == (60_000, 60_000)


def test_a_game_played_together_has_no_clock() -> None:
    assert "A clock is only for games of opponents" in refusal(
        EMPTY, ADA, commands.Open("regicide", 2, {}, clock=(60, 0))
    )
    assert refusal(running("duel"), ADA, commands.CallTime(), 10**9) == "There is time left."


def test_the_cards_of_the_table_are_those_of_its_seed() -> None:
    assert running().game == Table(begun(2, "7F3K"), (ADA, BEA))


# ---------------------------------------------------------------- bots


def with_bots(*levels: str) -> TableState:
    """A table of as many more seats as there are levels, ready to start."""
    table = opened(players=len(levels) + 1)
    for seat, level in enumerate(levels, 1):
        table = do(table, ADA, commands.SeatBot(seat, level, f"Pip {seat} (bot)"))
    return table


def test_the_host_gives_free_seats_to_bots_and_takes_them_back() -> None:
    table = with_bots("page", "page")
    assert table.facts.seats == (ADA, "Pip 1 (bot)", "Pip 2 (bot)")
    assert table.facts.people == (ADA,)
    assert "taken" in refusal(table, BEA, commands.Sit(1))
    table = do(table, ADA, commands.SendBotAway(1))
    assert table.facts.bots == ("", "", "page")
    table = do(table, BEA, commands.Sit(1))
    assert "taken" in refusal(table, ADA, commands.SendBotAway(1))
    assert "taken" in refusal(table, ADA, commands.SeatBot(1, "page", "Pip 3 (bot)"))
    assert ADA in refusal(table, BEA, commands.SendBotAway(2))
    assert "no such seat" in refusal(table, ADA, commands.SeatBot(3, "page", "Pip 3 (bot)"))


def test_bots_are_always_ready_and_a_table_of_bots_alone_is_gone() -> None:
    table = do(with_bots("page"), ADA, commands.StartGame("7F3K"))
    assert table.facts.playing
    assert table.game is not None
    assert table.game.bots == ("", "page")
    assert do(with_bots("page"), ADA, commands.Stand()).facts.closed


def test_a_bot_acts_for_the_moment_it_has_thought_about_and_no_other() -> None:
    table = do(with_bots("page"), ADA, commands.StartGame("7F3K"))
    while table.facts.acting_bot is None:
        table = act(table)
    assert table.game is not None
    (by, action), moves = first_action(table), table.game.moves
    assert "too late" in refusal(table, by, commands.Act(action, moves=moves - 1))
    assert do(table, by, commands.Act(action, moves=moves)) != table


def test_one_person_alone_takes_back_what_bots_have_answered() -> None:
    table = do(with_bots("page"), ADA, commands.StartGame("7F3K"))
    assert table.game is not None
    while table.facts.acting_bot is None:
        table = act(table)
    table = do(act(act(table)), ADA, commands.Ask("undo"))
    assert table.game is not None
    assert table.game.to_act == 0
    assert table.facts.question is None


def test_a_bot_plays_for_who_is_away_until_they_are_back() -> None:
    table = running(players=3)
    assert ADA in refusal(table, BEA, commands.StandIn(absent=(CYD,), level="page"))
    assert "A bot plays for every absent player" in refusal(
        table, ADA, commands.StandIn(absent=(), level="page")
    )
    assert "no bots" in refusal(table, ADA, commands.StandIn(absent=(CYD,), level=""))
    table = do(table, ADA, commands.StandIn(absent=(CYD,), level="page"))
    assert (table.facts.seats[2], table.facts.bots) == (CYD, ("", "", "page"))
    assert "A bot plays for every absent player" in refusal(
        table, ADA, commands.StandIn(absent=(CYD,), level="page")
    )
    table = do(table, CYD, commands.Return())
    assert not any(table.facts.bots)
    assert "No bot" in refusal(table, CYD, commands.Return())


def test_all_who_are_there_can_let_a_bot_play() -> None:
    table = do(running(players=3), BEA, commands.Ask("stand in", absent=(CYD,), level="page"))
    assert not any(table.facts.bots)
    table = do(table, ADA, commands.Ask("stand in", absent=(CYD,), level="page", answers=0))
    assert table.facts.bots == ("", "", "page")
    assert table.facts.question is None


def act(table: TableState) -> TableState:
    """Let whoever must act do the first thing they can."""
    by, action = first_action(table)
    return do(table, by, commands.Act(action))


# ---------------------------------------------------------------- how much may be said


def until_refused(table: TableState, name: str, *asked: commands.TableCommand) -> TableState:
    """Let somebody do these one after the other, again and again, until one is refused."""
    for _ in range(1000):
        for command in asked:
            try:
                table = do(table, name, command)
            except Refused:
                return table
    raise AssertionError("it is never too much")


def test_who_has_said_too_much_can_only_play_on_or_end_the_game() -> None:
    table = until_refused(running(players=3), ADA, commands.Say("hello"))
    assert "only play on, or end the game" in refusal(table, ADA, commands.Say("sorry"))
    assert do(table, ADA, commands.Ask(commands.END)).facts.question
    by, action = first_action(table)
    assert do(table, by, commands.Act(action)).facts.playing


def test_nobody_can_say_so_much_that_the_others_have_to_be_silent() -> None:
    table = until_refused(running(players=3), ADA, commands.Say("hello"))
    table = until_refused(table, ADA, commands.Ask(commands.END), commands.Refuse())
    assert do(table, BEA, commands.Say("hello")).facts.said[-1].by == BEA
    away = (ADA,)
    ended = do(
        do(table, BEA, commands.Ask(commands.END, away)),
        CYD,
        commands.Ask(commands.END, away, answers=0),
    )
    assert ended.facts.ended
    asked = do(table, BEA, commands.Ask(commands.STAND_IN, away, "squire"))
    assert do(asked, CYD, commands.Ask(commands.STAND_IN, away, "squire", 0)).facts.bots == (
        "squire",
        "",
        "",
    )


def test_before_the_game_so_much_is_done_by_each_and_so_much_by_all() -> None:
    table = opened(players=3)
    for _ in range(50):
        table = do(do(table, BEA, commands.Sit(1)), BEA, commands.Stand())
    assert "only play on" in refusal(table, BEA, commands.Sit(1))
    assert do(table, CYD, commands.Sit(1)).facts.seats[1] == CYD
    people = 0
    while people < 1000 and not is_full(table):
        table, people = (
            do(do(table, f"n{people}", commands.Sit(1)), f"n{people}", commands.Stand()),
            people + 1,
        )
    assert people == 950
    assert do(table, ADA, commands.Stand()).facts.closed


def is_full(table: TableState) -> bool:
    try:
        do(table, "zoe", commands.Sit(1))
    except Refused:
        return True
    return False


def test_an_answer_is_to_the_question_that_was_read_and_to_no_other() -> None:
    table = running("duel")
    by, action = first_action(table)
    table = do(do(table, by, commands.Act(action)), BEA, commands.Ask(commands.UNDO), 5)
    assert table.facts.question is not None
    assert table.facts.question.at == 5
    again = do(do(table, BEA, commands.Refuse(5)), BEA, commands.Ask(commands.END), 6)
    for answer in (
        commands.Ask(commands.UNDO, answers=5),
        commands.Ask(commands.END, answers=5),
        commands.Refuse(5),
    ):
        assert refusal(again, ADA, answer) == "That is not asked any more."
    assert do(again, ADA, commands.Ask(commands.END, answers=6)).facts.ended


def test_a_question_stays_the_same_while_others_agree() -> None:
    table = do(running(players=3), BEA, commands.Ask(commands.END), 5)
    table = do(table, CYD, commands.Ask(commands.END, answers=5), 7)
    assert table.facts.question is not None
    assert (table.facts.question.agreed, table.facts.question.at) == ((1, 2), 5)
    assert do(table, ADA, commands.Ask(commands.END, answers=5), 9).facts.ended


def test_who_asks_for_what_was_asked_at_that_moment_does_not_agree_to_it() -> None:
    table = do(running(players=3), BEA, commands.Ask(commands.END), 5)
    assert refusal(table, ADA, commands.Ask(commands.END)).startswith("That has just been asked")


def test_who_asks_to_take_an_action_back_means_the_one_that_they_have_seen() -> None:
    table = running("duel")
    moves = table.game.moves if table.game else 0
    by, action = first_action(table)
    table = do(table, by, commands.Act(action))
    for command in (commands.Ask(commands.UNDO, moves=moves), commands.Draw(moves)):
        assert refusal(table, ADA, command) == "Another action was taken at that moment."
    assert do(table, ADA, commands.Ask(commands.UNDO, moves=moves + 1)).facts.question
    assert do(table, ADA, commands.Draw(moves + 1)).facts.draws


# ---------------------------------------------------------------- by correspondence

DAY = 24 * 60 * 60 * 1000


def test_by_correspondence_each_action_gives_the_whole_time_back() -> None:
    table = running("duel", days=3)
    assert table.facts.days == 3
    actor = table.facts.to_act
    assert actor is not None
    assert table.facts.time_left(DAY)[actor] == 2 * DAY
    table = played(table, DAY)
    assert table.facts.left == (3 * DAY, 3 * DAY)
    assert table.facts.deadline == 4 * DAY


def test_by_correspondence_of_two_opponents_who_has_no_time_left_has_lost() -> None:
    table = running("duel", days=1)
    actor = table.facts.to_act
    assert actor is not None
    late = do(table, BEA, commands.CallTime("page"), DAY)
    assert late.facts.outcome is not None
    assert late.facts.outcome.winners == (1 - actor,)


def test_by_correspondence_an_action_counts_as_long_as_the_time_was_not_called() -> None:
    table = running("duel", days=1)
    assert played(table, 2 * DAY).facts.left == (DAY, DAY)


def test_by_correspondence_a_bot_plays_for_a_partner_who_has_no_time_left() -> None:
    table = running("regicide", players=3, days=1)
    actor = table.facts.to_act
    assert actor is not None
    late = do(table, ADA, commands.CallTime("page"), DAY)
    assert not late.facts.over
    assert late.facts.bots[actor] == "page"
    assert late.facts.deadline is None
    back = do(late, late.facts.seats[actor], commands.Return(), 5 * DAY)
    assert back.facts.time_left(5 * DAY)[actor] == DAY


def test_by_correspondence_a_game_ends_when_nobody_plays_any_more() -> None:
    table = running("regicide", days=1)
    at = DAY
    while not table.facts.over:
        table = do(table, ADA, commands.CallTime("page"), at)
        while table.facts.playing and table.facts.acting_bot is not None:
            by, action = first_action(table)
            table = do(table, by, commands.Act(action), at)
        at += DAY
    assert table.facts.ended
    assert table.facts.outcome is None


@pytest.mark.parametrize(
    ("by", "more", "why"),
    [
        ("guest-bbbbbb", {"days": 1}, "Guests can't play by correspondence"),
        (ADA, {"days": 1, "players": 1}, "several players"),
        (ADA, {"days": 1, "clock": (60, 5)}, "without another clock"),
        (ADA, {"days": 15}, "within 1 to 14 days"),
        (ADA, {"days": -1}, "within 1 to 14 days"),
    ],
)
def test_a_game_by_correspondence_that_makes_no_sense_is_refused(
    by: str, more: dict[str, Any], why: str
) -> None:
    game = "regicide" if more.get("players") == 1 else "duel"
    command = commands.Open(**{"game": game, "players": 2, "options": {}, **more})
    assert why in refusal(EMPTY, by, command)
