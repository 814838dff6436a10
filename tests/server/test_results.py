"""What the games that are over come to."""

from regicide_tui.play.ratings import Finished, GameFigures
from regicide_tui.server.model.boards.results import Results
from tests.server.gatherings import finished


def games(*winners: str, seats: tuple[str, ...] = ("ada", "bea")) -> list[Finished]:
    """Return duels that these have won."""
    return [finished(f"{at}", "duel", seats, (one,), "", at) for at, one in enumerate(winners)]


def test_who_has_won_most_is_the_first() -> None:
    ada, bea = Results(games("bea", "ada", "bea")).standings[::-1]
    own, other = GameFigures("duel", 3, 1, 0, 0, 1), GameFigures("duel", 3, 2, 0, 1, 1)
    assert (ada.name, ada.played, ada.wins) == ("ada", (own,), 1)
    assert (bea.name, bea.played, bea.wins) == ("bea", (other,), 2)


def test_of_many_games_the_last_are_kept_and_all_are_counted() -> None:
    results = Results(games(*["ada"] * 1000))
    assert results.count == 1000
    assert [game.at for game in results.finished] == [*range(700, 1000)]
    assert results.standings[0].wins == 1000


def test_of_many_players_the_best_are_listed() -> None:
    results = Results(game for n in range(500) for game in games(f"n{n}", seats=(f"n{n}", "bea")))
    assert len(results.standings) == 300


def test_sums_are_made_once_until_another_game_is_over() -> None:
    results = Results(games("ada"))
    before = results.standings
    assert results.standings is before
    results.add(games("bea")[0])
    assert results.standings is not before


def test_neither_bots_nor_guests_are_listed() -> None:
    results = Results(games("page (bot)", seats=("page (bot)", "guest-bbbbbb", "ada")))
    assert [one.name for one in results.standings] == ["ada"]
