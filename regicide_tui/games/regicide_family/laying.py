"""Playing and paying: the two actions that Regicide and Regicide Duel have in common."""

from regicide_tui.cards import JESTER, ascending, cards
from regicide_tui.games.base import IllegalAction, Pile, Value
from regicide_tui.games.regicide_family.plays import play_order
from regicide_tui.games.words import named


class Play(Value, frozen=True):
    """Lay cards from the hand to attack with them; a Jester alone."""

    cards: Pile


class Pay(Value, frozen=True):
    """Discard cards from the hand to cover what is due."""

    cards: Pile


def read_laying(words: list[str], title: str) -> Play | Pay:
    """Read the words of a play or a payment, in upper case and well-formed for some game.

    Raises `IllegalAction` with `wrong_phase` for an action that the game `title` does not have.
    """
    if words[0] == "PAY":
        return laying_in_order(Pay(cards(words[1:])))
    if len(words) == 1 and len(words[0].split("+")[0]) <= 2:
        return laying_in_order(Play(cards(words[0].split("+"))))
    raise IllegalAction("wrong_phase", f"There is no '{words[0].lower()}' in {title}.")


def laying_in_order(action: Play | Pay) -> Play | Pay:
    """Return a play or a payment with its cards in the order of the notation."""
    if isinstance(action, Pay):
        return Pay(ascending(action.cards))
    return Play(tuple(sorted(action.cards, key=play_order)))


def format_laying(action: Play | Pay) -> str:
    """Write a play or a payment in canonical notation."""
    texts = [card.text for card in action.cards]
    return "+".join(texts) if isinstance(action, Play) else " ".join(["pay", *texts])


def say_laying(action: Play | Pay) -> str:
    """Return a play or a payment in words, its cards in notation."""
    cards = named([card.text for card in action.cards])
    if isinstance(action, Pay):
        return f"pay with {cards}"
    return "play the Jester" if JESTER in action.cards else f"play {cards}"
