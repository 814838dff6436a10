"""Dealing a game, and checking its house rules."""

from collections.abc import Mapping

from regicide_tui.cards import DIAMONDS, JESTER, PACK, ascending
from regicide_tui.games.base import Json, Option, Pile
from regicide_tui.games.chance import shuffled
from regicide_tui.games.house_rules import check_players, check_seed, read_options
from regicide_tui.games.plays import ROYALS
from regicide_tui.games.regicide.state import (
    HAND_MAXIMUM,
    PLAY,
    SOLO_JESTERS,
    TAVERN_JESTERS,
    Options,
    State,
)

_BOOLEANS = (True, False)
_TIERS = tuple(tuple(card for card in PACK if card.rank == rank) for rank in ROYALS)
_NUMBERS = tuple(card for card in PACK if card.rank not in ROYALS)


def options_for(players: int) -> tuple[Option, ...]:
    """Return the house rules of docs/rules.md for so many players."""
    return (
        Option("diamond_redeal", True, _BOOLEANS, "Deal again while no hand holds a Diamond."),
        Option("combos", True, _BOOLEANS, "Cards of one number, 2 to 5, may be played together."),
        Option(
            "solo_yield",
            False,
            _BOOLEANS,
            "A solo player may yield, but not twice running.",
            matters=players == 1,
        ),
        Option(
            "overpay",
            "one_at_a_time",
            ("one_at_a_time", "minimal", "free"),
            "Discard until the attack is covered; no card too many; or as many as you like.",
        ),
        Option(
            "first_player",
            "random",
            ("random", *range(1, players + 1)),
            "Who begins.",
            matters=players > 1,
        ),
    )


def read_rules(players: int, given: Mapping[str, Json]) -> Options:
    """Check the number of players and the house rules. Raises `BadSetup`."""
    check_players("Regicide", players, tuple(HAND_MAXIMUM))
    return read_options("Regicide", options_for(players), given, Options)


def deal(players: int, seed: str, given: Mapping[str, Json]) -> State:
    """Set up a game (R-1 to R-5). Raises `BadSetup`."""
    options = read_rules(players, given)
    check_seed(seed)
    castle: Pile = ()
    for number, tier in enumerate(_TIERS):
        castle += shuffled(tier, seed, number)
    first = options.first_player
    turn = shuffled(range(players), seed, len(_TIERS))[0] if first == "random" else int(first) - 1
    shuffles = len(_TIERS) + 1

    deck = [*_NUMBERS, *[JESTER] * TAVERN_JESTERS[players]]
    dealt = HAND_MAXIMUM[players] * players
    while True:
        tavern = shuffled(deck, seed, shuffles)
        shuffles += 1
        hand_cards = tavern[:dealt]
        if not options.diamond_redeal or any(card.suit is DIAMONDS for card in hand_cards):
            break
    return State(
        options=options,
        seed=seed,
        shuffles=shuffles,
        hands=tuple([ascending(hand_cards[seat::players]) for seat in range(players)]),
        tavern=tavern[dealt:],
        tavern_known=0,
        castle=castle[1:],
        enemy=castle[0],
        damage=0,
        immunity_cancelled=False,
        table=(),
        discard=(),
        turn=turn,
        phase=PLAY,
        yielded=(False,) * players,
        jesters_unused=SOLO_JESTERS if players == 1 else 0,
        result=None,
        reason=None,
    )
