"""The action spaces of Regicide and Regicide Duel: card by card, or by whole actions."""

from collections.abc import Sequence

from regicide_tui.cards import JESTER, PACK, ascending, play_order
from regicide_tui.env.actions.action_space import ActionSpace, Picked, follow_rows
from regicide_tui.games.base import AnyGame, Pile, Value
from regicide_tui.games.duel.state import HAND_MAXIMUM as DUEL_HAND
from regicide_tui.games.duel.state import State as DuelState
from regicide_tui.games.regicide.state import HAND_MAXIMUM, Choose, Flip, Yield
from regicide_tui.games.regicide.state import State as RegicideState
from regicide_tui.games.regicide_family.plays import Pay, Play, plays

View = RegicideState | DuelState

CARDS: Pile = (JESTER, *PACK)
"""The card for each number, which is the card's `order`."""
DONE = len(CARDS)

PLAYS = plays(CARDS)
"""Every play of the game; its index is its number."""
_PLAY_NUMBERS = {cards: number for number, cards in enumerate(PLAYS)}
FIRST_PAYMENT = len(PLAYS)
"""The number of the payment with only the lowest card of the hand."""

# The first number of the actions without cards. The Duel has no such actions.
FIRST_NAMED_CARD = DONE + 1
FIRST_NAMED_WHOLE = FIRST_PAYMENT + 2 ** max(HAND_MAXIMUM.values()) - 1
_DUEL_WHOLE = FIRST_PAYMENT + 2**DUEL_HAND - 1

# The order of these actions, counted from the first.
YIELDING, FLIPPING, CHOOSING = range(3)
_NAMED = CHOOSING + max(HAND_MAXIMUM)
"""How many there are: any of the players can be chosen."""


class _PlayAndPaySpace(ActionSpace[View, Value]):
    """The common base of both kinds of spaces: the actions without cards.

    Players are counted clockwise from the one who chooses.
    """

    done = DONE

    def __init__(self, game: AnyGame, first_named: int, size: int) -> None:
        self._game = game
        self._first_named = first_named
        self.size = size

    def _legal_actions(self, view: View) -> Sequence[Value]:
        return self._game.legal_actions(view)

    def _named_number(self, view: View, action: Value) -> int:
        if isinstance(action, Choose):
            place = CHOOSING + (action.seat - view.turn) % len(view.hands)
        else:
            place = YIELDING if isinstance(action, Yield) else FLIPPING
        return self._first_named + place

    def _named_action(self, view: View, number: int) -> Value:
        place = number - self._first_named
        if place >= CHOOSING:
            return Choose((view.turn + place - CHOOSING) % len(view.hands))
        return Yield() if place == YIELDING else Flip()

    def _describe_named(self, number: int) -> str:
        place = number - self._first_named
        if place == CHOOSING:
            return "choose yourself"
        if place > CHOOSING:
            return f"choose the player {place - CHOOSING} to the left"
        return "yield" if place == YIELDING else "flip a Jester"


class CardByCard(_PlayAndPaySpace):
    """An action is its cards, ascending, followed by `DONE` if more cards could be added."""

    def following(self, view: View, picked: Picked) -> list[int]:
        """Return the numbers that can follow, ascending."""
        rows = [self.row(view, action) for action in self._legal_actions(view)]
        return follow_rows(rows, picked, DONE)

    def row(self, view: View, action: Value) -> Picked:
        """Return the numbers that choose a legal action, without `DONE`."""
        if isinstance(action, Play | Pay):
            return tuple([card.order for card in ascending(action.cards)])
        return (self._named_number(view, action),)

    def build(self, view: View, picked: Picked) -> Value:
        """Return the action that these numbers choose."""
        if picked[0] >= self._first_named:
            return self._named_action(view, picked[0])
        cards = tuple([CARDS[number] for number in picked if number != DONE])
        if view.phase == "play":
            return Play(tuple(sorted(cards, key=play_order)))
        return Pay(cards)

    def _describe(self, number: int) -> str:
        if number >= self._first_named:
            return self._describe_named(number)
        return "done" if number == DONE else CARDS[number].text


class WholeActions(_PlayAndPaySpace):
    """An action is one number. A payment is a set of places in the ascending hand."""

    def following(self, view: View, picked: Picked) -> list[int]:
        """Return the numbers of all legal actions, ascending; none after the first."""
        if picked:
            return []
        return sorted([self.row(view, action)[0] for action in self._legal_actions(view)])

    def row(self, view: View, action: Value) -> Picked:
        """Return the number that chooses a legal action."""
        if isinstance(action, Play):
            return (_PLAY_NUMBERS[action.cards],)
        if isinstance(action, Pay):
            return (FIRST_PAYMENT - 1 + _places(self._hand(view), action.cards),)
        return (self._named_number(view, action),)

    def _hand(self, view: View) -> Pile:
        seat = self._game.to_act(view)
        assert seat is not None
        return view.hands[seat]

    def build(self, view: View, picked: Picked) -> Value:
        """Return the action with this number."""
        (number,) = picked
        if number >= FIRST_NAMED_WHOLE:
            return self._named_action(view, number)
        if number < FIRST_PAYMENT:
            return Play(PLAYS[number])
        places = number - FIRST_PAYMENT + 1
        return Pay(
            tuple([card for place, card in enumerate(self._hand(view)) if places >> place & 1])
        )

    def _describe(self, number: int) -> str:
        if number >= FIRST_NAMED_WHOLE:
            return self._describe_named(number)
        if number < FIRST_PAYMENT:
            return "+".join([card.text for card in PLAYS[number]])
        bits = number - FIRST_PAYMENT + 1
        places = [str(place + 1) for place in range(bits.bit_length()) if bits >> place & 1]
        return f"pay with place {' '.join(places)}"


def _places(hand: Pile, cards: Pile) -> int:
    """Return the places of cards in a hand, as bits; the first one for two equal cards."""
    places, place = 0, 0
    for card in cards:
        place = hand.index(card, place)
        places |= 1 << place
        place += 1
    return places


def regicide_space(game: AnyGame, *, whole: bool) -> ActionSpace[View, Value]:
    """Return an action space of Regicide, with the same numbers for 1 to 4 players."""
    if whole:
        return WholeActions(game, FIRST_NAMED_WHOLE, FIRST_NAMED_WHOLE + _NAMED)
    return CardByCard(game, FIRST_NAMED_CARD, FIRST_NAMED_CARD + _NAMED)


def duel_space(game: AnyGame, *, whole: bool) -> ActionSpace[View, Value]:
    """Return an action space of Regicide Duel: the numbers are those of Regicide."""
    if whole:
        return WholeActions(game, FIRST_NAMED_WHOLE, _DUEL_WHOLE)
    return CardByCard(game, FIRST_NAMED_CARD, FIRST_NAMED_CARD)
