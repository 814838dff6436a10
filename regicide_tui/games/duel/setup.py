"""Deals a game and checks its house rules."""

from collections.abc import Mapping

from regicide_tui.games.base import Json
from regicide_tui.games.duel.state import HAND_MAXIMUM, PLAY, PLAYERS, Options, State
from regicide_tui.games.house_rules import (
    OVERPAY,
    check_players,
    check_seed,
    diamond_redeal,
    first_player,
    read_options,
)
from regicide_tui.games.regicide_family.dealing import deal_cards

TITLE = "Regicide Duel"

OPTIONS = (diamond_redeal(False), OVERPAY, first_player(PLAYERS))
"""The house rules of docs/rules-duel.md."""


def read_rules(players: int, given: Mapping[str, Json]) -> Options:
    """Return the checked house rules for this number of players. Raises `BadSetup`."""
    check_players(TITLE, players, (PLAYERS,))
    return read_options(TITLE, OPTIONS, given, Options)


def deal(players: int, seed: str, given: Mapping[str, Json]) -> State:
    """Return the first state of a game (D-1, D-2, D-3). Raises `BadSetup`."""
    options = read_rules(players, given)
    dealt = deal_cards(
        check_seed(seed),
        PLAYERS,
        HAND_MAXIMUM,
        jesters=0,
        first_player=options.first_player,
        diamond_redeal=options.diamond_redeal,
    )
    return State(
        options=options,
        seed=seed,
        shuffles=dealt.shuffles,
        hands=dealt.hands,
        shields=((), ()),
        tavern=dealt.tavern,
        castle=dealt.castle,
        discard=(),
        turn=dealt.first,
        phase=PLAY,
        played=(),
        due=0,
        winner=None,
        reason=None,
    )
