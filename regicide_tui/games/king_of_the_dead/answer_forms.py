"""The form of an answer to a prompt: it gives the legal answers, their check, and a dialog."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import (
    Answer,
    ChosenPlayer,
    FromDiscard,
    FromHand,
    PromptOption,
    Slot,
)
from regicide_tui.games.king_of_the_dead.values import in_order

PromptOptions = tuple[PromptOption, ...]

FULL_LIST = 16
"""If a pick of any number has more options, only picks up to `SHORT_PICK` are listed."""
SHORT_PICK = 3


class OptionPlace(TextEnum):
    """Where the options of a pick lie."""

    HAND = "hand"
    LOOKED = "cards looked at"
    DRAWS = "draw pile"
    DISCARD = "discard pile"
    HAND_OR_DISCARD = "hand or discard pile"
    PILES = "piles of another"
    PLAYED = "played cards"
    PARADE = "Parade"
    WELL = "Well"
    PLAYERS = "players"


class Pick(Value):
    """A choice of `least` to `most` of the options; `ordered` says that their order counts.

    An option that is in the list twice may be chosen twice.
    """

    place: OptionPlace
    options: PromptOptions
    least: int = 1
    most: int = 1
    ordered: bool = False


class AnswerForm(Value):
    """What an answer must hold: the verb, then one option of each pick, or several of the only one.

    `may_pass` says that `pass` is an answer too.
    """

    verb: str
    picks: tuple[Pick, ...]
    may_pass: bool = False


def has_options(form: AnswerForm) -> bool:
    """Return whether there are enough options; a prompt without options is not opened."""
    return all(pick.options and len(pick.options) >= pick.least for pick in form.picks)


def allows(form: AnswerForm, answer: Answer) -> bool:
    """Return whether the form allows an answer."""
    if answer.verb == "pass":
        return form.may_pass
    chosen = answer.chosen
    if answer.verb != form.verb:
        return False
    if len(form.picks) == 1:
        return _allows_choice(form.picks[0], chosen)
    pairs = zip(form.picks, chosen, strict=False)
    return len(chosen) == len(form.picks) and all(
        _allows_choice(pick, (one,)) for pick, one in pairs
    )


def _allows_choice(pick: Pick, chosen: PromptOptions) -> bool:
    if not pick.least <= len(chosen) <= pick.most:
        return False
    rest = list(pick.options)
    for one in chosen:
        if one not in rest:
            return False
        rest.remove(one)
    return True


def list_answers(form: AnswerForm) -> list[Answer]:
    """Return every answer once, in canonical form; none if a view hides the options.

    If `lists_all_answers` is false, long choices are not in the list.
    """
    if any(UNKNOWN in chosen_cards(pick.options) for pick in form.picks):
        return []
    several = len(form.picks) > 1
    parts = [list(_list_choices(pick)) for pick in form.picks]
    wholes = [sum(some, ()) for some in product(*parts)] if several else parts[0]
    found = [Answer(form.verb, chosen) for chosen in wholes]
    return [*found, Answer("pass")] if form.may_pass else found


def lists_all_answers(form: AnswerForm) -> bool:
    """Return whether `list_answers` lists every answer."""
    return not any(_is_long(pick) for pick in form.picks)


def _is_long(pick: Pick) -> bool:
    return len(pick.options) > FULL_LIST and pick.least == 0 and pick.most > SHORT_PICK


def _list_choices(pick: Pick) -> Iterator[PromptOptions]:
    options = pick.options
    cards = chosen_cards(options) if all(isinstance(one, Card) for one in options) else ()
    sizes = range(pick.least, min(pick.most, SHORT_PICK if _is_long(pick) else len(options)) + 1)
    choose = permutations if pick.ordered else combinations
    wholes = (some for size in sizes for some in choose(in_order(cards) or options, size))
    return iter(wholes) if len(set(options)) == len(options) else iter(dict.fromkeys(wholes))


# ---------------------------------------------------------------- what was chosen


def chosen_cards(chosen: PromptOptions) -> Pile:
    """Return the cards among the options, wherever they come from."""
    found: list[Card] = []
    for one in chosen:
        if isinstance(one, Card):
            found.append(one)
        elif isinstance(one, FromHand | FromDiscard):
            found.append(one.card)
    return tuple(found)


def chosen_slot(chosen: PromptOptions) -> int:
    """Return the number of the chosen slot."""
    (slot,) = [one.number for one in chosen if isinstance(one, Slot)]
    return slot


def chosen_seats(chosen: PromptOptions) -> list[Seat]:
    """Return the seats of the chosen players."""
    return [one.seat for one in chosen if isinstance(one, ChosenPlayer)]
