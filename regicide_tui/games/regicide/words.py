"""The sentences of the log, made from events alone."""

from collections.abc import Iterable, Iterator, Sequence

from regicide_tui.cards import DIAMONDS, JESTER, PACK, ROYALS, Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Json, Outcome, Pile, Value
from regicide_tui.games.regicide import state as e
from regicide_tui.games.regicide.rules import PlayPreview, preview
from regicide_tui.games.regicide.state import (
    MEDALS,
    ROYAL_COUNT,
    Action,
    Choose,
    EnemyDefeated,
    Flip,
    JesterFlipped,
    Pay,
    Play,
    State,
    Yield,
    attack,
    immune_suit,
)
from regicide_tui.games.regicide_family.events import COMMON
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.games.words import (
    RANK_NAMES,
    SUIT_NAMES,
    WINS,
    YOU,
    EventSentences,
    LogSentence,
    PlayerNames,
    counted,
    detail,
    head,
    taken_back,
    tell_event,
)

_ROYALS = {card.text: card for card in PACK if card.rank in RANK_NAMES}


def royal_name(card: Card) -> str:
    """Return the name of a royal, such as `Queen of Hearts`."""
    suit = SUIT_NAMES[card.suit] if card.suit else "nothing"
    return f"{RANK_NAMES.get(card.rank, card.rank)} of {suit}"


def tell(event: Event, seats: tuple[str, ...]) -> LogSentence | None:
    """Return the sentence of an event; None if the log does not mention the event."""
    return tell_event(_SENTENCES, event, seats)


def tell_end(outcome: Outcome, player: str, dealt: bool = True) -> str:
    """Return how the game ended, in one sentence; `player` is the one who could not go on.

    If `dealt` is false, the game began at a position. It has no medal.
    """
    match outcome.reason:
        case "all_enemies_defeated" if not dealt:
            return "No enemy is left: the position is won."
        case "all_enemies_defeated" if outcome.medal:
            return f"All twelve royals are defeated: a {outcome.medal} victory."
        case "all_enemies_defeated":
            return "All twelve royals are defeated. The castle is yours."
        case "cannot_pay":
            return f"{player} could not pay the enemy's attack. The game is lost."
        case _:
            return f"{player} could not play or yield. The game is lost."


def tell_position(position: Json) -> str:
    """Return the progress of a position: how it ended, or the enemy and its health."""
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


_NUMBERS = {1: "a", 2: "two", 3: "three", 4: "four"}


def reasons(view: State, action: Action) -> tuple[str, ...]:
    """Return what a legal action does, the most important first, as far as the seat may know.

    Examples are `kills exactly` or `leaves 4 to pay`.
    """
    return tuple(_reasons(view, action))


def _reasons(view: State, action: Action) -> Iterator[str]:
    match action:
        case Play(cards):
            facts = preview(view, cards)
            assert isinstance(facts, PlayPreview)  # these cards are a play
            yield from _jester(view) if facts.jester else _play(view, facts)
            yield from _kept(view, cards)
        case Pay(cards):
            facts = preview(view, cards)
            assert not isinstance(facts, PlayPreview)
            assert facts is not None
            yield f"{facts.surplus} too many" if facts.surplus else "pays exactly"
            yield from _kept(view, cards)
        case Yield():
            yield f"pays {attack(view)}" if attack(view) else "costs nothing"
            yield from _kept(view, ())
        case Choose(seat):
            yield f"holds {counted(len(view.hands[seat]), 'card')}"
        case Flip():
            yield "a new hand"


def _jester(view: State) -> Iterator[str]:
    immune = immune_suit(view)
    if immune:
        yield f"ends the immunity to {SUIT_NAMES[immune]}"
    yield "nothing to pay"


def _play(view: State, facts: PlayPreview) -> Iterator[str]:
    if facts.kills:
        last = WINS if not view.castle else "kills"
        yield "kills exactly" if facts.exact and view.castle else last
    if facts.drawn:
        yield f"draws {facts.drawn}"
    if facts.healed:
        yield f"heals {facts.healed}"
    if not facts.kills:
        yield f"leaves {facts.due or 'nothing'} to pay"


