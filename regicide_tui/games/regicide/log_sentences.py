"""The sentences of the log, made from events alone."""

from regicide_tui.cards import PACK, Card
from regicide_tui.games.base import Event, Json, Outcome
from regicide_tui.games.regicide import events as e
from regicide_tui.games.regicide.state import MEDALS, ROYAL_COUNT
from regicide_tui.games.regicide_family.log_sentences import COMMON
from regicide_tui.games.sentences import (
    RANK_NAMES,
    SUIT_NAMES,
    EventSentences,
    LogSentence,
    PlayerNames,
    detail,
    head,
    tell_event,
)
from regicide_tui.games.words import counted

_ROYALS = {card.text: card for card in PACK if card.rank in RANK_NAMES}


def royal_name(card: Card) -> str:
    """Return the name of a royal, such as `Queen of Hearts`."""
    suit = SUIT_NAMES[card.suit] if card.suit else "nothing"
    return f"{RANK_NAMES.get(card.rank, card.rank)} of {suit}"


def tell(event: Event, seats: tuple[str, ...]) -> LogSentence | None:
    """Return the sentence of an event; None if the log does not mention the event."""
    return tell_event(_SENTENCES, event, seats)


def tell_end(outcome: Outcome, player: str, alone: bool, dealt: bool = True) -> str:
    """Return how the game ended, in one sentence; `player` is the one who could not go on.

    If `dealt` is false, the game began at a position. It has no medal.
    """
    name = "You" if alone else player
    match outcome.reason:
        case "all_enemies_defeated" if not dealt:
            return "No enemy is left: the position is won."
        case "all_enemies_defeated" if outcome.medal:
            return f"All twelve royals are defeated: a {outcome.medal} victory."
        case "all_enemies_defeated":
            return "All twelve royals are defeated. The castle is yours."
        case "cannot_pay":
            return f"{name} could not pay the enemy's attack. The game is lost."
        case _:
            return f"{name} could not play or yield. The game is lost."


def tell_position(position: Json) -> str:
    """Return how far a position is: how it ended, or the enemy and his health."""
    given = position if isinstance(position, dict) else {}
    enemy, castle, left = given.get("enemy"), given.get("castle"), given.get("remaining")
    number = max(0, ROYAL_COUNT - len(castle)) if isinstance(castle, list) else 0
    if given.get("phase") == "over" and given.get("result") == "won":
        medal = given.get("medal")
        return f"won, {medal} medal" if medal in MEDALS else f"won, all {ROYAL_COUNT} royals"
    if given.get("phase") == "over":
        return f"lost at royal {number} of {ROYAL_COUNT}" if number else "lost"
    if not isinstance(enemy, str) or enemy not in _ROYALS:
        return "just started"
    which = f"royal {number} of {ROYAL_COUNT}, " if number else ""
    health = f", {left} health left" if isinstance(left, int) else ""
    return f"{which}{royal_name(_ROYALS[enemy])}{health}"


def _shield(event: e.ShieldRaised, names: PlayerNames) -> LogSentence:
    before = event.shield - event.amount
    return detail(f"shield {before} + {event.amount}" if before else f"shield {event.shield}")


def _damage(event: e.DamageDealt, names: PlayerNames) -> LogSentence:
    return detail(f"{event.amount} damage" + (" (doubled)" if event.doubled else ""))


def _defeated(event: e.EnemyDefeated, names: PlayerNames) -> LogSentence:
    exact = " exactly: on top of the Tavern" if event.exact else ""
    return head(event.enemy, f" is defeated{exact}")


def _revealed(event: e.EnemyRevealed, names: PlayerNames) -> LogSentence:
    return detail("next comes ", event.enemy)


def _cancelled(event: e.ImmunityCancelled, names: PlayerNames) -> LogSentence:
    shield = f", shield {event.shield}" if event.shield else ""
    return detail(event.enemy, f" has no immunity now{shield}")


def _suffered(event: e.AttackSuffered, names: PlayerNames) -> LogSentence:
    shield = f" - {event.shield}" if event.shield else ""
    equals = f" = {event.due}" if event.shield else ""
    return detail(f"attacked for {event.attack}{shield}{equals}")


def _flipped(event: e.JesterFlipped, names: PlayerNames) -> LogSentence:
    return head(
        names.with_verb(event.seat, "flip"),
        f" a Jester: {counted(len(event.discarded), 'card')} discarded, "
        f"{counted(len(event.cards), 'card')} drawn",
    )


def _won(event: e.GameWon, names: PlayerNames) -> LogSentence:
    return head(f"Victory: {event.medal}" if event.medal else "Victory")


def _lost(event: e.GameLost, names: PlayerNames) -> LogSentence:
    why = "pay" if event.reason == "cannot_pay" else "act"
    return head(f"{names.name(event.seat)} can't {why}: the game is lost")


_SENTENCES: EventSentences = {
    **COMMON,
    e.PowerBlocked: lambda event, _: detail(event.suit, " blocked"),
    e.ShieldRaised: _shield,
    e.DamageDealt: _damage,
    e.EnemyDefeated: _defeated,
    e.EnemyRevealed: _revealed,
    e.ImmunityCancelled: _cancelled,
    e.NextChosen: lambda event, names: head(
        names.with_verb(event.seat, "choose"), f" {names.object_form(event.chosen)}"
    ),
    e.PlayerYielded: lambda event, names: head(names.with_verb(event.seat, "yield")),
    e.AttackBlocked: lambda *_: detail("the shield holds"),
    e.AttackSuffered: _suffered,
    e.JesterFlipped: _flipped,
    e.GameWon: _won,
    e.GameLost: _lost,
}
