"""`Play` and `Pay`: the two actions that Regicide and Regicide Duel share."""

from regicide_tui.cards import JESTER, ascending, cards
from regicide_tui.games.base import IllegalAction, Pile, Value
from regicide_tui.games.regicide_family.plays import play_order
from regicide_tui.games.words import named


class Play(Value):
    """Play cards of the hand to attack with them. A Jester is played alone."""

    cards: Pile


class Pay(Value):
    """Discard cards of the hand to pay what is due."""

    cards: Pile


def parse_play_or_pay(words: list[str], title: str) -> Play | Pay:
    """Return the play or payment that these words say, in upper case and well-formed.

    Raises `IllegalAction` with `wrong_phase` if the game `title` has no such action.
    """
    if words[0] == "PAY":
        return play_or_pay_in_order(Pay(cards(words[1:])))
    if len(words) == 1 and len(words[0].split("+")[0]) <= 2:
        return play_or_pay_in_order(Play(cards(words[0].split("+"))))
    raise IllegalAction("wrong_phase", f"There is no '{words[0].lower()}' in {title}.")


def play_or_pay_in_order(action: Play | Pay) -> Play | Pay:
    """Return a play or a payment with its cards in the order of the notation."""
    if isinstance(action, Pay):
        return Pay(ascending(action.cards))
    return Play(tuple(sorted(action.cards, key=play_order)))


def format_play_or_pay(action: Play | Pay) -> str:
    """Return a play or a payment in canonical notation."""
    texts = [card.text for card in action.cards]
    return "+".join(texts) if isinstance(action, Play) else " ".join(["pay", *texts])


def say_play_or_pay(action: Play | Pay) -> str:
    """Return a play or a payment in words, its cards in notation."""
    cards = named([card.text for card in action.cards])
    if isinstance(action, Pay):
        return f"pay with {cards}"
    return "play the Jester" if JESTER in action.cards else f"play {cards}"
