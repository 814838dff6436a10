"""The actions of King of the Dead and their notation: `buy @2 3C 4C`, `play KH+*`, `take top`.

Every answer to a prompt has a verb and the chosen options, so one class holds all answers.
"""

from regicide_tui.cards import Card, card, cards
from regicide_tui.games.base import IllegalAction, Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.runs import order_run
from regicide_tui.games.king_of_the_dead.values import NUMBER, in_order
from regicide_tui.games.notation import normalize
from regicide_tui.games.regicide_family.plays import play_order

NEWCOMER = 0
"""The slot number that means the Newcomer in a purchase."""

_VERBS = ("discard", "order", "send", "retain", "swap", "take", "target", "pass")
_NO_SUCH_NUMBER = 10**9
"""The value of every number with more than nine digits. No slot or Familiar has this number."""


class EndTurn(Value):
    """End the turn."""


class Recall(Value):
    """Take back the card of a Familiar, counted from 1 (K-33)."""

    number: int


class Score(Value):
    """Score a run: its low, middle and high card; None is the top card of the Well (K-17)."""

    cards: tuple[Card | None, ...]


class Buy(Value):
    """Buy the card of a slot, counted from 1, or the `NEWCOMER`, with these cards (K-21)."""

    slot: int
    cards: Pile


class Play(Value):
    """Play cards for their power."""

    cards: Pile


class Slot(Value):
    """An option: a slot of the Parade, from 1."""

    number: int


class ChosenPlayer(Value):
    """An option: a player."""

    seat: Seat


class FromHand(Value):
    """An option: a card of the hand, where other places are possible too."""

    card: Card


class FromDiscard(Value):
    """An option: a card of a discard pile, where other places are possible too."""

    card: Card


class Top(Value):
    """An option: the top cards of a draw pile."""


PromptOption = Card | Slot | ChosenPlayer | FromHand | FromDiscard | Top
"""One thing that an answer can name; a plain card comes from the only possible place."""


class Answer(Value):
    """An answer to a prompt: a verb and the chosen options; `pass` chooses nothing."""

    verb: str
    chosen: tuple[PromptOption, ...] = ()


Action = EndTurn | Recall | Score | Buy | Play | Answer


def parse(text: str) -> Action:
    """Return the action that a text says, in any case and order of cards.

    Raises `IllegalAction`: `bad_syntax` if the text is no action of any game, `wrong_phase` if it
    is an action of another game.
    """
    verb, *words = normalize(text, "play JH or buy @2 3C 4C").split(" ")
    match verb:
        case "END":
            return EndTurn()
        case "RECALL":
            return Recall(_parse_number(words[0]))
        case "SCORE":
            return Score(_parse_run(words))
        case "BUY":
            slot = NEWCOMER if words[0] == "N" else _parse_slot(words[0])
            return Buy(slot, in_order(cards(words[1:])))
        case "PLAY":
            return Play(tuple(sorted(cards(words[0].split("+")), key=play_order)))
    if verb.lower() in _VERBS:
        return Answer(verb.lower(), _parse_options(verb.lower(), words))
    raise IllegalAction("wrong_phase", f"There is no '{verb.lower()}' in King of the Dead.")


def in_order_of_notation(action: Action) -> Action:
    """Return an action with its cards and options in the order in which `parse` returns them."""
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


def _parse_number(digits: str) -> int:
    return int(digits) if len(digits) <= 9 else _NO_SUCH_NUMBER


def _parse_slot(word: str) -> int:
    # No slot has the number 0: here it would mean the Newcomer.
    return _parse_number(word[1:]) or _NO_SUCH_NUMBER


def _parse_run(words: list[str]) -> tuple[Card | None, ...]:
    """Return the cards of a run, low to high.

    If the run uses the Well's card (None), the order stays as given, because only the state tells
    which card that is.
    """
    named = tuple([None if word == "W" else card(word) for word in words])
    return _run_in_order(named)


def _run_in_order(named: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    known = tuple([one for one in named if one is not None])
    if len(known) < len(named):
        return named
    return order_run(known) or tuple(
        sorted(known, key=lambda one: (NUMBER.get(one, 99), one.order))
    )


def _parse_options(verb: str, words: list[str]) -> tuple[PromptOption, ...]:
    return _chosen_in_order(verb, tuple([_parse_option(word) for word in words if word != "-"]))


def _chosen_in_order(verb: str, chosen: tuple[PromptOption, ...]) -> tuple[PromptOption, ...]:
    named = [one for one in chosen if isinstance(one, Card)]
    if verb in ("discard", "take") and len(named) == len(chosen):
        return in_order(named)
    people = [one for one in chosen if isinstance(one, ChosenPlayer)]
    if len(people) == len(chosen):
        return tuple(sorted(people, key=lambda one: one.seat))
    return chosen


def _parse_option(word: str) -> PromptOption:
    if word == "TOP":
        return Top()
    match word[:1], word[1:2]:
        case "@", _:
            return Slot(_parse_number(word[1:]))
        case "P", _:
            return ChosenPlayer(int(word[1:]) - 1)
        case "H", ":":
            return FromHand(card(word[2:]))
        case "D", ":":
            return FromDiscard(card(word[2:]))
    return card(word)


def format_action(action: Action) -> str:
    """Return an action in canonical notation.

    Purchases and answers come first because they must be fast: a large hand has tens of thousands.
    """
    if isinstance(action, Buy):
        paid = " ".join([one.text for one in action.cards])
        return f"buy @{action.slot} {paid}" if action.slot else f"buy N {paid}"
    if isinstance(action, Answer):
        chosen = [one.text if type(one) is Card else format_option(one) for one in action.chosen]
        none = ["-"] if action.verb == "discard" and not chosen else []
        return " ".join([action.verb, *none, *chosen])
    match action:
        case Play(played):
            return "play " + "+".join([one.text for one in played])
        case Score(run):
            return " ".join(["score", *["W" if one is None else one.text for one in run]])
        case Recall(number):
            return f"recall {number}"
        case EndTurn():
            return "end"


def format_option(choice: PromptOption) -> str:
    """Return an option of a prompt in canonical notation."""
    match choice:
        case Slot(number):
            return f"@{number}"
        case ChosenPlayer(seat):
            return f"P{seat + 1}"
        case FromHand(one):
            return f"h:{one}"
        case FromDiscard(one):
            return f"d:{one}"
        case Top():
            return "top"
    return choice.text
