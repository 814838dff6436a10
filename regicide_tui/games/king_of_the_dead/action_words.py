"""Actions in words, as a hint shows them: cards in notation, players by name."""

from collections.abc import Callable

from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import (
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
    Score,
    Slot,
    Top,
)
from regicide_tui.games.king_of_the_dead.powers import find_power
from regicide_tui.games.king_of_the_dead.runs import RunCards
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.words import named


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
    return _ANSWERS[answer.verb]([_chosen(view, one, seats) for one in answer.chosen])


def _chosen(view: State, one: PromptOption, seats: tuple[str, ...]) -> str:
    """Return an option of an answer in words."""
    match one:
        case Slot(number):
            return str(view.parade[number - 1])
        case ChosenPlayer(seat):
            return seats[seat]
        case FromHand(card):
            return f"{card} of the hand"
        case FromDiscard(card):
            return f"{card} of the discard pile"
        case Top():
            return "the top two of the draw pile"
    return one.text


def _named(cards: Pile) -> str:
    return named([card.text for card in cards])
