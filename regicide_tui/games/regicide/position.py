"""Positions: a game of Regicide to and from plain JSON (docs/protocol.md has the keys)."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from regicide_tui.cards import JESTER, ascending
from regicide_tui.games.base import Json, Pile, PlayerCount
from regicide_tui.games.regicide.rules import enter_suffering, lose_if_unable_to_act, read_rules
from regicide_tui.games.regicide.state import (
    CHOOSE,
    HAND_MAXIMUM,
    HEALTH,
    OVER,
    PLAY,
    SOLO_JESTERS,
    SUFFER,
    Phase,
    Played,
    State,
    attack,
    lay,
    medal,
    remaining,
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
    is_in_castle_order,
    play_text,
    read_pile,
    read_play,
    reading_position,
    why_surplus,
)


class _Position(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a position. Those of the second half follow from the others and are not read."""

    players: PlayerCount
    hands: Annotated[list[Texts], msgspec.Meta(max_length=4)]
    enemy: str | None = None
    castle: Texts = []
    tavern: Texts = []
    discard: Texts = []
    table: Texts = []
    damage: Count = 0
    immunity_cancelled: bool | None = None
    turn: Count = 1
    phase: Literal["play", "choose", "suffer", "over"] = "play"
    yielded: Annotated[list[bool], msgspec.Meta(max_length=4)] | None = None
    jesters_unused: Annotated[int, msgspec.Meta(ge=0, le=SOLO_JESTERS)] | None = None
    tavern_known: Count = 0
    seed: str | None = None
    shuffles: Shuffles = 0
    result: Literal["won", "lost"] | None = None
    reason: Literal["all_enemies_defeated", "cannot_pay", "cannot_act"] | None = None

    remaining: Json = None
    shield: Json = None
    due: Json = None
    hand_counts: Json = None
    medal: Json = None


def write_position(state: State) -> dict[str, Json]:
    """Return a state or a view as a position, with the values that follow from it."""
    written: dict[str, Json] = {
        "players": len(state.hands),
        "hands": [card_texts(hand) for hand in state.hands],
        "enemy": state.enemy.text if state.enemy else None,
        "castle": card_texts(state.castle),
        "tavern": card_texts(state.tavern),
        "discard": card_texts(state.discard),
        "table": [f"{play.seat + 1}:{play_text(play.cards)}" for play in state.table],
        "damage": state.damage,
        "immunity_cancelled": state.immunity_cancelled,
        "turn": state.turn + 1,
        "phase": state.phase.value,
        "yielded": list(state.yielded),
        "tavern_known": state.tavern_known,
        "result": state.result,
        "reason": state.reason,
        "remaining": remaining(state),
        "shield": shield(state),
        "due": attack(state) if state.phase is Phase.SUFFER else 0,
        "hand_counts": [len(hand) for hand in state.hands],
        "medal": medal(state),
    }
    if len(state.hands) == 1:
        written["jesters_unused"] = state.jesters_unused
    if state.seed is not None:
        written["seed"] = state.seed
        written["shuffles"] = state.shuffles
    return written


def read_position(position: Json, seed: str, options: Mapping[str, Json]) -> State:
    """Return the state of a position after the check of its phase (docs/rules.md, Phases).

    Raises `BadSetup`: `bad_position` with what is wrong, or `bad_option`.
    """
    with reading_position("Regicide"):
        state = _build(msgspec.convert(position, _Position), seed, options)
    if state.phase is SUFFER:
        return enter_suffering(state, [])
    return lose_if_unable_to_act(state, []) if state.phase is PLAY else state


