"""The inputs of the net for King of the Dead, found on the engine's states: what is expected."""

from bisect import bisect_right
from itertools import accumulate

from regicide_tui.cards import JESTER, Card
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead.actions import fill_in_well_card, runs
from regicide_tui.games.king_of_the_dead.state import (
    NUMBER,
    RESHUFFLES,
    Side,
    State,
    is_red,
    owned_by,
    points_of,
)

FORMS = 27
SIZES = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22]
BEST_RUNS = [3, 4, 5, 6, 7, 8, 9, 10]
LEADS = [-60, -52, -44, -36, -28, -20, -16, -13, -10, -7, -4, -1]
LEADS += [0, 1, 4, 7, 10, 13, 16, 20, 28, 36, 44, 52, 60]
GATES = [1, 3, 6, 10, 14, 18, 22, 26, 30, 36, 45, 60]
WELLS = [1, 6, 12, 18, 24, 32]
REFILLS = [1, 2, 3]
SCALES = [SIZES, SIZES, BEST_RUNS, BEST_RUNS, LEADS, GATES, WELLS, REFILLS]


def form(card: Card) -> int:
    """Return what matters to the rules about a card: 0 to 12 red, 13 to 25 black, 26 a Joker."""
    if card is JESTER:
        return 26
    return "A23456789TJQK".index(card.rank) + (0 if is_red(card) else 13)


def expected_inputs(state: State, seat: Seat) -> list[int]:
    """Return the inputs that are on for a seat, ascending."""
    points, players = points_of(state), len(state.sides)
    rivals = [(seat + step) % players for step in range(1, players)]
    rival = max(rivals, key=lambda one: points[one])
    sides = [state.sides[seat], state.sides[rival]]
    blocks: list[tuple[int, list[int]]] = []
    blocks += [(FORMS, [form(card) for card in owned_by(side)]) for side in sides]
    blocks += [(FORMS, [form(card) for card in side.hand]) for side in sides]
    blocks += [(18, _triples(side)) for side in sides]
    blocks.append((FORMS, [form(card) for card in state.parade if card]))
    blocks.append((FORMS, [form(card) for card in state.well[:1]]))
    blocks.append((4, [2 * state.final_round + (state.turn == seat)]))
    figures = [*[len(owned_by(side)) for side in sides], *[_best_run(state, one) for one in sides]]
    figures += [points[seat] - points[rival], len(state.gate), len(state.well)]
    figures.append(RESHUFFLES[players] - state.reshuffles)
    for scale, figure in zip(SCALES, figures, strict=True):
        blocks.append((len(scale), [*range(bisect_right(scale, figure))]))
    starts = accumulate([size for size, _ in blocks], initial=0)
    return sorted(start + one for start, (_, on) in zip(starts, blocks, strict=False) for one in on)


def _triples(side: Side) -> list[int]:
    forms = {form(card) for card in owned_by(side)}
    lows = [(9 * black + low, 13 * black + low) for black in range(2) for low in range(8)]
    return [number for number, first in lows if {first, first + 1, first + 2} <= forms]


def _best_run(state: State, side: Side) -> int:
    found = [fill_in_well_card(run, state.well) for run in runs(side.hand, state.well)]
    return max([NUMBER[run[2]] for run in found], default=0)
