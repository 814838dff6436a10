"""The sentences of the log, made from events alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event, Json, Outcome, Pile, PlayerEvent, Seat
from regicide_tui.games.king_of_the_dead import events as e
from regicide_tui.games.king_of_the_dead.actions import (
    NEWCOMER,
    Action,
    Answer,
    Buy,
    ChosenPlayer,
    EndTurn,
    FromDiscard,
    FromHand,
    Play,
    PromptOption,
    Recall,
    RunCards,
    Score,
    Slot,
    Top,
    known_cards,
)
from regicide_tui.games.king_of_the_dead.events import (
    CardBought,
    GameEnded,
    PowerPlayed,
    RoundBegan,
    RunScored,
)
from regicide_tui.games.king_of_the_dead.powers import find_power
from regicide_tui.games.king_of_the_dead.preview import PickedCards, possible_actions
from regicide_tui.games.king_of_the_dead.state import NUMBER, State
from regicide_tui.games.piles import TurnBegan
from regicide_tui.games.words import (
    YOU,
    EventSentences,
    LogSentence,
    PlayerNames,
    SentencePart,
    counted,
    detail,
    head,
    named,
    player_name,
    spaced,
    tell_event,
)


class TurnEnded(PlayerEvent):
    """The end of a turn as one event: how many cards the player discarded and drew."""

    discarded: int
    shuffled: bool
    drawn: int


def merge_turn_end(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a move; the discards and the draw that end a turn become one event.

    A discarded Joker keeps its own sentence.
    """
    if not any(isinstance(event, TurnBegan | e.GameEnded) for event in events):
        return events
    own = tuple(takewhile(lambda event: isinstance(event, _TURN_END_EVENTS), events))
    seats = [event.seat for event in own if isinstance(event, e.CardsDiscarded | e.CardsDrawn)]
    if not seats:
        return events
    ended = TurnEnded(
        seats[0],
        sum([len(event.cards) for event in own if isinstance(event, e.CardsDiscarded)]),
        any(isinstance(event, e.DiscardShuffled) for event in own),
        sum([len(event.cards) for event in own if isinstance(event, e.CardsDrawn)]),
    )
    jokers = [event for event in own if isinstance(event, e.JokerPassed)]
    return [ended, *jokers, *events[len(own) :]]


_TURN_END_EVENTS = (e.CardsDiscarded, e.JokerPassed, e.DiscardShuffled, e.CardsDrawn)


def tell(event: Event, seats: tuple[str, ...]) -> LogSentence | None:
    """Return the sentence of an event; None if the log does not mention the event."""
    return tell_event(_SENTENCES, event, seats)


def tell_end(outcome: Outcome, seats: tuple[str, ...]) -> str:
    """Return how the game ended by its rules; a player named `YOU` gets the forms of `You`."""
    best, names = max(outcome.points), PlayerNames(seats)
    first, *others = outcome.winners
    winners = " and ".join([names.name(first), *map(names.object_form, others)])
    wins = f"{winners} {names.verb(first, 'win')}"
    match outcome.reason:
        case "shared":
            return f"{winners} share the victory with {counted(best, 'point')} each."
        case "fewer_cards":
            return f"{wins} with {counted(best, 'point')} in fewer cards."
        case _:
            return f"{wins} with {counted(best, 'point')}."


def tell_position(position: Json, seats: tuple[str, ...]) -> str:
    """Return the progress of a position: points, and how often the Well became the Gate."""
    given = position if isinstance(position, dict) else {}
    points, reshuffles = given.get("points"), given.get("reshuffles")
    if not isinstance(points, list) or not all(isinstance(one, int) for one in points):
        return "just started"
    figures = f"points {' : '.join([str(one) for one in points])}"
    if given.get("phase") == "over":
        winners = given.get("winners")
        found = winners if isinstance(winners, list) else []
        names = [player_name(winner, seats) for winner in found]
        return (
            f"won by {' & '.join(names)}, {figures}" if all(names) and names else f"over, {figures}"
        )
    if given.get("final_round") is True:
        return f"{figures}, the last round"
    if not isinstance(reshuffles, int) or reshuffles < 1:
        return figures
    return f"{figures}, {counted(reshuffles, 'reshuffle')}"


def _cards(cards: Pile) -> tuple[SentencePart, ...]:
    """Return cards as sentence parts, or their number if they are unknown."""
    return (f" {counted(len(cards), 'card')}",) if UNKNOWN in cards else spaced(cards)


def _does(names: PlayerNames, seat: Seat, verb: str, *parts: SentencePart) -> LogSentence:
    """Return a detail that says what a player does."""
    return detail(names.with_verb(seat, verb, begins=False), *parts)


def _turn_ended(event: TurnEnded, names: PlayerNames) -> LogSentence:
    discards, shuffles, draws = (
        names.verb(event.seat, verb) for verb in ("discard", "shuffle", "draw")
    )
    did = [f"{discards} {event.discarded}"] * bool(event.discarded)
    did += [shuffles] * event.shuffled + [f"{draws} {event.drawn}"] * bool(event.drawn)
    return head(f"{names.name(event.seat)} {', '.join(did)}")


