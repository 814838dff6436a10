"""Positions: a game of King of the Dead to and from plain JSON (see docs/protocol.md)."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from regicide_tui.cards import JESTER, Card
from regicide_tui.games.base import Json, Pile, PlayerCount
from regicide_tui.games.king_of_the_dead.actions import has_options
from regicide_tui.games.king_of_the_dead.piles import (
    PLAYER_COUNTS,
    TITLE,
    packs,
    piles_of,
    read_rules,
)
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS
from regicide_tui.games.king_of_the_dead.state import (
    NUMBER,
    RESHUFFLES,
    Familiar,
    Prompt,
    Side,
    State,
    in_order,
    is_ace,
    phase,
    points_of,
    to_act,
    winners,
)
from regicide_tui.games.setup import (
    Count,
    Shuffles,
    Texts,
    card_texts,
    check_seed,
    exceeds_two_packs,
    first_fault,
    read_pile,
    reading_position,
    why_surplus,
)

_Piles = Annotated[list[Texts], msgspec.Meta(max_length=4)]
_Player = PlayerCount


class _Pending(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a prompt other than its kind and the cards that it looks at."""

    player: _Player
    count: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    sent: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    cards: Texts = []
    target: _Player | None = None


class _Position(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a position. Those of the second half follow from the others and are not read."""

    players: Annotated[int, msgspec.Meta(ge=PLAYER_COUNTS[0], le=PLAYER_COUNTS[-1])]
    hands: _Piles
    draws: _Piles | None = None
    discards: _Piles | None = None
    scores: _Piles | None = None
    plays: _Piles | None = None
    familiars: _Piles | None = None
    parade: Annotated[list[str | None], msgspec.Meta(max_length=8)] = []
    newcomer: str | None = None
    gate: Texts = []
    well: Texts = []
    first: Count = 1
    turn: Count = 1
    reshuffles: Count = 0
    jokers_seen: Count = 0
    final_round: bool = False
    phase: Literal["main", "prompt", "over"] = "main"
    prompt: str | None = None
    looked: Texts = []
    pending: _Pending | None = None
    seed: str | None = None
    shuffles: Shuffles = 0

    actor: Json = None
    points: Json = None
    winners: Json = None
    hand_counts: Json = None


def write_position(state: State) -> dict[str, Json]:
    """Return a state or a view as a position, with the values that follow from it."""
    sides, actor, prompt = state.sides, to_act(state), state.prompt
    written: dict[str, Json] = {
        "players": len(sides),
        "hands": [card_texts(side.hand) for side in sides],
        "draws": [card_texts(side.draws) for side in sides],
        "discards": [card_texts(side.discard) for side in sides],
        "scores": [card_texts(side.scores) for side in sides],
        "plays": [card_texts(side.plays) for side in sides],
        "familiars": [[f"{one.ace}:{one.card}" for one in side.familiars] for side in sides],
        "parade": [card.text if card else None for card in state.parade],
        "newcomer": state.newcomer.text if state.newcomer else None,
        "gate": card_texts(state.gate),
        "well": card_texts(state.well),
        "first": state.first + 1,
        "turn": state.turn + 1,
        "reshuffles": state.reshuffles,
        "jokers_seen": state.jokers_seen,
        "final_round": state.final_round,
        "phase": phase(state).value,
        "prompt": prompt.kind if prompt else None,
        "looked": card_texts(prompt.looked) if prompt else [],
        "pending": _write_pending(prompt) if prompt else None,
        "actor": None if actor is None else actor + 1,
        "points": list(points_of(state)),
        "winners": [seat + 1 for seat in winners(state)] if state.over else None,
        "hand_counts": [len(side.hand) for side in sides],
    }
    if state.seed is not None:
        written["seed"] = state.seed
        written["shuffles"] = state.shuffles
    return written


def _write_pending(prompt: Prompt) -> dict[str, Json]:
    written: dict[str, Json] = {"player": prompt.seat + 1}
    if prompt.count:
        written["count"] = prompt.count
    if prompt.sent:
        written["sent"] = prompt.sent
    if prompt.cards:
        written["cards"] = card_texts(prompt.cards)
    if prompt.target is not None:
        written["target"] = prompt.target + 1
    return written


def read_position(position: Json, seed: str, options: Mapping[str, Json]) -> State:
    """Return the state of a position. Raises `BadSetup`: `bad_position` or `bad_option`."""
    with reading_position(TITLE):
        given = msgspec.convert(position, _Position)
        state = _build(given, seed, options)
        _check(given, state)
    return state


def _build(given: _Position, seed: str, options: Mapping[str, Json]) -> State:
    slots = 2 * given.players
    if len(given.parade) > slots:
        raise ValueError(f"the Parade has {slots} slots")
    parade = [_read_card(text) for text in given.parade]
    return State(
        options=read_rules(given.players, options),
        seed=check_seed(seed if given.seed is None else given.seed),
        shuffles=given.shuffles,
        sides=_read_sides(given),
        gate=read_pile(given.gate),
        newcomer=_read_card(given.newcomer),
        parade=(*parade, *[None] * (slots - len(parade))),
        well=read_pile(given.well),
        first=given.first - 1,
        turn=given.turn - 1,
        reshuffles=given.reshuffles,
        jokers_seen=given.jokers_seen,
        final_round=given.final_round,
        over=given.phase == "over",
        prompt=_read_prompt(given),
    )


def _read_card(text: str | None) -> Card | None:
    return None if text is None else read_pile([text])[0]


def _read_sides(given: _Position) -> tuple[Side, ...]:
    empty: list[list[str]] = [[]] * given.players
    zones = [given.hands, given.draws, given.discards, given.scores, given.plays, given.familiars]
    rows = [empty if zone is None else zone for zone in zones]
    if any(len(row) != given.players for row in rows):
        raise ValueError("there must be one list for each player")
    return tuple(
        [
            Side(
                hand=in_order(read_pile(hand)),
                draws=read_pile(draws),
                discard=read_pile(discard),
                scores=read_pile(scores),
                plays=in_order(read_pile(plays)),
                familiars=tuple([_read_familiar(text) for text in familiars]),
            )
            for hand, draws, discard, scores, plays, familiars in zip(*rows, strict=True)
        ]
    )


def _read_familiar(text: str) -> Familiar:
    ace, _, card = text.partition(":")
    return Familiar(*read_pile([ace, card]))


def _read_prompt(given: _Position) -> Prompt | None:
    if (given.phase == "prompt") != (given.prompt is not None):
        raise ValueError("phase prompt needs a prompt, and no other phase has one")
    if given.prompt is None:
        if given.looked or given.pending:
            raise ValueError("only a prompt has cards to look at")
        return None
    if given.prompt not in PROMPT_KINDS:
        raise ValueError(f"there is no prompt {given.prompt[:20]!r}")
    pending = given.pending or _Pending(given.turn)
    return Prompt(
        given.prompt,
        pending.player - 1,
        looked=read_pile(given.looked),
        count=pending.count,
        sent=pending.sent,
        cards=read_pile(pending.cards),
        target=None if pending.target is None else pending.target - 1,
    )


def _check(given: _Position, state: State) -> None:
    """Raise `ValueError` for a state that no game can have."""
    faults = _faults(given, state)
    if state.prompt and not any(wrong for wrong, _ in faults):
        faults = _prompt_faults(state, state.prompt)
    if fault := first_fault(faults):
        raise ValueError(fault)


def why_impossible(state: State) -> str:
    """Return why the cards of one game don't make this state; an empty string if they do."""
    players = len(state.sides)
    number = packs(players)
    faults = [(state.reshuffles > RESHUFFLES[players], "the Well became the Gate too often")]
    jokers = 2 * number if state.options.jokers else 0
    return why_surplus(_piles(state), number, jokers) or first_fault(faults)


def _piles(state: State) -> list[Pile]:
    """Return all piles of a state."""
    piles = [pile for side in state.sides for pile in piles_of(side)]
    piles += [state.gate, state.well, state.prompt.looked if state.prompt else ()]
    return [*piles, tuple([card for card in (state.newcomer, *state.parade) if card])]


def _faults(given: _Position, state: State) -> list[tuple[bool, str]]:
    """Return the possible faults of a state: whether each is present, and its sentence."""
    seats = range(given.players)
    scored = [card for side in state.sides for card in side.scores]
    aces = [one.ace for side in state.sides for one in side.familiars]
    return [
        (state.turn not in seats, "turn must name one of the players"),
        (state.first not in seats, "first must name one of the players"),
        (JESTER in state.parade, "a Joker can't be in the Parade"),
        (any(card not in NUMBER or is_ace(card) for card in scored), "only 2 to 10 can be scored"),
        (not all(map(is_ace, aces)), "a Familiar must be an Ace and a card, such as AH:9C"),
        (exceeds_two_packs(_piles(state)), "a card appears too often"),
    ]


def _prompt_faults(state: State, prompt: Prompt) -> list[tuple[bool, str]]:
    """Return the possible faults of a prompt; the later checks need the first ones to pass."""
    prompt_kind, seats = PROMPT_KINDS[prompt.kind], range(len(state.sides))
    if prompt.seat not in seats or (prompt.target or 0) not in seats:
        return [(True, "pending must name players of the game")]
    others_turn = prompt.seat != state.turn
    least, most = prompt_kind.counts
    waiting = Counter(prompt_kind.waits) + Counter(prompt.cards)
    return [
        (others_turn and not prompt_kind.anybody, "the active player must answer this prompt"),
        (
            prompt.kind == "void_hand" and not others_turn,
            "the other players must answer this prompt",
        ),
        (len(prompt.looked) > prompt_kind.looks, "more cards are looked at than the power shows"),
        (not least <= prompt.count <= most, "pending has a count that this prompt can't have"),
        (
            bool(prompt.sent) and prompt.sent + prompt.count > 4,
            "more cards are sent than the power sends",
        ),
        (bool(waiting - Counter(state.sides[state.turn].plays)), "cards of the prompt are missing"),
        (
            not has_options(prompt_kind.form(state, prompt)),
            "there is nothing to choose in the prompt",
        ),
    ]
