"""The page's heuristic on encoded states: it ends turns, and gives a search its policy."""

from regicide_tui.bots.arrays import Doubles, Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.exponential import exponential
from regicide_tui.bots.king_of_the_dead.encoded.actions import END
from regicide_tui.bots.king_of_the_dead.encoded.candidates.dispatch import write_candidates
from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import (
    ACTIONS,
    APPEALS,
    FOUND,
)
from regicide_tui.bots.king_of_the_dead.encoded.cards import POINT
from regicide_tui.bots.king_of_the_dead.encoded.layout import OVER
from regicide_tui.bots.king_of_the_dead.encoded.rules import apply_action

TEMPERATURE = 2.0
"""The temperature of the policy: an appeal that is greater by this much has e times the weight."""
MOST_MOVES = 24
"""At most this many actions are played on."""


@compiled
def write_policy(work: Ints, policy: Doubles) -> float:
    """Write a weight for each candidate in the working memory. Return the sum of the weights."""
    whole = 0.0
    for index in range(int(work[FOUND])):
        policy[index] = exponential((work[APPEALS + index] - work[APPEALS]) / (POINT * TEMPERATURE))
        whole += policy[index]
    return whole


@compiled
def finish_turn(encoded: Ints, action: int, work: Ints, cards: Ints, rng: Ints) -> int:
    """Let the heuristic act after `action` until the turn or game ends. Return how often it acted.

    It is hard to evaluate what a hand can still do, and easier once the turn is over. `cards` is
    memory for the cards of an action.
    """
    moves = 0
    while not encoded[OVER] and action != END and moves < MOST_MOVES:
        write_candidates(encoded, work, 1)
        action = int(work[ACTIONS])
        apply_action(encoded, action, cards, rng)
        moves += 1
    return moves
