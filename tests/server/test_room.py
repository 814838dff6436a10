"""Tables of the house: who may do what, and what comes of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.play.saves.codec import Saved
from regicide_tui.server.room import EMPTY, Refused, Room, take
from regicide_tui.server.sitting import NO_LONGER, PHRASES, RATHER_NOT, phrases, time_left
from tests.play.games import begun
from tests.server.tables import first_action
from tests.tui.scenes import TRIO, saved

ADA, BEA, CYD = "ada", "Bea", "cyd"


def do(room: Room, by: str, do: str, at: int = 0, **more: Any) -> Room:
    return take(room, {"by": by, "at": at, "do": do, **more})


def refusal(room: Room, by: str, doing: str, at: int = 0, **more: Any) -> str:
    with pytest.raises(Refused) as caught:
        do(room, by, doing, at, **more)
    return str(caught.value)


def opened(game: str = "regicide", players: int = 2, **more: Any) -> Room:
    return do(EMPTY, ADA, "open", game=game, players=players, options={}, **more)


def running(game: str = "regicide", players: int = 2, **more: Any) -> Room:
    room = opened(game, players, **more)
    for seat, name in enumerate((BEA, CYD)[: players - 1], 1):
        room = do(do(room, name, "sit", seat=seat), name, "ready", ready=True)
    return do(room, ADA, "start", seed="7F3K")


# ---------------------------------------------------------------- before the game


def test_who_opens_a_table_is_its_host_and_sits_there() -> None:
    room = opened(players=3)
    assert (room.host, room.seats, room.free) == (ADA, (ADA, "", ""), 2)
    assert not room.playing
    assert not room.over


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("poker", 2, {}), ("duel", 3, {}), ("regicide", 5, {}), ("regicide", 2, {"combos": 7})],
)
def test_a_table_for_a_game_that_there_is_not_is_refused(
    game: str, players: int, options: dict[str, Any]
) -> None:
    assert refusal(EMPTY, ADA, "open", game=game, players=players, options=options)


def test_one_sits_down_changes_the_seat_and_stands_up() -> None:
    room = do(opened(players=3), BEA, "sit", seat=2)
    assert room.seats == (ADA, "", BEA)
    room = do(room, BEA, "sit", seat=1)
    assert room.seats == (ADA, BEA, "")
    assert do(room, BEA, "stand").seats == (ADA, "", "")


@pytest.mark.parametrize("seat", [0, 2, -1, "1", None])
def test_a_seat_that_is_taken_or_not_there_is_refused(seat: object) -> None:
    assert refusal(opened(), BEA, "sit", seat=seat) == "That seat is taken."


def test_a_private_table_is_opened_by_its_word() -> None:
    room = opened(word="harbour")
    assert "private" in refusal(room, BEA, "sit", seat=1)
    assert "private" in refusal(room, BEA, "sit", seat=1, word="Harbour")
    assert do(room, BEA, "sit", seat=1, word="harbour").free == 0


def test_when_the_host_leaves_the_next_one_is_it_and_an_empty_table_is_gone() -> None:
    room = do(do(opened(), BEA, "sit", seat=1), ADA, "stand")
    assert room.host == BEA
    room = do(room, BEA, "stand")
    assert room.closed
    assert room.over
    assert refusal(room, ADA, "sit", seat=0) == "The table no longer exists."


def test_the_host_starts_when_all_sit_and_are_ready() -> None:
    room = opened()
    assert refusal(room, ADA, "start", seed="1") == "Not all seats are taken."
    room = do(room, BEA, "sit", seat=1)
    assert refusal(room, ADA, "start", seed="1") == "Not ready yet: Bea."
    room = do(room, BEA, "ready", ready=True)
    assert refusal(room, BEA, "start", seed="1") == "ada starts the game."
    room = do(room, ADA, "start", seed="1")
    assert room.playing
    assert room.table is not None
    assert room.table.seats == (ADA, BEA)


def test_who_changes_the_seat_or_takes_it_back_is_not_ready() -> None:
    room = do(do(opened(players=3), BEA, "sit", seat=1), BEA, "ready", ready=True)
    assert room.ready == (BEA,)
    assert do(room, BEA, "sit", seat=2).ready == ()
    assert do(room, BEA, "ready", ready=False).ready == ()


def test_nobody_sits_down_at_a_running_game() -> None:
    assert refusal(running(), CYD, "sit", seat=0) == "The game has started."
    assert refusal(running(), BEA, "stand") == "The game has started."


def test_a_table_is_opened_once_and_before_all_else() -> None:
    assert "open already" in refusal(opened(), ADA, "open", game="duel", players=2, options={})
    assert refusal(EMPTY, ADA, "sit", seat=0) == "There is no such table."
    assert refusal(opened(), ADA, "dance")


# ---------------------------------------------------------------- the game


def test_who_must_act_acts_and_nobody_else() -> None:
    room = running()
    assert room.table is not None
    actor = room.table.to_act
    assert actor is not None
    names = (ADA, BEA)
    assert refusal(room, names[1 - actor], "act", action="yield") == (
        f"It is {names[actor]}'s turn."
    )
    assert refusal(room, CYD, "act", action="yield") == "You don't sit at this table."
    card = room.table.view(actor).hands[actor][0]
    after = do(room, names[actor], "act", action=f"{card}")
    assert after.saved is not None
    assert len(after.saved.history.moves) == 1


def test_undo_needs_the_consent_of_everybody() -> None:
    room = running(players=3)
    assert refusal(room, ADA, "ask", what="undo") == "There is nothing to take back."
    room = played(room)
    room = do(room, ADA, "ask", what="undo")
    room = do(room, BEA, "ask", what="undo", absent=[CYD])
    assert room.saved is not None
    assert len(room.saved.history.moves) == 1, "nobody takes back what an absent one has seen"
    room = do(room, CYD, "ask", what="undo")
    assert room.saved is not None
    assert room.saved.history.moves == ()
    assert room.saved.undos == 1
    assert room.asked is None


def test_one_refusal_ends_what_was_asked_and_so_does_an_action() -> None:
    room = do(played(running()), ADA, "ask", what="undo")
    refused = do(room, BEA, "refuse")
    assert refused.asked is None
    assert [(one.by, one.text) for one in refused.said] == [(BEA, RATHER_NOT)]
    assert do(room, ADA, "refuse").said[0].text == NO_LONGER
    assert played(room).asked is None
    assert refusal(running(), BEA, "refuse") == "Nobody asked for anything."


def test_all_who_are_here_may_end_a_game_without_a_winner() -> None:
    room = do(running(players=3), BEA, "ask", what="end", absent=[ADA])
    assert not room.over
    room = do(room, CYD, "ask", what="end", absent=[ADA])
    assert room.ended
    assert room.over
    assert room.outcome is None
    assert refusal(room, BEA, "act", action="yield") == "No game goes on here."


def test_the_host_ends_a_game_only_when_somebody_is_absent() -> None:
    room = running()
    assert "all must agree" in refusal(room, ADA, "end", absent=[])
    assert "all must agree" in refusal(room, BEA, "end", absent=[ADA])
    assert do(room, ADA, "end", absent=[BEA]).ended


def test_a_duel_may_be_given_up_or_drawn_by_both() -> None:
    room = running("duel")
    given_up = do(room, ADA, "resign")
    assert given_up.outcome is not None
    assert given_up.outcome.winners == (1,)
    offered = do(room, ADA, "draw")
    assert offered.playing
    assert offered.draws == (0,)
    drawn = do(offered, BEA, "draw")
    assert drawn.outcome is not None
    assert drawn.outcome.winners == ()
    assert refusal(running(), ADA, "resign") == "You can't resign in this game."
    assert refusal(running(), ADA, "draw") == "There is no draw in this game."


def test_an_offered_draw_stands_until_the_next_action() -> None:
    assert played(do(running("duel"), ADA, "draw")).draws == ()


def played(room: Room, at: int = 0) -> Room:
    """Return the table after the first legal action."""
    assert room.table is not None
    actor = room.table.to_act
    assert actor is not None
    game = room.rules
    action = game.format(game.legal_actions(room.table.view(actor))[0])
    return do(room, room.seats[actor], "act", at, action=action)


# ---------------------------------------------------------------- what is said


def test_one_says_what_is_on_the_list_and_nothing_else() -> None:
    room = do(running(), BEA, "say", text=PHRASES[0])
    assert [(one.by, one.text) for one in room.said] == [(BEA, "Hello.")]
    assert refusal(room, BEA, "say", text="I have the Ace of Spades.")
    assert refusal(room, CYD, "say", text="Hello.")


def test_public_counts_may_be_said_as_they_are_now_r9() -> None:
    room = running()
    assert room.table is not None
    count = len(room.table.view(None).tavern)
    assert f"The Tavern has {count} cards." in phrases(room)
    assert "The discard pile has 0 cards." in phrases(room)


def test_wishes_are_for_the_time_in_which_the_next_player_is_chosen_r9() -> None:
    room = running()
    assert "R-9" in refusal(room, BEA, "wish", wish=True)
    room = running(players=3)
    room = replace(room, saved=replace(saved(TRIO, "*"), seats=room.seats))
    assert room.table is not None
    actor = room.table.to_act
    assert actor is not None
    room = do(do(room, BEA, "wish", wish=True), CYD, "wish", wish=False)
    assert room.wishes == {1: True, 2: False}
    chosen = do(room, room.seats[actor], "act", action=">P2")
    assert chosen.wishes == {}
    assert chosen.playing


# ---------------------------------------------------------------- the clock


def test_time_runs_for_who_must_act_and_an_action_adds_to_it() -> None:
    room = running("duel", clock=[60, 5])
    assert room.table is not None
    actor = room.table.to_act
    assert actor is not None
    assert time_left(room, 10_000)[actor] == 50_000
    assert time_left(room, 10_000)[1 - actor] == 60_000
    after = played(room, 10_000)
    assert after.left[actor] == 55_000
    assert after.since == 10_000


def test_who_has_no_time_left_has_lost_when_that_is_noted() -> None:
    room = running("duel", clock=[60, 0])
    assert room.table is not None
    actor = room.table.to_act
    assert actor is not None
    assert refusal(room, BEA, "flag", 59_999) == "There is time left."
    assert refusal(room, room.seats[actor], "act", 60_000, action="2C") == "Your time is up."
    over = do(room, BEA, "flag", 60_000)
    assert over.outcome is not None
    assert over.outcome.winners == (1 - actor,)
    assert over.left[actor] == 0


def test_no_clock_runs_while_the_house_is_closed() -> None:
    room = do(running("duel", clock=[60, 0]), ADA, "wake", 1_000_000)
    assert time_left(room, 1_000_000) == (60_000, 60_000)


def test_a_game_played_together_has_no_clock() -> None:
    assert "A clock is only for games of opponents" in refusal(
        EMPTY, ADA, "open", game="regicide", players=2, options={}, clock=[60, 0]
    )
    assert refusal(running("duel"), ADA, "flag", 10**9) == "There is time left."


def test_the_cards_of_the_table_are_those_of_its_seed() -> None:
    assert running().saved == Saved(begun(2, "7F3K"), (ADA, BEA))


# ---------------------------------------------------------------- bots


def with_bots(*levels: str) -> Room:
    """A table of as many more seats as there are levels, ready to start."""
    room = opened(players=len(levels) + 1)
    for seat, level in enumerate(levels, 1):
        room = do(room, ADA, "bot", seat=seat, level=level, name=f"Pip {seat} (bot)")
    return room


def test_the_host_gives_free_seats_to_bots_and_takes_them_back() -> None:
    room = with_bots("page", "page")
    assert room.seats == (ADA, "Pip 1 (bot)", "Pip 2 (bot)")
    assert room.people == (ADA,)
    assert "taken" in refusal(room, BEA, "sit", seat=1)
    room = do(room, ADA, "bot", seat=1, level="")
    assert room.bots == ("", "", "page")
    room = do(room, BEA, "sit", seat=1)
    assert "taken" in refusal(room, ADA, "bot", seat=1, level="")
    assert "taken" in refusal(room, ADA, "bot", seat=1, level="page", name="Pip 3 (bot)")
    assert ADA in refusal(room, BEA, "bot", seat=2, level="")
    assert "no such seat" in refusal(room, ADA, "bot", seat=3, level="page", name="Pip 3 (bot)")


def test_bots_are_always_ready_and_a_table_of_bots_alone_is_gone() -> None:
    room = do(with_bots("page"), ADA, "start", seed="7F3K")
    assert room.playing
    assert room.saved is not None
    assert room.saved.bots == ("", "page")
    assert do(with_bots("page"), ADA, "stand").closed


def test_a_bot_acts_for_the_moment_it_has_thought_about_and_no_other() -> None:
    room = do(with_bots("page"), ADA, "start", seed="7F3K")
    while room.bot is None:
        room = act(room)
    assert room.table is not None
    (by, action), moves = first_action(room), room.table.moves
    assert "too late" in refusal(room, by, "act", action=action, moves=moves - 1)
    assert do(room, by, "act", action=action, moves=moves) != room


def test_one_person_alone_takes_back_what_bots_have_answered() -> None:
    room = do(with_bots("page"), ADA, "start", seed="7F3K")
    assert room.table is not None
    while room.bot is None:
        room = act(room)
    room = do(act(act(room)), ADA, "ask", what="undo")
    assert room.table is not None
    assert room.table.to_act == 0
    assert room.asked is None


def test_a_bot_plays_for_who_is_away_until_they_are_back() -> None:
    room = running(players=3)
    assert ADA in refusal(room, BEA, "stand in", absent=[CYD], level="page")
    assert "A bot plays for every absent player" in refusal(
        room, ADA, "stand in", absent=[], level="page"
    )
    assert "no bots" in refusal(room, ADA, "stand in", absent=[CYD], level="")
    room = do(room, ADA, "stand in", absent=[CYD], level="page")
    assert (room.seats[2], room.bots) == (CYD, ("", "", "page"))
    assert "A bot plays for every absent player" in refusal(
        room, ADA, "stand in", absent=[CYD], level="page"
    )
    room = do(room, CYD, "back")
    assert not any(room.bots)
    assert "No bot" in refusal(room, CYD, "back")


def test_all_who_are_there_can_let_a_bot_play() -> None:
    room = do(running(players=3), BEA, "ask", what="stand in", absent=[CYD], level="page")
    assert not any(room.bots)
    room = do(room, ADA, "ask", what="stand in", absent=[CYD], level="page")
    assert room.bots == ("", "", "page")
    assert room.asked is None


def act(room: Room) -> Room:
    """Let whoever must act do the first thing they can."""
    by, action = first_action(room)
    return do(room, by, "act", action=action)