def _kept(view: State, spent: Pile) -> Iterator[str]:
    """Yield the reasons about valuable cards that stay in the hand."""
    left = [card for card in view.hands[view.turn] if card not in spent]
    if JESTER in left:
        yield "keeps the Jester"
    diamonds = sum(card.suit is DIAMONDS for card in left)
    if diamonds:
        number = _NUMBERS.get(diamonds, str(diamonds))
        yield f"keeps {number} Diamond{'' if diamonds == 1 else 's'}"


class Fate(TextEnum):
    """What happened to a royal. An `ABSENT` royal was not part of the position."""

    EXACT = "exact"
    KILLED = "killed"
    STANDING = "standing"
    ABSENT = "absent"


Fates = Sequence[tuple[Card, Fate]]
"""The twelve royals, from Jacks to Kings in the order of the suits, each with its fate."""

SIGNS = {Fate.EXACT: "♛", Fate.KILLED: "♟", Fate.STANDING: "·"}
_LEGEND = "♛ defeated exactly  ♟ defeated  · standing"


class GameFigures(Value):
    """The numbers of a game that the shared text shows."""

    royals: int
    exact: int
    jesters: int
    turns: int
    undos: int
    peeks: int
    hints: int = 0


def fates(first: State, events: Iterable[Event]) -> Fates:
    """Return the fate of each royal, from the first state of a game and all its events."""
    there = {*first.castle, first.enemy}
    fallen = {event.enemy: event.exact for event in events if isinstance(event, EnemyDefeated)}

    def fate(royal: Card) -> Fate:
        if royal in fallen:
            return Fate.EXACT if fallen[royal] else Fate.KILLED
        return Fate.STANDING if royal in there else Fate.ABSENT

    return [(royal, fate(royal)) for royal in PACK if royal.rank in ROYALS]


def tell_need(view: State, seats: tuple[str, ...]) -> str:
    """Return what was missing in a lost game; an empty string for any other game.

    `view` is that of the player who could not go on: it shows this player's hand.
    """
    alone, name = len(seats) == 1, PlayerNames(seats).name(view.turn)
    if view.reason == "cannot_pay" and view.enemy is not None:
        due, held = attack(view), total(view.hands[view.turn])
        enemy = royal_name(view.enemy)
        return f"{name} owed {due} to the {enemy} and held {held}."
    if view.reason == "cannot_act":
        owner = "Your" if name == YOU else f"{name}'s"
        left = "no Jester was left" if alone else "all other players had yielded"
        return f"{owner} hand was empty, and {left}."
    return ""


def text_to_share(deal: str, outcome: Outcome, royals: Fates, score: GameFigures) -> str:
    """Return the result as a text to share; `deal` names the game.

    The picture of the royals shows no suits, because they would reveal the deal.
    """
    end = "won" if outcome.won else "lost"
    if outcome.medal:
        end += f", {outcome.medal} medal"
    signs = {
        rank: "".join([SIGNS.get(fate, "") for royal, fate in royals if royal.rank == rank])
        for rank in ROYALS
    }
    picture = "".join([f"{rank} {some}\n" for rank, some in signs.items() if some])
    facts = [counted(score.turns, "turn"), counted(score.exact, "exact kill")]
    facts += [f"{counted(score.jesters, 'Jester')} used"] if score.jesters else []
    facts.append(taken_back(score.undos, score.peeks, score.hints) or "no undos")
    return f"Regicide, {deal}: {end}\n{picture}{_LEGEND}\n{', '.join(facts)}\n"


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Return the counts of royals defeated, of exact kills and of solo Jesters flipped."""
    seen = list(events)
    defeats = [event for event in seen if isinstance(event, EnemyDefeated)]
    return {
        "royals": len(defeats),
        "exact": sum(event.exact for event in defeats),
        "jesters": sum(isinstance(event, JesterFlipped) for event in seen),
    }
