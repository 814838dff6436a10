"""What powers and turns do with piles: draw, discard, send to the Well, take from the Gate.

Every function takes a state, appends its events to `events` and returns the next state. `discard`
and `add_to_hand` use the piles of the active player.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, JESTER, PACK, SPADES, UNKNOWN, Card
from regicide_tui.games.base import Events, Json, Option, Pile, Seat
from regicide_tui.games.king_of_the_dead.events import (
    CardsBanished,
    CardsDiscarded,
    CardsDrawn,
    CardsLooked,
    DiscardShuffled,
    FinalRoundBegan,
    GameEnded,
    GateRefilled,
    JokerAppeared,
    JokerPassed,
    ParadeMarched,
    RoundBegan,
)
from regicide_tui.games.king_of_the_dead.state import (
    JOKER,
    RESHUFFLES,
    SEARCHES,
    Options,
    Prompt,
    Side,
    State,
    cards_of_familiars,
    change_side,
    in_order,
    left_of,
    points_of,
    winners,
    without_jokers,
)
from regicide_tui.games.piles import (
    TurnBegan,
    hide_all,
    lay_on_pile,
    remove_cards,
    replace_at,
    shuffled,
)
from regicide_tui.games.setup import BOOLEANS, check_players, check_seed, first_player, read_options


def active_side(state: State) -> Side:
    """Return the active player's side."""
    return state.sides[state.turn]


def shuffle(state: State, pile: Pile) -> tuple[State, Pile]:
    """Return the state with one more shuffle counted, and the shuffled pile."""
    assert state.seed is not None  # only a view has no seed
    after = replace(state, shuffles=state.shuffles + 1)
    return after, shuffled(pile, state.seed, state.shuffles)


# ---------------------------------------------------------------- draw piles


def ensure_draws(state: State, seat: Seat, count: int, events: Events) -> State:
    """Put the shuffled discard pile under a draw pile with fewer than `count` cards (K-11)."""
    side = state.sides[seat]
    if len(side.draws) >= count or not side.discard:
        return state
    state, under = shuffle(state, side.discard)
    events.append(DiscardShuffled(seat, len(under)))
    return change_side(state, seat, draws=side.draws + under, discard=())


def take_off_draws(state: State, seat: Seat, count: int, events: Events) -> tuple[State, Pile]:
    """Return the state without the top cards of a draw pile, and these cards: at most `count`."""
    state = ensure_draws(state, seat, count, events)
    draws = state.sides[seat].draws
    return change_side(state, seat, draws=draws[count:]), draws[:count]


def look(state: State, count: int, events: Events) -> tuple[State, Pile]:
    """Take the top cards off the active player's draw pile, to look at them (K-30)."""
    state, cards = take_off_draws(state, state.turn, count, events)
    if cards:
        events.append(CardsLooked(state.turn, cards, False))
    return state, cards


def draw(state: State, seat: Seat, count: int, events: Events) -> State:
    """Draw `count` cards to the hand of a seat, or fewer if the piles hold fewer."""
    state, cards = take_off_draws(state, seat, count, events)
    if not cards:
        return state
    cards = in_order(cards)
    events.append(CardsDrawn(seat, cards))
    return change_side(state, seat, hand=in_order(state.sides[seat].hand + cards))


def shuffle_draws(state: State) -> State:
    """Shuffle the active player's draw pile after a search (K-36)."""
    state, draws = shuffle(state, active_side(state).draws)
    return change_side(state, state.turn, draws=draws)


def add_to_hand(state: State, cards: Pile) -> State:
    """Add cards to the active player's hand."""
    return change_side(state, state.turn, hand=in_order(active_side(state).hand + cards))


# ---------------------------------------------------------------- discards and the Well


def discard(state: State, cards: Pile, events: Events) -> State:
    """Discard cards in ascending order, Jokers last and by their own rule (K-14, K-26)."""
    others = in_order(without_jokers(cards))
    if others:
        events.append(CardsDiscarded(state.turn, others))
        state = lay_on_discard(state, state.turn, others)
    for _ in range(len(cards) - len(others)):
        state = _pass_joker(state, events)
    return state


def lay_on_discard(state: State, seat: Seat, cards: Pile) -> State:
    """Lay cards on a discard pile one by one, Jokers too (K-26, K-28)."""
    return change_side(state, seat, discard=lay_on_pile(state.sides[seat].discard, cards))


