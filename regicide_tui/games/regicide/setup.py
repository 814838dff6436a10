"""Deals a game and checks its house rules."""

from collections.abc import Mapping

from regicide_tui.games.base import Json, Option
from regicide_tui.games.house_rules import (
    BOOLEANS,
    OVERPAY,
    check_players,
    check_seed,
    diamond_redeal,
    first_player,
    read_options,
)
from regicide_tui.games.regicide.state import (
    HAND_MAXIMUM,
    PLAY,
    SOLO_JESTERS,
    TAVERN_JESTERS,
    Options,
    State,
)
from regicide_tui.games.regicide_family.dealing import deal_cards


def options_for(players: int) -> tuple[Option, ...]:
    """Return the house rules of docs/rules.md for this number of players."""
    return (
        diamond_redeal(True),
        Option("combos", True, BOOLEANS, "Cards of one number, 2 to 5, may be played together."),
        Option(
            "solo_yield",
            False,
            BOOLEANS,
            "A solo player may yield, but not twice in a row.",
            matters=players == 1,
        ),
        OVERPAY,
        first_player(players),
    )


def read_rules(players: int, given: Mapping[str, Json]) -> Options:
    """Return the checked house rules for this number of players. Raises `BadSetup`."""
    check_players("Regicide", players, tuple(HAND_MAXIMUM))
    return read_options("Regicide", options_for(players), given, Options)


def deal(players: int, seed: str, given: Mapping[str, Json]) -> State:
    """Return the first state of a game (R-1, R-2, R-3, R-4, R-5). Raises `BadSetup`."""
    options = read_rules(players, given)
    check_seed(seed)
    dealt = deal_cards(
        seed,
        players,
        HAND_MAXIMUM[players],
        jesters=TAVERN_JESTERS[players],
        first_player=options.first_player,
        diamond_redeal=options.diamond_redeal,
    )
    return State(
        options=options,
        seed=seed,
        shuffles=dealt.shuffles,
        hands=dealt.hands,
        tavern=dealt.tavern,
        tavern_known=0,
        castle=dealt.castle[1:],
        enemy=dealt.castle[0],
        damage=0,
        immunity_cancelled=False,
        table=(),
        discard=(),
        turn=dealt.first,
        phase=PLAY,
        yielded=(False,) * players,
        jesters_unused=SOLO_JESTERS if players == 1 else 0,
        result=None,
        reason=None,
    )
