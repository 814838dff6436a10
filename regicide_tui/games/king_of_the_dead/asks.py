"""What a prompt asks, as a value: from it come the legal answers, their check, and a dialog."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import (
    Answer,
    Choice,
    FromDiscard,
    FromHand,
    Slot,
    Who,
)
from regicide_tui.games.king_of_the_dead.values import in_order

Chosen = tuple[Choice, ...]

FULL_LIST = 16
"""Of more options than this, picks of any number are listed up to `SHORT_PICK` only."""
SHORT_PICK = 3


class Place(TextEnum):
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


class Pick(Value, frozen=True):
    """Something to choose from: so many of these, and whether their order counts.

    An option that is there twice may be chosen twice.
    """

    place: Place
    options: Chosen
    least: int = 1
    most: int = 1
    ordered: bool = False


class Ask(Value, frozen=True):
    """What an answer needs: a verb, then one choice of each pick, or several of a single one.

    `may_pass` tells that `pass` is an answer too.
    """

    verb: str
    picks: tuple[Pick, ...]
    may_pass: bool = False


def possible(ask: Ask) -> bool:
    """Tell whether there is anything to choose: a prompt without candidates is not opened."""
    return all(pick.options and len(pick.options) >= pick.least for pick in ask.picks)


def fits(ask: Ask, answer: Answer) -> bool:
    """Tell whether an answer is one that the prompt allows."""
    if answer.verb == "pass":
        return ask.may_pass
    chosen = answer.chosen
    if answer.verb != ask.verb:
        return False
    if len(ask.picks) == 1:
        return _picks(ask.picks[0], chosen)
    pairs = zip(ask.picks, chosen, strict=False)
    return len(chosen) == len(ask.picks) and all(_picks(pick, (one,)) for pick, one in pairs)


def _picks(pick: Pick, chosen: Chosen) -> bool:
    if not pick.least <= len(chosen) <= pick.most:
        return False
    rest = list(pick.options)
    for one in chosen:
        if one not in rest:
            return False
        rest.remove(one)
    return True


def answers(ask: Ask) -> list[Answer]:
    """Return every answer once, in canonical form; none where a view hides the options.

    Where `is_listed_whole` says so, long choices are left out.
    """
    if any(UNKNOWN in cards_of(pick.options) for pick in ask.picks):
        return []
    several = len(ask.picks) > 1
    parts = [list(_choices(pick)) for pick in ask.picks]
    wholes = [sum(some, ()) for some in product(*parts)] if several else parts[0]
    found = [Answer(ask.verb, chosen) for chosen in wholes]
    return [*found, Answer("pass")] if ask.may_pass else found


def is_listed_whole(ask: Ask) -> bool:
    """Tell whether `answers` leaves nothing out."""
    return not any(_is_long(pick) for pick in ask.picks)


def _is_long(pick: Pick) -> bool:
    return len(pick.options) > FULL_LIST and pick.least == 0 and pick.most > SHORT_PICK


def _choices(pick: Pick) -> Iterator[Chosen]:
    options = pick.options
    cards = cards_of(options) if all(isinstance(one, Card) for one in options) else ()
    sizes = range(pick.least, min(pick.most, SHORT_PICK if _is_long(pick) else len(options)) + 1)
    choose = permutations if pick.ordered else combinations
    wholes = (some for size in sizes for some in choose(in_order(cards) or options, size))
    return iter(wholes) if len(set(options)) == len(options) else iter(dict.fromkeys(wholes))


# ---------------------------------------------------------------- what was chosen


def cards_of(chosen: Chosen) -> Pile:
    """Return the cards that are chosen, wherever they are from."""
    found: list[Card] = []
    for one in chosen:
        if isinstance(one, Card):
            found.append(one)
        elif isinstance(one, FromHand | FromDiscard):
            found.append(one.card)
    return tuple(found)


def slot_of(chosen: Chosen) -> int:
    """Return the slot that is chosen."""
    (slot,) = [one.number for one in chosen if isinstance(one, Slot)]
    return slot


def seats_of(chosen: Chosen) -> list[Seat]:
    """Return the players who are chosen."""
    return [one.seat for one in chosen if isinstance(one, Who)]
