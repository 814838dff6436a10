"""The state of a game of King of the Dead, and small things that follow from it."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.hands import put
from regicide_tui.games.king_of_the_dead.values import JOKER, points

RESHUFFLES = {2: 3, 3: 2, 4: 2}
"""How often the Well becomes the Gate, by the number of players (K-48)."""

SEARCHES = frozenset({"search", "bestir"})
"""The prompts in which a player sees his whole draw pile."""


class Phase(TextEnum):
    """What the game waits for; in `OVER` it waits for nothing."""

    MAIN = "main"
    PROMPT = "prompt"
    OVER = "over"


class Options(Value, frozen=True):
    """The house rules of one game; the defaults are the rules as we read them."""

    jokers: bool = True  # K-3
    hand_draw: int = 4  # K-12
    well_card_in_run: str = "taken"  # K-19
    bestir_wild_aces: bool = True  # K-38
    deity_powers: bool = True  # K-42
    joker_self_target: bool = True  # K-43
    first_player: str | int = "random"  # K-5


class Familiar(Value, frozen=True):
    """An Ace that lies in the play area, and the card it retains (K-33)."""

    ace: Card
    card: Card


class Side(Value, frozen=True):
    """One player's side of the table. Piles are listed top first, hand and plays lowest first."""

    hand: Pile = ()
    draws: Pile = ()
    discard: Pile = ()
    scores: Pile = ()
    plays: Pile = ()
    """The cards played this turn; a Joker that is yet to be placed waits here too."""
    familiars: tuple[Familiar, ...] = ()
    """The oldest first."""


class Prompt(Value, frozen=True):
    """A question of a power that waits for its answer.

    `kind` names it (see `powers`), `seat` must answer. `looked` are the cards lifted off the
    draw pile; in a search the pile itself is open to its owner. What else a kind needs: `count`
    is how many cards may be taken or still be sent, or what a taken card may cost; `sent` how
    many were sent; `cards` are cards of the play area that the answer is about; `target` is
    whom it is about.
    """

    kind: str
    seat: Seat
    looked: Pile = ()
    count: int = 0
    sent: int = 0
    cards: Pile = ()
    target: Seat | None = None


class State(Value, frozen=True):
    """All of a game of King of the Dead. Piles are listed top first.

    In a view, cards a seat may not know are `UNKNOWN`, `seed` is None and `shuffles` is 0.
    """

    options: Options
    seed: str | None
    shuffles: int
    """How many shuffles the seed has given so far."""
    sides: tuple[Side, ...]
    gate: Pile
    newcomer: Card | None
    parade: tuple[Card | None, ...]
    """Slots @1 (next to the Newcomer) to @2n (next to the Well)."""
    well: Pile
    first: Seat
    """The first player of the round."""
    turn: Seat
    """The active player; in a prompt somebody else may have to answer."""
    reshuffles: int = 0
    jokers_seen: int = 0
    """Jokers that appeared in this round's Parade (K-8)."""
    final_round: bool = False
    over: bool = False
    prompt: Prompt | None = None


def phase(state: State) -> Phase:
    """Return what the game waits for."""
    if state.over:
        return Phase.OVER
    return Phase.PROMPT if state.prompt else Phase.MAIN


def to_act(state: State) -> Seat | None:
    """Return who must act, or None once the game is over."""
    if state.over:
        return None
    return state.prompt.seat if state.prompt else state.turn


def left_of(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % len(state.sides)


def others(state: State) -> list[Seat]:
    """Return the other seats, clockwise from the active player."""
    players = len(state.sides)
    return [(state.turn + steps) % players for steps in range(1, players)]


def change(state: State, seat: Seat, **zones: object) -> State:
    """Return the state with zones of one player's side changed."""
    return replace(state, sides=put(state.sides, seat, replace(state.sides[seat], **zones)))


def points_of(state: State) -> tuple[int, ...]:
    """Return everybody's points."""
    return tuple([points(side.scores) for side in state.sides])


def winners(state: State) -> tuple[Seat, ...]:
    """Return who has most points, among equals who needed fewest cards for them (K-50)."""
    ranks = [(points(side.scores), -len(side.scores)) for side in state.sides]
    best = max(ranks)
    return tuple([seat for seat, rank in enumerate(ranks) if rank == best])


def is_settled(state: State) -> bool:
    """Tell whether no action can change the points any more, in a state or in a spectator's view.

    It is so if nobody owns anything but Aces and Jokers: these alone pay nothing (K-22), make no
    run (K-18), and have no power that brings another card. A hidden card may be any card.
    """
    return not state.over and not any(
        card.rank != "A" and card is not JOKER for side in state.sides for card in owned_by(side)
    )


def owned_by(side: Side) -> Pile:
    """Return all cards that a player owns: but those scored, which have left the game."""
    kept = tuple([card for one in side.familiars for card in (one.ace, one.card)])
    return side.hand + side.draws + side.discard + side.plays + kept


def reason(state: State) -> str:
    """Return why the winners win: `most_points`, `fewer_cards` or `shared`."""
    if len(winners(state)) > 1:
        return "shared"
    figures = points_of(state)
    return "most_points" if figures.count(max(figures)) == 1 else "fewer_cards"