def _run(event: e.RunScored, names: PlayerNames) -> LogSentence:
    high = event.cards[-1]
    off = ", using the Well" if event.well else ""
    return head(
        names.with_verb(event.seat, "score"),
        " ",
        high,
        f" for {NUMBER[high]} points with",
        *spaced(event.cards[:-1]),
        off,
    )


def _bought(event: e.CardBought, names: PlayerNames) -> LogSentence:
    what = " the Newcomer, " if event.slot == NEWCOMER else " "
    if not event.paid:
        return _does(names, event.seat, "get", what, event.card)
    return head(names.with_verb(event.seat, "buy"), what, event.card, " with", *spaced(event.paid))


def _played(event: e.PowerPlayed, names: PlayerNames) -> LogSentence:
    return head(names.with_verb(event.seat, "play"), *spaced(event.cards), f": {event.power}")


def _familiar(event: e.FamiliarMade, names: PlayerNames) -> LogSentence:
    return _does(names, event.seat, "retain", " ", event.card, " with ", event.ace)


def _recalled(event: e.FamiliarRecalled, names: PlayerNames) -> LogSentence:
    return head(names.with_verb(event.seat, "recall"), " ", event.card, " from ", event.ace)


def _looked(event: e.CardsLooked, names: PlayerNames) -> LogSentence:
    if event.all:
        return _does(names, event.seat, "look", " through the draw pile")
    return _does(names, event.seat, "look", " at", *_cards(event.cards))


def _taken(event: e.CardsTaken, names: PlayerNames) -> LogSentence:
    return _does(names, event.seat, "take", *_cards(event.cards), f" from the {event.place}")


def _pillaged(event: e.CardsPillaged, names: PlayerNames) -> LogSentence:
    pile = "draw pile" if event.top else "discard pile"
    place = f" from {names.possessive(event.chosen)} {pile}"
    return _does(names, event.seat, "take", *_cards(event.cards), place)


def _returned(event: e.CardsReturned, _: PlayerNames) -> LogSentence:
    order = ", in a chosen order" if event.ordered else ""
    verb = "goes" if event.count == 1 else "go"
    return detail(f"{counted(event.count, 'card')} {verb} back on the draw pile{order}")


def _swapped(event: e.CardSwapped, names: PlayerNames) -> LogSentence:
    puts = f" from the Parade and {names.verb(event.seat, 'put')} "
    return _does(names, event.seat, "take", " ", event.taken, puts, event.laid, " there")


def _hands(event: e.HandsSwapped, names: PlayerNames) -> LogSentence:
    one, other = names.object_form(event.seat), names.object_form(event.chosen)
    if UNKNOWN in event.hand + event.other:
        return detail(f"{one} and {other} exchange hands")
    has = "have" if names.name(event.seat) == YOU else "has"
    return detail(f"{one} now {has}", *spaced(event.hand), f" and {other}", *spaced(event.other))


def _passed(event: e.JokerPassed, names: PlayerNames) -> LogSentence:
    cost: tuple[SentencePart, ...] = ()
    if event.banished:
        goes = "goes" if len(event.banished) == 1 else "go"
        cost = (",", *spaced(event.banished), f" {goes} to the Well")
    return detail(f"a discarded Joker goes to {names.object_form(event.chosen)}", *cost)


def _marched(event: e.ParadeMarched, _: PlayerNames) -> LogSentence:
    fell: tuple[SentencePart, ...] = (" no card falls",)
    if event.fell:
        falls = " falls into the Well" if len(event.fell) == 1 else " fall into the Well"
        fell = (*spaced(event.fell), falls)
    came: tuple[SentencePart, ...] = ()
    if event.came:
        joins = " joins the Parade" if len(event.came) == 1 else " join the Parade"
        came = (",", *spaced(event.came), joins)
    return head("The round ends:", *fell, *came)


def _ended(event: e.GameEnded, names: PlayerNames) -> LogSentence:
    winners = " and ".join(
        [names.name(event.winners[0]), *map(names.object_form, event.winners[1:])]
    )
    wins = names.verb(event.winners[0], "win") if len(event.winners) == 1 else "win"
    figures = " : ".join([str(one) for one in event.points])
    return head(f"{winners} {wins}: {figures}")


