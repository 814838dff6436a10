"""Dealing a game, and checking its house rules."""

from collections.abc import Mapping

import msgspec

from regicide_tui.cards import DIAMONDS, JESTER, PACK, ascending
from regicide_tui.games.base import BadSetup, Json, Option, Pile
from regicide_tui.games.chance import shuffled
from regicide_tui.games.regicide.state import (
    HAND_MAXIMUM,
    PLAY,
    ROYALS,
    SOLO_JESTERS,
    TAVERN_JESTERS,
    Options,
    State,
)

SEED_LIMIT = 200
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


def read_options(players: int, given: Mapping[str, Json]) -> Options:
    """Check the options given against the allowed values.

    Raises `BadSetup` with `bad_request` for a wrong number of players, else `bad_option`.
    """
    if type(players) is not int or players not in HAND_MAXIMUM:
        raise BadSetup("bad_request", "Regicide is for 1 to 4 players.")
    if not isinstance(given, Mapping):
        raise BadSetup("bad_option", "Options are names with values.")
    allowed = {option.name: option for option in options_for(players)}
    for name, value in given.items():
        if name not in allowed:
            raise BadSetup("bad_option", f"Regicide has no option {str(name)[:40]!r}.")
        if not any(value is one or _same(value, one) for one in allowed[name].values):
            choices = ", ".join(str(one) for one in allowed[name].values)
            raise BadSetup("bad_option", f"{name} is one of {choices}.")
    return msgspec.convert(dict(given), Options)


def _same(value: Json, one: Json) -> bool:
    return type(value) is type(one) and bool(value == one)


def check_seed(seed: str) -> str:
    """Return the seed if it is one line of text. Raises `BadSetup` with `bad_request`."""
    if len(seed) > SEED_LIMIT or not seed.isprintable():
        raise BadSetup("bad_request", f"A seed is a line of at most {SEED_LIMIT} characters.")
    return seed


def deal(players: int, seed: str, given: Mapping[str, Json]) -> State:
    """Set up a game (R-1 to R-5). Raises `BadSetup`."""
    options = read_options(players, given)
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