def _pass_joker(state: State, events: Events) -> State:
    """Pass a discarded Joker to the left; the top card of the draw pile goes to the Well (K-27)."""
    left = left_of(state, state.turn)
    state, top = take_off_draws(state, state.turn, 1, events)
    events.append(JokerPassed(state.turn, left, top))
    state = replace(state, well=top + state.well)
    return lay_on_discard(state, left, (JOKER,))


def take_from(state: State, seat: Seat, zone: str, cards: Pile) -> State:
    """Remove cards from a pile of a player; `zone` is its name in `Side`."""
    return change_side(state, seat, **{zone: remove_cards(getattr(state.sides[seat], zone), cards)})


def banish(state: State, seat: Seat, zone: str, cards: Pile, events: Events) -> State:
    """Send cards of a player's pile to the Well; the last one ends on top (K-28)."""
    events.append(CardsBanished(seat, cards))
    state = take_from(state, seat, zone, cards)
    return replace(state, well=lay_on_pile(state.well, cards))


# ---------------------------------------------------------------- Gate and Parade


def take_from_gate(state: State, events: Events) -> tuple[State, Card | None]:
    """Take the top card of the Gate; if it is empty, the Well may become the Gate (K-47)."""
    if not state.gate and state.well and state.reshuffles < RESHUFFLES[len(state.sides)]:
        state, gate = shuffle(state, state.well)
        state = replace(state, gate=gate, well=(), reshuffles=state.reshuffles + 1)
        events.append(GateRefilled(len(gate), state.reshuffles))
    if not state.gate:
        return state, None
    return replace(state, gate=state.gate[1:]), state.gate[0]


def lay_in_slot(state: State, slot: int, card: Card | None, events: Events) -> State:
    """Lay a card face-up into a slot; a Joker goes to the next player who must take one (K-8).

    A Joker is replaced from the Gate. If the Gate gives nothing, the slot stays empty.
    """
    while card is JOKER:
        seat = (state.first + state.jokers_seen) % len(state.sides)
        events.append(JokerAppeared(seat))
        state = change_side(state, seat, draws=(JOKER, *state.sides[seat].draws))
        state = replace(state, jokers_seen=state.jokers_seen + 1)
        state, card = take_from_gate(state, events)
    return replace(state, parade=replace_at(state.parade, slot - 1, card))


TITLE = "King of the Dead"
PLAYER_COUNTS = (2, 3, 4)

STARTERS = frozenset("A234")
"""The ranks of the starting cards; the Gate holds none of them at first (K-1)."""
_HAND = 5  # K-6
_SETS = tuple(
    tuple(card for card in PACK if card.rank in STARTERS and card.suit in suits)
    for suits in ((HEARTS, SPADES), (DIAMONDS, CLUBS))
)
"""The starting cards of the first and third player, and of the second and fourth (K-1)."""
SET_ASIDE = _SETS[1]
"""The starting cards of the fourth player; with three players they are out of the game (K-2)."""


def options_for(players: int) -> tuple[Option, ...]:
    """Return the house rules of docs/rules-king-of-the-dead.md for this number of players."""
    return (
        Option("jokers", True, BOOLEANS, "Play with the Jokers."),
        Option("hand_draw", 4, (4, 5), "How many cards are drawn at the end of a turn."),
        Option(
            "well_card_in_run",
            "taken",
            ("taken", "stays"),
            "What happens to the Well's top card when it is a lower card of a run.",
        ),
        Option(
            "bestir_wild_aces", True, BOOLEANS, "An Ace may stand in for one of two red Queens."
        ),
        Option("deity_powers", True, BOOLEANS, "Three or four royals of a rank have powers."),
        Option(
            "joker_self_target",
            True,
            BOOLEANS,
            "Pillage and Void may target the player who plays them.",
        ),
        first_player(players),
    )


def read_rules(players: int, given: Mapping[str, Json]) -> Options:
    """Return the checked house rules for this number of players. Raises `BadSetup`."""
    check_players(TITLE, players, PLAYER_COUNTS)
    return read_options(TITLE, options_for(players), given, Options)


def packs(players: int) -> int:
    """Return the number of packs of 52 cards and 2 Jokers that these players need."""
    return 1 if players == 2 else 2


