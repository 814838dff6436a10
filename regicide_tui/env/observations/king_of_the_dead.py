"""Observations of King of the Dead."""

from regicide_tui.cards import Card
from regicide_tui.env.actions.action_space import Picked
from regicide_tui.env.actions.king_of_the_dead import MOST_FAMILIARS, MOST_SLOTS, SIZE
from regicide_tui.env.observations.blocks import (
    CARD_KINDS,
    SEATS,
    Blocks,
    Numbers,
    Writer,
    from_seat,
    steps_left,
)
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS
from regicide_tui.games.king_of_the_dead.state import Prompt, Side, State, points_of, to_act

PROMPTS = tuple(PROMPT_KINDS)
"""The kinds of prompts, in the order of their numbers."""
_FAMILIAR = 2
"""The numbers of a Familiar: its Ace and its card, 1 more than their `order`; 0 for none."""

BLOCKS = Blocks(
    {
        "hand": CARD_KINDS,
        "picked": SIZE,
        "looked": CARD_KINDS,
        "plays": CARD_KINDS,
        "discards": SEATS * CARD_KINDS,
        "familiars": SEATS * MOST_FAMILIARS * _FAMILIAR,
        "parade": MOST_SLOTS * CARD_KINDS,
        "well": CARD_KINDS,
        "well_top": CARD_KINDS,
        "prompt": len(PROMPTS),
        "prompt_count": 1,
        "prompt_sent": 1,
        "prompt_cards": CARD_KINDS,
        "prompt_target": SEATS,
        "newcomer": 1,
        "gate_size": 1,
        "reshuffles": 1,
        "jokers_seen": 1,
        "final_round": 1,
        "players": 1,
        "points": SEATS,
        "scored": SEATS,
        "hand_sizes": SEATS,
        "draw_sizes": SEATS,
        "first": SEATS,
        "turn": SEATS,
        "to_act": SEATS,
    }
)


def observe(view: State, seat: Seat, picked: Picked) -> Numbers:
    """Return what a seat sees. `picked` are the numbers that it has chosen for its next action."""
    writer, sides, players = Writer(BLOCKS), view.sides, len(view.sides)
    writer.count("hand", sides[seat].hand)
    for place, number in enumerate(picked, 1):
        writer.set("picked", place, place=number)
    writer.count("looked", sides[seat].draws)  # they are known only during a search
    writer.count("plays", sides[view.turn].plays)
    around = sides[seat:] + sides[:seat]
    for place, side in enumerate(around):
        writer.count("discards", side.discard, place * CARD_KINDS)
        writer.set("familiars", *_familiars(side), place=place * MOST_FAMILIARS * _FAMILIAR)
    for slot, card in enumerate(view.parade):
        writer.count("parade", [card], slot * CARD_KINDS)
    writer.count("well", view.well)
    writer.count("well_top", view.well[:1])
    if view.prompt:
        _write_prompt(writer, view.prompt, seat, players)
    writer.set("newcomer", view.newcomer is not None)
    writer.set("gate_size", len(view.gate))
    writer.set("reshuffles", view.reshuffles)
    writer.set("jokers_seen", view.jokers_seen)
    writer.set("final_round", view.final_round)
    writer.set("players", players)
    writer.set("points", *from_seat(seat, points_of(view)))
    writer.set("scored", *[len(side.scores) for side in around])
    writer.set("hand_sizes", *[len(side.hand) for side in around])
    writer.set("draw_sizes", *[len(side.draws) for side in around])
    writer.mark("first", steps_left(seat, view.first, players))
    writer.mark("turn", steps_left(seat, view.turn, players))
    acting = to_act(view)
    if acting is not None:
        writer.mark("to_act", steps_left(seat, acting, players))
    return writer.numbers


def _familiars(side: Side) -> list[int]:
    return [_code(card) for one in side.familiars for card in (one.ace, one.card)]


def _code(card: Card) -> int:
    return card.order + 1


def _write_prompt(writer: Writer, prompt: Prompt, seat: Seat, players: int) -> None:
    writer.mark("prompt", PROMPTS.index(prompt.kind))
    writer.set("prompt_count", prompt.count)
    writer.set("prompt_sent", prompt.sent)
    writer.count("prompt_cards", prompt.cards)
    writer.count("looked", prompt.looked)
    if prompt.target is not None:
        writer.mark("prompt_target", steps_left(seat, prompt.target, players))
