"""What a seat may see of a game, and guessing at the rest."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.king_of_the_dead.setup import SET_ASIDE, STARTERS, packs
from regicide_tui.games.king_of_the_dead.state import SEARCHES, Prompt, Side, State
from regicide_tui.games.king_of_the_dead.values import in_order
from regicide_tui.games.piles import unknown


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or with None a spectator, sees it.

    Hidden are the Gate, the Newcomer, the other hands, and all draw piles, one's own too, but
    while one searches it. Cards that are lifted off a draw pile are seen by who looks at them.
    Discard piles, the Well, score piles and Familiars are open (K-51).
    """
    prompt = state.prompt
    asked = prompt is not None and prompt.seat == seat
    searches = asked and prompt is not None and prompt.kind in SEARCHES
    if prompt and not asked:
        prompt = replace(prompt, looked=unknown(prompt.looked))
    sides = [
        replace(
            side,
            hand=side.hand if place == seat else unknown(side.hand),
            draws=side.draws if searches and place == seat else unknown(side.draws),
        )
        for place, side in enumerate(state.sides)
    ]
    return replace(
        state,
        seed=None,
        shuffles=0,
        sides=tuple(sides),
        gate=unknown(state.gate),
        newcomer=state.newcomer and UNKNOWN,
        prompt=prompt,
    )


def determinize(view: State, rng: Random) -> State:
    """Deal the unknown cards at random: a state that the seat can't tell from the true one.

    Until the Well becomes the Gate for the first time, Gate and Newcomer hold no starting
    cards (K-1). For a position that no pack can fill, another one is opened.
    """
    pool = _unseen(view, rng)
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


def _unseen(view: State, rng: Random) -> list[Card]:
    """Return the cards that may be the unknown ones, shuffled."""
    pool, wanted = list(hidden(view).elements()), _shown(view).count(UNKNOWN)
    while len(pool) < wanted:
        pool += PACK
    rng.shuffle(pool)
    return pool


def hidden(view: State) -> Counter[Card]:
    """Return the cards that don't lie open to who has this view."""
    players = len(view.sides)
    deck = Counter(PACK * packs(players))
    if view.options.jokers:
        deck[JESTER] = 2 * packs(players)
    if players == 3:  # K-2
        deck -= Counter(SET_ASIDE)
    return deck - Counter(_shown(view))


def _shown(view: State) -> list[Card]:
    """Return all cards of a view, among them the unknown ones."""
    piles = [pile for side in view.sides for pile in piles_of(side)]
    piles += [view.gate, view.well, view.prompt.looked if view.prompt else ()]
    shown = [card for pile in piles for card in pile]
    return shown + [card for card in (view.newcomer, *view.parade) if card]


def piles_of(side: Side) -> list[Pile]:
    """Return all cards of a player's side, pile by pile."""
    kept = tuple([card for one in side.familiars for card in (one.ace, one.card)])
    return [side.hand, side.draws, side.discard, side.scores, side.plays, kept]