def deal(players: int, seed: str, given: Mapping[str, Json]) -> State:
    """Return the first state of a game. Raises `BadSetup`.

    Rulings K-1, K-2, K-3, K-4, K-5, K-6, K-7, K-8.
    """
    options = read_rules(players, given)
    check_seed(seed)
    pack = [card for card in PACK if card.rank not in STARTERS]
    pack += [JESTER, JESTER] if options.jokers else []
    gate = shuffled(pack * packs(players), seed, 0)
    chosen = options.first_player
    first = shuffled(range(players), seed, 1)[0] if chosen == "random" else int(chosen) - 1
    sides: list[Side] = []
    for seat in range(players):
        cards = shuffled(_SETS[seat % 2], seed, 2 + seat)
        sides.append(Side(hand=in_order(cards[:_HAND]), draws=cards[_HAND:]))
    state = State(
        options=options,
        seed=seed,
        shuffles=2 + players,
        sides=tuple(sides),
        gate=gate,
        newcomer=None,
        parade=(None,) * (2 * players),
        well=(),
        first=first,
        turn=first,
    )
    return _build_parade(state)


def _build_parade(state: State) -> State:
    """Deal the Newcomer, then the slots from the Gate on (K-4); players get the Jokers (K-7)."""
    untold: Events = []
    state, newcomer = take_from_gate(state, untold)
    state = replace(state, newcomer=newcomer)
    for slot in range(1, len(state.parade) + 1):
        state, card = take_from_gate(state, untold)
        state = lay_in_slot(state, slot, card, untold)
    return state


def seats_with_first_jokers(first: State) -> list[Seat]:
    """Return the players who got Jokers of the first Parade, in the order of the round (K-7).

    `first` is the state that was dealt, or a view of it: the sizes of the draw piles are public.
    """
    players = len(first.sides)
    seats = [(first.first + steps) % players for steps in range(players)]
    return [seat for seat in seats if len(first.sides[seat].draws) > len(SET_ASIDE) - _HAND]


def end_turn(state: State, events: Events) -> State:
    """Discard the played cards and the rest of the hand, draw, and pass the turn.

    Rulings K-12, K-13, K-14.
    """
    seat, side = state.turn, active_side(state)
    cards = side.plays + side.hand
    state = change_side(state, seat, plays=(), hand=())
    state = discard(state, without_jokers(side.plays), events)
    state = discard(state, without_jokers(side.hand), events)
    state = discard(state, (JOKER,) * cards.count(JOKER), events)
    state = draw(state, seat, state.options.hand_draw, events)
    following = left_of(state, seat)
    if following != state.first:
        state = replace(state, turn=following)
    elif state.final_round:  # K-49
        events.append(GameEnded(winners(state), points_of(state)))
        return replace(state, over=True)
    else:
        state = _end_round(state, events)
    events.append(TurnBegan(state.turn))
    return state


def _end_round(state: State, events: Events) -> State:
    """Move the Parade and begin a new round with the next player (K-9, K-46)."""
    first = left_of(state, state.first)
    state = replace(state, first=first, turn=first, jokers_seen=0)
    state, fell = _fall(state)
    there = state.parade
    state = _refill(state, events)
    came = [new for new, old in zip(state.parade, there, strict=True) if new and not old]
    events.append(ParadeMarched(fell, tuple(came[::-1])))
    if None in state.parade or state.newcomer is None:  # K-48
        state = replace(state, final_round=True)
        events.append(FinalRoundBegan())
    events.append(RoundBegan(first))
    return state


def _fall(state: State) -> tuple[State, Pile]:
    """Move the cards nearest the Well into it, one for each player; the others move up."""
    cards = tuple([card for card in state.parade if card])
    stay = max(0, len(cards) - len(state.sides))
    gaps = (None,) * (len(state.parade) - stay)
    state = replace(state, parade=gaps + cards[:stay], well=cards[stay:] + state.well)
    return state, cards[stay:][::-1]


def _refill(state: State, events: Events) -> State:
    """Turn up the Newcomer, fill the Parade and draw a new Newcomer from the Gate (K-46)."""
    came, state = state.newcomer, replace(state, newcomer=None)
    free = [slot for slot in range(len(state.parade), 0, -1) if not state.parade[slot - 1]]
    if came is not None:
        state = lay_in_slot(state, free.pop(0), came, events)  # K-10
    for slot in free:
        state, card = take_from_gate(state, events)
        state = lay_in_slot(state, slot, card, events)
    state, newcomer = take_from_gate(state, events)
    return replace(state, newcomer=newcomer)


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or a spectator (None), sees it.

    The Gate, the Newcomer, the other hands and all draw piles are hidden. Players see their own
    draw pile only while they search it. A player who looks at cards of a draw pile sees them.
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
    own = [side.hand, side.draws, side.discard, side.scores, side.plays]
    return [*own, cards_of_familiars(side)]
