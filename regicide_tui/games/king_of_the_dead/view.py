"""What a seat may see of a game, and random guesses at the rest."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.king_of_the_dead.setup import SET_ASIDE, STARTERS, packs
from regicide_tui.games.king_of_the_dead.state import SEARCHES, Prompt, Side, State
from regicide_tui.games.king_of_the_dead.values import in_order
from regicide_tui.games.piles import hide_all


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or a spectator (None), sees it.

    The Gate, the Newcomer, the other hands and all draw piles are hidden. A player sees his own
    draw pile only while he searches it. A player who looks at cards of a draw pile sees them.
    Discard piles, the Well, score piles and Familiars are open (K-51).
    """
    prompt = state.prompt
    asked = prompt is not None and prompt.seat == seat
    searches = asked and prompt is not None and prompt.kind in SEARCHES
    if prompt and not asked:
        prompt = replace(prompt, looked=hide_all(prompt.looked))
    sides = [
        replace(
            side,
            hand=side.hand if place == seat else hide_all(side.hand),
            draws=side.draws if searches and place == seat else hide_all(side.draws),
        )
        for place, side in enumerate(state.sides)
    ]
    return replace(
        state,
        seed=None,
        shuffles=0,
        sides=tuple(sides),
        gate=hide_all(state.gate),
        newcomer=state.newcomer and UNKNOWN,
        prompt=prompt,
    )


def determinize(view: State, rng: Random) -> State:
    """Return a state with random cards for the unknown ones, as the true state may be.

    Until the Well becomes the Gate for the first time, Gate and Newcomer hold no starting
    cards (K-1). If a position has more cards than the packs, another pack is added.
    """
    pool = _shuffled_hidden_cards(view, rng)
    behind = len(view.gate) + (view.newcomer is UNKNOWN)
    late = [card for card in pool if not view.reshuffles and card.rank not in STARTERS]
    first = late[:behind] if len(late) >= behind else pool[:behind]
    rest = list((Counter(pool) - Counter(first)).elements())
    rng.shuffle(rest)

    def fill(pile: Pile, stock: list[Card]) -> Pile:
        return tuple([stock.pop() if card is UNKNOWN else card for card in pile])

    def fill_side(side: Side) -> Side:
        hand = in_order(fill(side.hand, rest))
        return replace(side, hand=hand, draws=fill(side.draws, rest))

    def fill_prompt(prompt: Prompt) -> Prompt:
        return replace(prompt, looked=fill(prompt.looked, rest))

    return replace(
        view,
        seed=f"{rng.getrandbits(128):032x}",
        gate=fill(view.gate, first),
        newcomer=first.pop() if view.newcomer is UNKNOWN else view.newcomer,
        sides=tuple([fill_side(side) for side in view.sides]),
        prompt=view.prompt and fill_prompt(view.prompt),
    )


def _shuffled_hidden_cards(view: State, rng: Random) -> list[Card]:
    """Return the cards that can be behind the unknown ones, shuffled."""
    pool, wanted = list(hidden_cards(view).elements()), _all_cards(view).count(UNKNOWN)
    while len(pool) < wanted:
        pool += PACK
    rng.shuffle(pool)
    return pool


def hidden_cards(view: State) -> Counter[Card]:
    """Return the cards that this view does not show."""
    players = len(view.sides)
    deck = Counter(PACK * packs(players))
    if view.options.jokers:
        deck[JESTER] = 2 * packs(players)
    if players == 3:  # K-2
        deck -= Counter(SET_ASIDE)
    return deck - Counter(_all_cards(view))


def _all_cards(view: State) -> list[Card]:
    """Return all cards of a view, with the unknown ones."""
    piles = [pile for side in view.sides for pile in piles_of(side)]
    piles += [view.gate, view.well, view.prompt.looked if view.prompt else ()]
    shown = [card for pile in piles for card in pile]
    return shown + [card for card in (view.newcomer, *view.parade) if card]


def piles_of(side: Side) -> list[Pile]:
    """Return all piles of a player."""
    kept = tuple([card for one in side.familiars for card in (one.ace, one.card)])
    return [side.hand, side.draws, side.discard, side.scores, side.plays, kept]
