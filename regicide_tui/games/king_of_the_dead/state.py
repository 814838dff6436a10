"""The state of a game of King of the Dead, and small values that follow from it."""

from collections.abc import Iterable

from msgspec.structs import replace

from regicide_tui.cards import DIAMONDS, HEARTS, JESTER, PACK, RANKS, UNKNOWN, Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.piles import replace_at

JOKER = JESTER

NUMBER = {card: RANKS.index(card.rank) + 1 for card in PACK if card.rank not in "JQK"}
"""The number of a card: A is 1, T is 10. Royals and Jokers have no number."""

COST = {card: NUMBER.get(card, 10) for card in PACK} | {JOKER: 0}
"""The cost of a card in the Parade (K-24); that of a Joker matters only for Decant (K-39)."""

NEWCOMER_COST = 7  # K-23

_ACE_PRICE = 6

_PLACE = {card: card.order for card in PACK} | {JOKER: len(PACK) + 1, UNKNOWN: len(PACK) + 2}


def in_order(cards: Iterable[Card]) -> Pile:
    """Return the cards in ascending order: A to K, equal ranks C D H S, Jokers last (K-14)."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def is_red(card: Card) -> bool:
    """Return whether a card is a Heart or a Diamond."""
    return card.suit is HEARTS or card.suit is DIAMONDS


def is_ace(card: Card) -> bool:
    """Return whether a card is an Ace."""
    return card.rank == "A"


def without_jokers(cards: Pile) -> Pile:
    """Return the cards without the Jokers."""
    return tuple([card for card in cards if card is not JOKER])


def points(scores: Pile) -> int:
    """Return the points of a score pile (K-20, K-50)."""
    return sum([NUMBER[card] for card in scores])


def price(cards: Pile) -> float:
    """Return how much the loss of these cards costs a player; an Ace costs more than its value."""
    return float(sum([_ACE_PRICE if is_ace(card) else COST[card] for card in cards]))


RESHUFFLES = {2: 3, 3: 2, 4: 2}
"""How many times the Well becomes the Gate, by the number of players (K-48)."""

SEARCHES = frozenset({"search", "bestir"})
"""The kinds of prompts in which players see their whole draw pile."""


class Phase(TextEnum):
    """What the game waits for. In `OVER` it waits for nothing."""

    MAIN = "main"
    PROMPT = "prompt"
    OVER = "over"


class Options(Value):
    """The house rules of one game. The defaults follow the rules document."""

    jokers: bool = True  # K-3
    hand_draw: int = 4  # K-12
    well_card_in_run: str = "taken"  # K-19
    bestir_wild_aces: bool = True  # K-38
    deity_powers: bool = True  # K-42
    joker_self_target: bool = True  # K-43
    first_player: str | int = "random"  # K-5


class Familiar(Value):
    """An Ace in the play area, and the card that it retains (K-33)."""

    ace: Card
    card: Card


class Side(Value):
    """One player's cards. Piles are listed top first; hand and plays are listed lowest first."""

    hand: Pile = ()
    draws: Pile = ()
    discard: Pile = ()
    scores: Pile = ()
    plays: Pile = ()
    """The cards played this turn, and a Joker until it is placed."""
    familiars: tuple[Familiar, ...] = ()
    """The oldest first."""


class Prompt(Value):
    """A question of a power that waits for its answer.

    `kind` names it (see `powers`), and `seat` must answer. `looked` are cards taken off the draw
    pile to look at. In a search the owner sees the draw pile itself. Some kinds need more: `count`
    is how many cards the player may take or still send, or the highest cost of a card to take.
    `sent` is how many cards were sent. `cards` are the cards of the play area, and `target` is the
    player, that the answer is about.
    """

    kind: str
    seat: Seat
    looked: Pile = ()
    count: int = 0
    sent: int = 0
    cards: Pile = ()
    target: Seat | None = None


class State(Value):
    """All of a game of King of the Dead. Piles are listed top first.

    In a view, cards that the seat may not know are `UNKNOWN`, `seed` is None and `shuffles` is 0.
    """

    options: Options
    seed: str | None
    shuffles: int
    """The number of shuffles that were made with the seed so far."""
    sides: tuple[Side, ...]
    gate: Pile
    newcomer: Card | None
    parade: tuple[Card | None, ...]
    """The slots from @1 (next to the Newcomer) to @2n (next to the Well) for n players."""
    well: Pile
    first: Seat
    """The first player of the round."""
    turn: Seat
    """The active player. While a prompt waits, another player may have to answer."""
    reshuffles: int = 0
    jokers_seen: int = 0
    """How many Jokers appeared in the Parade in this round (K-8)."""
    final_round: bool = False
    over: bool = False
    prompt: Prompt | None = None


def phase(state: State) -> Phase:
    """Return what the game waits for."""
    if state.over:
        return Phase.OVER
    return Phase.PROMPT if state.prompt else Phase.MAIN


def to_act(state: State) -> Seat | None:
    """Return the seat that must act; None if the game is over."""
    if state.over:
        return None
    return state.prompt.seat if state.prompt else state.turn


def left_of(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % len(state.sides)


def other_seats(state: State) -> list[Seat]:
    """Return the other seats, clockwise from the active player."""
    players = len(state.sides)
    return [(state.turn + steps) % players for steps in range(1, players)]


def change_side(state: State, seat: Seat, **zones: object) -> State:
    """Return the state with these piles (`zones`) of one player's side changed."""
    return replace(state, sides=replace_at(state.sides, seat, replace(state.sides[seat], **zones)))


def points_of(state: State) -> tuple[int, ...]:
    """Return the points of each seat."""
    return tuple([points(side.scores) for side in state.sides])


def winners(state: State) -> tuple[Seat, ...]:
    """Return the seats with the most points and, among these, the fewest scored cards (K-50)."""
    ranks = [(points(side.scores), -len(side.scores)) for side in state.sides]
    best = max(ranks)
    return tuple([seat for seat, rank in enumerate(ranks) if rank == best])


def points_are_fixed(state: State) -> bool:
    """Return whether no action can change the points any more. A spectator's view is enough.

    The points are fixed if the players own only Aces and Jokers. These alone can't pay (K-22),
    make no run (K-18), and have no power that gains another card. A hidden card may be any card.
    """
    return not state.over and not any(
        card.rank != "A" and card is not JOKER for side in state.sides for card in owned_by(side)
    )


def owned_by(side: Side) -> Pile:
    """Return all cards that a player owns. Scored cards have left the game (K-20)."""
    return side.hand + side.draws + side.discard + side.plays + cards_of_familiars(side)


def cards_of_familiars(side: Side) -> Pile:
    """Return the Aces of a player's Familiars and the cards that they retain."""
    return tuple([card for one in side.familiars for card in (one.ace, one.card)])


def reason(state: State) -> str:
    """Return the reason of the win: `most_points`, `fewer_cards` or `shared`."""
    if len(winners(state)) > 1:
        return "shared"
    figures = points_of(state)
    return "most_points" if figures.count(max(figures)) == 1 else "fewer_cards"
