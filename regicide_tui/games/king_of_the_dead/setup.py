"""Deals a game and checks its house rules."""

from collections.abc import Mapping

from msgspec.structs import replace

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, JESTER, PACK, SPADES
from regicide_tui.games.base import Event, Json, Option, Seat
from regicide_tui.games.chance import shuffled
from regicide_tui.games.house_rules import (
    BOOLEANS,
    check_players,
    check_seed,
    first_player,
    read_options,
)
from regicide_tui.games.king_of_the_dead.piles import lay_in_slot, take_from_gate
from regicide_tui.games.king_of_the_dead.state import Options, Side, State
from regicide_tui.games.king_of_the_dead.values import in_order

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
            "What becomes of the Well's top card when it serves a run as a lower card.",
        ),
        Option(
            "bestir_wild_aces", True, BOOLEANS, "An Ace may stand in for one of two red Queens."
        ),
        Option("deity_powers", True, BOOLEANS, "Three or four royals of a rank have powers."),
        Option(
            "joker_self_target", True, BOOLEANS, "Pillage and Void may choose the player himself."
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
    untold: list[Event] = []
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
