"""Positions: a game of Regicide Duel to and from plain JSON (docs/protocol.md has the keys)."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from regicide_tui.cards import JESTER, ascending
from regicide_tui.games.base import Json, Pile
from regicide_tui.games.duel.rules import (
    TITLE,
    lose_if_unable_to_act,
    lose_if_unpayable,
    read_rules,
)
from regicide_tui.games.duel.state import (
    HAND_MAXIMUM,
    OVER,
    PAY,
    PLAY,
    PLAYERS,
    Phase,
    State,
    actor,
    becomes_shield,
    shield,
)
from regicide_tui.games.regicide_family.plays import are_royals, is_play
from regicide_tui.games.setup import (
    Count,
    Shuffles,
    Texts,
    card_texts,
    check_seed,
    exceeds_two_packs,
    first_fault,
    play_text,
    read_pile,
    read_play,
    reading_position,
    why_surplus,
)

_Pair = msgspec.Meta(min_length=PLAYERS, max_length=PLAYERS)
_Player = Literal[1, 2]


class _Position(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a position. Those of the second half follow from the others and are not read."""

    hands: Annotated[list[Texts], _Pair]
    players: Literal[2] = 2
    shields: Annotated[list[Texts], _Pair] = msgspec.field(default_factory=lambda: [[], []])
    castle: Texts = []
    tavern: Texts = []
    discard: Texts = []
    turn: _Player = 1
    phase: Literal["play", "pay", "over"] = "play"
    played: Annotated[str, msgspec.Meta(max_length=20)] = ""
    due: Count = 0
    seed: str | None = None
    shuffles: Shuffles = 0
    winner: _Player | None = None
    reason: Literal["cannot_pay", "cannot_play"] | None = None

    actor: Json = None
    shield_values: Json = None
    hand_counts: Json = None


def write_position(state: State) -> dict[str, Json]:
    """Return a state or a view as a position, with the values that follow from it."""
    seat = actor(state)
    written: dict[str, Json] = {
        "players": PLAYERS,
        "hands": [card_texts(hand) for hand in state.hands],
        "shields": [[play_text(cards) for cards in plays] for plays in state.shields],
        "castle": card_texts(state.castle),
        "tavern": card_texts(state.tavern),
        "discard": card_texts(state.discard),
        "turn": state.turn + 1,
        "phase": state.phase.value,
        "played": play_text(state.played),
        "due": state.due,
        "winner": None if state.winner is None else state.winner + 1,
        "reason": state.reason,
        "actor": None if seat is None else seat + 1,
        "shield_values": [shield(state, seat) for seat in range(PLAYERS)],
        "hand_counts": [len(hand) for hand in state.hands],
    }
    if state.seed is not None:
        written["seed"] = state.seed
        written["shuffles"] = state.shuffles
    return written


def read_position(position: Json, seed: str, options: Mapping[str, Json]) -> State:
    """Return the state of a position after the check of its phase (docs/rules-duel.md, Phases).

    Raises `BadSetup`: `bad_position` with what is wrong, or `bad_option`.
    """
    with reading_position(TITLE):
        state = _build(msgspec.convert(position, _Position), seed, options)
    if state.phase is PAY:
        return lose_if_unpayable(state, [])
    return lose_if_unable_to_act(state, []) if state.phase is PLAY else state


def _build(given: _Position, seed: str, options: Mapping[str, Json]) -> State:
    state = State(
        options=read_rules(given.players, options),
        seed=check_seed(seed if given.seed is None else given.seed),
        shuffles=given.shuffles,
        hands=tuple([ascending(read_pile(hand)) for hand in given.hands]),
        shields=tuple([tuple([read_play(text) for text in plays]) for plays in given.shields]),
        tavern=read_pile(given.tavern),
        castle=read_pile(given.castle),
        discard=read_pile(given.discard),
        turn=given.turn - 1,
        phase=Phase(given.phase),
        played=read_play(given.played) if given.played else (),
        due=given.due,
        winner=None if given.winner is None else given.winner - 1,
        reason=given.reason,
    )
    if fault := first_fault(_faults(state)):
        raise ValueError(fault)
    return state


def why_impossible(state: State) -> str:
    """Return why the cards of one game don't make this state; an empty string if they do."""
    shields = [cards for plays in state.shields for cards in plays]
    faults = [
        (
            not all(is_play(cards) for cards in (*shields, *filter(None, [state.played]))),
            "the cards of each play must go together",
        ),
        (not all(map(becomes_shield, shields)), "each play of a shield must have a Spade"),
    ]
    return why_surplus(_piles(state), 1, 0) or first_fault(faults)


def _piles(state: State) -> list[Pile]:
    """Return all piles of a state."""
    piles = [*state.hands, *[cards for plays in state.shields for cards in plays]]
    return [*piles, state.tavern, state.castle, state.discard, state.played]


def _faults(state: State) -> list[tuple[bool, str]]:
    """Return the possible faults of a state: whether each is present, and its sentence."""
    over = state.phase is OVER
    unpaid = state.phase is PAY or state.reason == "cannot_pay"
    piles = _piles(state)
    return [
        (any(JESTER in pile for pile in piles), "there are no Jesters in a duel"),
        (not are_royals(state.castle), "the castle must hold royals only"),
        (any(len(hand) > HAND_MAXIMUM for hand in state.hands), "a hand holds at most 7 cards"),
        (
            over != (state.winner is not None),
            "phase over needs a winner, and no other phase has one",
        ),
        (
            over != (state.reason is not None),
            "phase over needs a reason, and no other phase has one",
        ),
        (unpaid != bool(state.played), "played are the cards of an attack not paid yet"),
        (unpaid != bool(state.due), "due is what is still to be paid for an attack"),
        (over and unpaid != (state.winner == state.turn), "the reason contradicts the winner"),
        (exceeds_two_packs(piles), "a card appears too often"),
    ]
