"""The actions of King of the Dead and their notation: `buy @2 3C 4C`, `play KH+*`, `take top`.

In a prompt every answer is a verb and what is chosen, so one kind of action holds them all.
"""

from regicide_tui.cards import Card, card, cards
from regicide_tui.games.base import IllegalAction, Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.runs import arrange
from regicide_tui.games.king_of_the_dead.values import NUMBER, in_order
from regicide_tui.games.notation import normal
from regicide_tui.games.regicide_family.plays import play_order

NEWCOMER = 0
"""The slot of a purchase that stands for the Newcomer."""

_VERBS = ("discard", "order", "send", "retain", "swap", "take", "target", "pass")
_BEYOND = 10**9
"""What any number of more than nine digits is read as: there is no such slot or Familiar."""


class End(Value, frozen=True):
    """End the turn."""


class Recall(Value, frozen=True):
    """Take back the card of a Familiar, counted from 1 (K-33)."""

    number: int


class Score(Value, frozen=True):
    """Score a run: its low, middle and high card; None is the top card of the Well (K-17)."""

    cards: tuple[Card | None, ...]


class Buy(Value, frozen=True):
    """Buy the card of a slot, counted from 1, or the `NEWCOMER`, with these cards (K-21)."""

    slot: int
    cards: Pile


class Play(Value, frozen=True):
    """Play cards for their power."""

    cards: Pile


class Slot(Value, frozen=True):
    """A slot of the Parade, from 1."""

    number: int


class Who(Value, frozen=True):
    """A player."""

    seat: Seat


class FromHand(Value, frozen=True):
    """A card of the hand, where it might come from elsewhere."""

    card: Card


class FromDiscard(Value, frozen=True):
    """A card of a discard pile, where it might come from elsewhere."""

    card: Card


class Top(Value, frozen=True):
    """The top cards of a draw pile."""


Choice = Card | Slot | Who | FromHand | FromDiscard | Top
"""One thing that an answer names."""


class Answer(Value, frozen=True):
    """An answer to a prompt: a verb, and what is chosen; `pass` chooses nothing."""

    verb: str
    chosen: tuple[Choice, ...] = ()


Action = End | Recall | Score | Buy | Play | Answer


def parse(text: str) -> Action:
    """Read one action, in any case and order of cards.

    Raises `IllegalAction`: `bad_syntax` for what is no action of any game, `wrong_phase` for
    an action of another game.
    """
    verb, *words = normal(text, "play JH or buy @2 3C 4C").split(" ")
    match verb:
        case "END":
            return End()
        case "RECALL":
            return Recall(_number(words[0]))
        case "SCORE":
            return Score(_run(words))
        case "BUY":
            slot = NEWCOMER if words[0] == "N" else _slot(words[0])
            return Buy(slot, in_order(cards(words[1:])))
        case "PLAY":
            return Play(tuple(sorted(cards(words[0].split("+")), key=play_order)))
    if verb.lower() in _VERBS:
        return Answer(verb.lower(), _chosen(verb.lower(), words))
    raise IllegalAction("wrong_phase", f"There is no '{verb.lower()}' in King of the Dead.")


def in_order_of_notation(action: Action) -> Action:
    """Return an action with what it names in the order in which `parse` returns it."""
    match action:
        case Score(run):
            return Score(_run_in_order(run))
        case Buy(slot, paid):
            return Buy(slot, in_order(paid))
        case Play(played):
            return Play(tuple(sorted(played, key=play_order)))
        case Answer(verb, chosen):
            return Answer(verb, _chosen_in_order(verb, chosen))
    return action


def _number(digits: str) -> int:
    return int(digits) if len(digits) <= 9 else _BEYOND


def _slot(word: str) -> int:
    # No slot has the number 0, which stands for the Newcomer here.
    return _number(word[1:]) or _BEYOND


def _run(words: list[str]) -> tuple[Card | None, ...]:
    """Read the cards of a run in any order; where the Well's card stands tells only the Well."""
    named = tuple([None if word == "W" else card(word) for word in words])
    return _run_in_order(named)


def _run_in_order(named: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    known = tuple([one for one in named if one is not None])
    if len(known) < len(named):
        return named
    return arrange(known) or tuple(sorted(known, key=lambda one: (NUMBER.get(one, 99), one.order)))


def _chosen(verb: str, words: list[str]) -> tuple[Choice, ...]:
    return _chosen_in_order(verb, tuple([_choice(word) for word in words if word != "-"]))


def _chosen_in_order(verb: str, chosen: tuple[Choice, ...]) -> tuple[Choice, ...]:
    named = [one for one in chosen if isinstance(one, Card)]
    if verb in ("discard", "take") and len(named) == len(chosen):
        return in_order(named)
    people = [one for one in chosen if isinstance(one, Who)]
    if len(people) == len(chosen):
        return tuple(sorted(people, key=lambda one: one.seat))
    return chosen


def _choice(word: str) -> Choice:
    if word == "TOP":
        return Top()
    match word[:1], word[1:2]:
        case "@", _:
            return Slot(_number(word[1:]))
        case "P", _:
            return Who(int(word[1:]) - 1)
        case "H", ":":
            return FromHand(card(word[2:]))
        case "D", ":":
            return FromDiscard(card(word[2:]))
    return card(word)


def format_action(action: Action) -> str:
    """Write an action in canonical notation.

    A large hand has tens of thousands of purchases and answers: they are written first and fast.
    """
    if isinstance(action, Buy):
        paid = " ".join([one.text for one in action.cards])
        return f"buy @{action.slot} {paid}" if action.slot else f"buy N {paid}"
    if isinstance(action, Answer):
        chosen = [one.text if type(one) is Card else format_choice(one) for one in action.chosen]
        none = ["-"] if action.verb == "discard" and not chosen else []
        return " ".join([action.verb, *none, *chosen])
    match action:
        case Play(played):
            return "play " + "+".join([one.text for one in played])
        case Score(run):
            return " ".join(["score", *["W" if one is None else one.text for one in run]])
        case Recall(number):
            return f"recall {number}"
        case End():
            return "end"


def format_choice(choice: Choice) -> str:
    """Write one thing that an answer names."""
    match choice:
        case Slot(number):
            return f"@{number}"
        case Who(seat):
            return f"P{seat + 1}"
        case FromHand(one):
            return f"h:{one}"
        case FromDiscard(one):
            return f"d:{one}"
        case Top():
            return "top"
    return choice.text
