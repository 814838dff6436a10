"""The figures of a player: rows of wins, partners, ratings."""

from regicide_tui.play.ratings import Figures, Finished, Partner
from tests.server.gatherings import finished

DAY = 24 * 60 * 60 * 1000
ADA, BEA, CYD = "ada", "bea", "cyd"


def figures(*games: Finished) -> Figures:
    found = Figures()
    for game in games:
        found.add(game)
    return found


def duel(winner: str, at: int = 0, *seats: str, reason: str = "") -> Finished:
    return finished("t", "duel", seats or (ADA, BEA), (winner,) if winner else (), reason, at)


def together(won: bool, *seats: str) -> Finished:
    return finished("t", "regicide", seats, seats if won else (), "", 0)


def test_wins_in_a_row_are_counted_until_another_end() -> None:
    found = figures(*(together(won, ADA) for won in (True, True, True, False, True)))
    (game,) = found.of(ADA, 0).games
    assert (game.played, game.won, game.row, game.best_row) == (5, 4, 1, 3)


def test_a_draw_is_neither_won_nor_lost_and_ends_a_row_of_wins() -> None:
    (game,) = figures(duel(ADA), duel(""), duel("")).of(ADA, 0).games
    assert (game.played, game.won, game.drawn, game.row) == (3, 1, 2, 0)


def test_a_game_of_rivals_that_was_ended_counts_for_nobody() -> None:
    found = figures(
        duel("", reason="ended"),
        finished("t", "king_of_the_dead", (ADA, BEA, CYD), (), "ended", 0),
    )
    assert found.names == []
    assert found.of(ADA, 0).games == ()


def test_a_game_of_partners_that_was_ended_is_not_won() -> None:
    (game,) = figures(finished("t", "regicide", (ADA, BEA), (), "ended", 0)).of(ADA, 0).games
    assert (game.played, game.won, game.drawn) == (1, 0, 0)


def test_each_game_has_rows_of_its_own() -> None:
    found = figures(together(True, ADA, BEA), duel(BEA), together(True, ADA, BEA))
    assert [(one.game, one.row) for one in found.of(ADA, 0).games] == [("regicide", 2), ("duel", 0)]


def test_partners_are_those_of_most_games() -> None:
    found = figures(
        together(True, ADA, BEA), together(False, ADA, BEA), together(True, ADA, CYD, BEA)
    )
    assert found.of(ADA, 0).partners == (Partner(BEA, 3, 2), Partner(CYD, 1, 1))


def test_opponents_bots_and_guests_are_no_partners() -> None:
    found = figures(duel(ADA), together(True, ADA, "page (bot)", "guest-7kq2mz"))
    assert found.of(ADA, 0).partners == ()


def test_who_wins_a_duel_rises_and_who_loses_falls() -> None:
    found = figures(duel(ADA))
    ((ada,), (bea,)) = (found.of(name, 0).games for name in (ADA, BEA))
    assert ada.rating is not None
    assert bea.rating is not None
    assert ada.rating.points > 1500 > bea.rating.points
    assert ada.rating.is_provisional


def test_only_duels_of_two_people_that_were_played_to_an_end_are_rated() -> None:
    found = figures(
        together(True, ADA, BEA),
        duel("", reason="ended"),
        duel(ADA, 0, ADA, "page (bot)"),
        duel(ADA, 0, ADA, "guest-7kq2mz"),
        finished("t", "king_of_the_dead", (ADA, BEA, CYD), (ADA,), "", 0),
    )
    assert all(one.rating is None for one in found.of(ADA, 0).games)


def test_a_draw_between_equals_changes_no_points() -> None:
    (game,) = figures(duel("")).of(ADA, 0).games
    assert game.rating is not None
    assert abs(game.rating.points - 1500) < 1e-6


def test_after_many_games_a_rating_stands_and_after_long_it_is_provisional_again() -> None:
    found = figures(*(duel((ADA, BEA)[at % 2], at * DAY) for at in range(40)))
    (now,), (later,) = (found.of(ADA, at * DAY).games for at in (40, 4000))
    assert now.rating is not None
    assert later.rating is not None
    assert not now.rating.is_provisional
    assert later.rating.is_provisional
    assert later.rating.points == now.rating.points


def test_nobody_has_figures_without_a_game() -> None:
    assert Figures().of(ADA, 0).games == ()
