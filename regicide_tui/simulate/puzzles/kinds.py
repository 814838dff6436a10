"""How the puzzles of each game are made."""

from collections.abc import Mapping

from regicide_tui.games.duel.puzzles import DuelPuzzle
from regicide_tui.games.king_of_the_dead.puzzles import KingPuzzle
from regicide_tui.games.regicide.puzzles import RegicidePuzzle
from regicide_tui.simulate.puzzles import duel, king_of_the_dead, regicide
from regicide_tui.simulate.puzzles.making import Kind

KINDS: Mapping[str, Kind] = {
    "regicide": Kind(
        "regicide",
        RegicidePuzzle,
        regicide.candidates,
        regicide.prove,
        regicide.is_worth_it,
        regicide.theme,
    ),
    "duel": Kind("duel", DuelPuzzle, duel.candidates, duel.prove, duel.is_worth_it, duel.theme),
    "king_of_the_dead": Kind(
        "king_of_the_dead",
        KingPuzzle,
        king_of_the_dead.candidates,
        king_of_the_dead.prove,
        king_of_the_dead.is_worth_it,
        king_of_the_dead.theme,
    ),
}