def _build(given: _Position, seed: str, options: Mapping[str, Json]) -> State:
    players = given.players
    table = tuple([_read_played(text, players) for text in given.table])
    yielded = tuple(given.yielded or [False] * players)
    unused = given.jesters_unused if players == 1 else 0
    on_table = any(JESTER in play.cards for play in table)
    cancelled = on_table if given.immunity_cancelled is None else given.immunity_cancelled
    state = State(
        options=read_rules(players, options),
        seed=check_seed(seed if given.seed is None else given.seed),
        shuffles=given.shuffles,
        hands=tuple([ascending(read_pile(hand)) for hand in given.hands]),
        tavern=read_pile(given.tavern),
        tavern_known=given.tavern_known,
        castle=read_pile(given.castle),
        enemy=read_pile([given.enemy])[0] if given.enemy else None,
        damage=given.damage,
        immunity_cancelled=cancelled,
        table=table,
        discard=read_pile(given.discard),
        turn=given.turn - 1,
        phase=Phase(given.phase),
        yielded=yielded,
        jesters_unused=SOLO_JESTERS if unused is None else unused,
        result=given.result,
        reason=given.reason,
    )
    if fault := first_fault(_faults(given, state)):
        raise ValueError(fault)
    return state


def why_impossible(state: State) -> str:
    """Return why the cards of one game don't make this state; an empty string if they do."""
    enemy = (state.enemy,) if state.enemy else ()
    jester_last = bool(state.table) and JESTER in state.table[-1].cards
    faults = [
        (
            not is_in_castle_order((*enemy, *state.castle)),
            "royals must be in the order Jacks, Queens, Kings",
        ),
        (state.result == "won" and bool(state.castle), "a game is won when the castle is empty"),
        (
            not all(is_play(play.cards, state.options.combos) for play in state.table),
            "the cards of each play on the table must go together",
        ),
        (state.phase is CHOOSE and not jester_last, "a player is chosen only after a Jester"),
    ]
    jesters = 2 if len(state.hands) > 1 else 0  # solo Jesters are flipped and are in no pile
    return why_surplus(_piles(state), 1, jesters) or first_fault(faults)


def _piles(state: State) -> list[Pile]:
    """Return all piles of a state."""
    piles = [*state.hands, *[play.cards for play in state.table]]
    return [
        *piles,
        state.tavern,
        state.castle,
        state.discard,
        (state.enemy,) if state.enemy else (),
    ]


def _read_played(text: str, players: int) -> Played:
    player, _, played = text.partition(":")
    if player not in [str(seat + 1) for seat in range(players)]:
        raise ValueError(f"{text[:20]!r} is not a play of one of the players")
    return lay(int(player) - 1, read_play(played))


def _faults(given: _Position, state: State) -> list[tuple[bool, str]]:
    """Return the possible faults of a state: whether each is present, and its sentence."""
    players, over = given.players, state.phase is OVER
    won, maximum = state.result == "won", HAND_MAXIMUM[players]
    known = state.tavern[: state.tavern_known]
    return [
        (len(state.hands) != players, "there must be one hand for each player"),
        (len(state.yielded) != players, "yielded must have one entry for each player"),
        (not 0 <= state.turn < players, "turn must name one of the players"),
        (players > 1 and bool(given.jesters_unused), "only a solo player has Jesters to flip"),
        (not over and state.enemy is None, "there must be an enemy"),
        (not are_royals(state.castle), "the castle must hold royals only"),
        (state.enemy is not None and not are_royals((state.enemy,)), "the enemy must be a royal"),
        (
            state.enemy is not None and state.damage >= HEALTH.get(state.enemy.rank, 0),
            "an enemy with so much damage is defeated",
        ),
        (
            over != (state.result is not None),
            "phase over needs a result, and no other phase has one",
        ),
        (
            over != (state.reason is not None),
            "phase over needs a reason, and no other phase has one",
        ),
        (
            over and won != (state.reason == "all_enemies_defeated"),
            "the reason contradicts the result",
        ),
        (over and won != (state.enemy is None), "a game is won when no enemy is left"),
        (any(len(hand) > maximum for hand in state.hands), f"a hand holds at most {maximum} cards"),
        (
            len(known) < state.tavern_known or not are_royals(known),
            "tavern_known may count only royals",
        ),
        (exceeds_two_packs(_piles(state)), "a card appears too often"),
    ]
