"""Which plays and payments the rules allow: shapes, sums, and every legal action of a view."""

from itertools import combinations

from regicide_tui.cards import JESTER, UNKNOWN
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.state import (
    CHOOSE,
    OVER,
    PLAY,
    VALUE,
    Options,
    State,
    attack,
    may_yield,
    total,
)

_COMBO_RANKS = "2345"
_COMBO_TOTAL = 10


def is_play(played: Pile, options: Options) -> bool:
    """Tell whether these cards may be laid together (R-10 to R-13, R-26)."""
    if len(played) == 1:
        return True
    if not 2 <= len(played) <= 4 or JESTER in played:
        return False
    if len(played) == 2 and (played[0].rank == "A" or played[1].rank == "A"):
        return True
    return (
        options.combos
        and played[0].rank in _COMBO_RANKS
        and len({card.rank for card in played}) == 1
        and total(played) <= _COMBO_TOTAL
    )


def legal_actions(view: State) -> list[Action]:
    """Return every legal action once; none where the view hides the hand of who must act."""
    hand = view.hands[view.turn]
    if UNKNOWN in hand:
        return []
    if view.phase is OVER:
        return []
    if view.phase is CHOOSE:
        return [Choose(seat) for seat in range(len(view.hands))]
    actions: list[Action] = []
    if view.phase is PLAY:
        actions += _plays(hand, view.options.combos)
        if may_yield(view):
            actions.append(Yield())
    else:
        actions += _payments(hand, attack(view), view.options.overpay)
    if view.jesters_unused:
        actions.append(Flip())
    return actions


def _plays(hand: Pile, combos: bool) -> list[Play]:
    """Return the legal plays of a hand, each in canonical order; the hand is ascending."""
    plays = [Play((card,)) for card in hand]
    aces = [card for card in hand if card.rank == "A"]
    if aces:
        others = [card for card in hand if card.rank != "A" and card is not JESTER]
        plays += [Play((card, ace)) for ace in aces for card in others]
        plays += [Play(pair) for pair in combinations(aces, 2)]
    if combos:
        plays += _combos(hand)
    return plays if len(set(hand)) == len(hand) else list(dict.fromkeys(plays))


def _combos(hand: Pile) -> list[Play]:
    """Return the combos of equal numbers up to a total of ten (R-11)."""
    ranks = [card.rank for card in hand]
    if len(set(ranks)) == len(ranks):
        return []
    by_rank = {rank: [card for card in hand if card.rank == rank] for rank in _COMBO_RANKS}
    return [
        Play(combo)
        for rank, same in by_rank.items()
        for size in range(2, min(len(same), _COMBO_TOTAL // int(rank), 4) + 1)
        for combo in combinations(same, size)
    ]


def _payments(hand: Pile, due: int, overpay: str) -> list[Pay]:
    """Return the legal payments of a hand (R-42): the ways to lay cards until it is enough.

    Laid from the lowest card up, the last and largest card must have been needed; laid from
    the highest down (`minimal`), the last and smallest; with `free`, none needs to be.
    """
    downward = overpay == "minimal"
    short: list[tuple[int, Pile]] = [(0, ())]
    enough: list[Pile] = []
    for card in reversed(hand) if downward else hand:
        value = VALUE[card]
        missing = due - value
        if overpay == "free":
            enough += [(*cards, card) for cards in enough]
        if downward:
            enough += [(card, *cards) for laid, cards in short if laid >= missing]
            short += [(laid + value, (card, *cards)) for laid, cards in short if laid < missing]
        else:
            enough += [(*cards, card) for laid, cards in short if laid >= missing]
            short += [(laid + value, (*cards, card)) for laid, cards in short if laid < missing]
    if len(set(hand)) < len(hand):
        enough = list(dict.fromkeys(enough))
    return [Pay(cards) for cards in enough]


def is_over(paid: Pile, due: int, overpay: str) -> bool:
    """Tell whether a payment that covers what is due holds a needless card (R-42)."""
    values = [VALUE[card] for card in paid]
    match overpay:
        case "free":
            return False
        case "minimal":
            return sum(values) - min(values) >= due
        case _:
            return sum(values) - max(values) >= due
