"""The sentences of the log, made from events alone. Players have names here."""

from collections.abc import Iterable, Iterator

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event, Json, Outcome
from regicide_tui.games.duel import state as e
from regicide_tui.games.duel.rules import PlayPreview, preview
from regicide_tui.games.duel.state import AttackMade, CastleCardDrawn, ShieldDestroyed, State, other
from regicide_tui.games.regicide_family.events import COMMON
from regicide_tui.games.regicide_family.plays import Pay, PayPreview, Play
from regicide_tui.games.words import (
    EventSentences,
    LogSentence,
    PlayerNames,
    detail,
    head,
    player_name,
    tell_event,
)


def tell(event: Event, seats: tuple[str, ...]) -> LogSentence | None:
    """Return the sentence of an event; None if the log does not mention the event."""
    return tell_event(_SENTENCES, event, seats)


def tell_end(outcome: Outcome, seats: tuple[str, ...]) -> str:
    """Return how the game ended by its rules; a player named `YOU` gets the forms of `You`."""
    (winner,) = outcome.winners
    loser, wins = seats[other(winner)], PlayerNames(seats).with_verb(winner, "win")
    if outcome.reason == "cannot_pay":
        return f"{loser} could not pay the damage. {wins}."
    return f"{loser} had no card left to play. {wins}."


def tell_position(position: Json, seats: tuple[str, ...]) -> str:
    """Return the progress of a position: the winner, or both players' shields and hands."""
    given = position if isinstance(position, dict) else {}
    if given.get("phase") == "over":
        winner = player_name(given.get("winner"), seats)
        losers = [name for name in seats if name != winner]
        if not winner or len(losers) != 1:
            return "over"
        could_not = "pay" if given.get("reason") == "cannot_pay" else "play"
        return f"won by {winner}, {losers[0]} couldn't {could_not}"
    match given.get("shield_values"), given.get("hand_counts"):
        case [int(), int()] as shields, [int(), int()] as hands:
            return "shields {} and {}, hands of {} and {}".format(*shields, *hands)
    return "just started"


def _castle(event: e.CastleCardDrawn, names: PlayerNames) -> LogSentence:
    draws = names.with_verb(event.seat, "draw", begins=False)
    if event.card is UNKNOWN:
        return detail(f"{draws} a card of the Castle")
    return detail(f"{draws} ", event.card, " of the Castle")


def _attack(event: e.AttackMade, names: PlayerNames) -> LogSentence:
    doubled = " (doubled)" if event.doubled else ""
    if event.attack < event.shield:
        return detail(f"attack {event.attack}{doubled}: the shield of {event.shield} stands")
    against = f" against a shield of {event.shield}" if event.shield else ""
    return detail(f"attack {event.attack}{doubled}{against}")


def _destroyed(event: e.ShieldDestroyed, names: PlayerNames) -> LogSentence:
    return detail(f"{names.possessive(event.seat)} shield is destroyed")


def _suffered(event: e.DamageSuffered, names: PlayerNames) -> LogSentence:
    return detail(f"{names.with_verb(event.seat, 'take', begins=False)} {event.due} damage")


def _raised(event: e.ShieldRaised, names: PlayerNames) -> LogSentence:
    before = event.shield - event.amount
    sum_of = f"{before} + {event.amount} = " if before else ""
    return detail(f"{names.possessive(event.seat)} shield is {sum_of}{event.shield}")


def _defeated(event: e.PlayerDefeated, names: PlayerNames) -> LogSentence:
    why = "pay" if event.reason == "cannot_pay" else "play"
    lost = f"{names.name(event.seat)} can't {why}"
    return head(f"{lost}: {names.with_verb(other(event.seat), 'win', begins=False)}")


_SENTENCES: EventSentences = {
    **COMMON,
    e.CastleCardDrawn: _castle,
    e.AttackMade: _attack,
    e.ShieldDestroyed: _destroyed,
    e.DamageSuffered: _suffered,
    e.ShieldRaised: _raised,
    e.PlayerDefeated: _defeated,
}


def reasons(view: State, action: Play | Pay) -> tuple[str, ...]:
    """Return what a legal action does, the most important first, as far as the seat may know.

    Examples are `breaks the shield` or `leaves the opponent 9 to pay`.
    """
    facts = preview(view, action.cards)
    assert facts is not None  # these cards are a play or a payment
    if isinstance(facts, PayPreview):
        return (f"{facts.surplus} too many" if facts.surplus else "pays exactly",)
    return tuple(_play(facts))


def _play(facts: PlayPreview) -> Iterator[str]:
    if facts.breaks:
        yield "breaks the shield"
    if facts.damage:
        yield f"leaves the opponent {facts.damage} to pay"
    if facts.drawn:
        yield f"draws {facts.drawn}"
    if facts.healed:
        yield f"heals {facts.healed}"
    if facts.shield is not None:
        yield f"a shield of {facts.shield}"


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Return the counts of destroyed shields and of drawn Castle cards, and the largest attack."""
    seen = list(events)
    attacks = [event.attack for event in seen if isinstance(event, AttackMade)]
    return {
        "shields": sum(isinstance(event, ShieldDestroyed) for event in seen),
        "castle": sum(isinstance(event, CastleCardDrawn) for event in seen),
        "attack": max(attacks, default=0),
    }