_SENTENCES: EventSentences = {
    TurnEnded: _turn_ended,
    e.RunScored: _run,
    e.CardBought: _bought,
    e.PowerPlayed: _played,
    e.FamiliarMade: _familiar,
    e.FamiliarRecalled: _recalled,
    e.CardsDrawn: lambda event, names: _does(names, event.seat, "draw", *_cards(event.cards)),
    e.CardsLooked: _looked,
    e.CardsTaken: _taken,
    e.CardsPillaged: _pillaged,
    e.CardsReturned: _returned,
    e.CardsDiscarded: lambda event, names: _does(
        names, event.seat, "discard", *spaced(event.cards)
    ),
    e.CardsBanished: lambda event, names: _does(
        names, event.seat, "send", *spaced(event.cards), " to the Well"
    ),
    e.CardSwapped: _swapped,
    e.SlotFilled: lambda event, _: detail("the Parade gets ", event.card),
    e.CardGiven: lambda event, names: _does(
        names, event.chosen, "get", " ", event.card, " of the Well"
    ),
    e.PlayerChosen: lambda event, names: _does(
        names, event.seat, "choose", f" {names.object_form(event.chosen)}"
    ),
    e.HandsSwapped: _hands,
    e.JokerPassed: _passed,
    e.JokerPlaced: lambda event, names: _does(names, event.chosen, "get", " the Joker"),
    e.JokerAppeared: lambda event, names: detail(
        f"a Joker: on {names.possessive(event.seat)} draw pile"
    ),
    e.DiscardShuffled: lambda event, names: detail(
        f"{names.possessive(event.seat)} discard pile is shuffled"
    ),
    e.GateRefilled: lambda event, _: detail(
        f"the Well becomes the Gate: {counted(event.count, 'card')}"
    ),
    e.ParadeMarched: _marched,
    e.FinalRoundBegan: lambda *_: detail("the last round begins"),
    e.RoundBegan: lambda event, names: head(
        f"A new round: {names.with_verb(event.seat, 'begin', begins=False)}"
    ),
    e.GameEnded: _ended,
}


def say_action(view: State, action: Action, seats: tuple[str, ...]) -> str:
    """Return an action in words; `view` is that of the seat that must act."""
    match action:
        case EndTurn():
            return "end the turn"
        case Recall(number):
            return f"recall {view.sides[view.turn].familiars[number - 1].card}"
        case Score(run):
            return _score(view, run)
        case Buy(slot, paid):
            card = view.parade[slot - 1] if slot else "the Newcomer"
            return f"buy {card} with {_named(paid)}"
        case Play(cards):
            power = find_power(cards, view.options)
            return f"play {_named(cards)}" + (f" for {power.name}" if power else "")
        case Answer():
            return _answer(view, action, seats)


def _score(view: State, run: RunCards) -> str:
    low, middle, high = run
    scored = f"{view.well[0]} of the Well" if high is None else f"{high}"
    below = ["the top of the Well" if card is None else card.text for card in (low, middle)]
    return f"score {scored} with {named(below)}"


_ANSWERS: dict[str, Callable[[list[str]], str]] = {
    "discard": lambda said: f"discard {named(said)}" if said else "discard nothing",
    "order": lambda said: f"put {' above '.join(said)} back",
    "send": lambda said: f"send {named(said)} to the Well",
    "retain": lambda said: f"keep {said[0]} with {said[1]}",
    "swap": lambda said: f"swap {named(said)}",
    "take": lambda said: f"take {named(said)}",
    "target": lambda said: f"choose {named(said)}",
}


def _answer(view: State, answer: Answer, seats: tuple[str, ...]) -> str:
    if answer.verb == "pass":
        return "choose nothing"
    return _ANSWERS[answer.verb]([say_option(view, one, seats) for one in answer.chosen])


def say_option(view: State, one: PromptOption, seats: tuple[str, ...]) -> str:
    """Return an option of an answer in words."""
    match one:
        case Slot(number):
            return str(view.parade[number - 1])
        case ChosenPlayer(seat):
            return PlayerNames(seats).object_form(seat)
        case FromHand(card):
            return f"{card} of the hand"
        case FromDiscard(card):
            return f"{card} of the discard pile"
        case Top():
            return "the top two of the draw pile"
    return one.text


def _named(cards: Pile) -> str:
    return named([card.text for card in cards])


def reasons(view: State, action: Action) -> tuple[str, ...]:
    """Return what a legal action gains, costs or does: `7 points`, `costs 5` or `draw 2`."""
    match action:
        case Score(run):
            picked = PickedCards(known_cards(run), None in run)
        case Buy(slot, cards):
            picked = PickedCards(cards, slot=slot)
        case Play(cards):
            picked = PickedCards(cards)
        case _:
            return ()
    found = [one.text for one in possible_actions(view, picked) if one.action == action]
    return tuple([f"{text[:1].lower()}{text[1:].removesuffix('.')}" for text in found])


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Return the counts of rounds, cards scored, powers played and purchases, and the points.

    `points` are those of the winner; `points_1` and so on are those of each player.
    """
    counts: Counter[type[Event]] = Counter()
    free = 0
    points: tuple[int, ...] = ()
    for event in events:
        counts[type(event)] += 1
        if isinstance(event, CardBought):
            free += not event.paid
        if isinstance(event, GameEnded):
            points = event.points
    return {
        "rounds": counts[RoundBegan] + 1,
        "scored": counts[RunScored],
        "powers": counts[PowerPlayed],
        "purchases": counts[CardBought] - free,
        "points": max(points, default=0),
        **{f"points_{player}": one for player, one in enumerate(points, 1)},
    }
