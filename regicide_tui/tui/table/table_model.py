"""Everything that a table shows at one moment, as one value: the part that all games share."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from regicide_tui.bots.base import Chances
from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.words import PlayerNames
from regicide_tui.play.table import TableView


class Notice(Value):
    """A sentence for the player, in a style of the palette."""

    text: str = ""
    style: str = "muted"
    verbatim: bool = False
    """Whether text such as `2C` is not a card: players and saves may have such names."""
    holds: bool = False
    """Whether confirming only removes it, for players who type fast or try to answer it."""
    yields: bool = False
    """Whether the preview of picked cards takes precedence if there is no room for both."""


NOTHING = Notice()


class Pointing(Value):
    """The cursor in a hand, the picked places, and a notice."""

    cursor: int = 0
    chosen: tuple[int, ...] = ()
    notice: Notice = NOTHING


class Odds(Value):
    """The chances now, and after the action that is ready. None means not known yet."""

    now: Chances | None = None
    then: Chances | None = None


ReplayStep = tuple[str, ...]
"""The text about a step of a replay: its place, the last action and the next. Empty in a game."""


class CardOnTable(Value):
    """A card on the table, outside the hands, and its place in words.

    A face-down card, such as the top of a pile, is unknown.
    """

    card: Card
    where: str


class TableModel(Value):
    """The table and what the player is about to do. Each game has its own subclass.

    `viewer` is the seat whose hand is shown; None hides all hands, behind the curtain or from a
    spectator. `cursor` and `chosen` are the places of the cursor and of the picked cards in the
    hand.
    """

    view: Value
    seats: tuple[str, ...]
    viewer: Seat | None
    turn: int
    seed: str
    goal: str = ""
    """The task of a puzzle."""
    needs_no_curtain: bool = False
    """Whether no curtain is needed: every other player is a bot or at another screen."""
    bot_acts: bool = False
    """Whether a bot must act."""
    own: bool = False
    """Whether the open hand belongs to the only player at this screen."""
    cursor: int = 0
    chosen: tuple[int, ...] = ()
    legal: Sequence[Value] = ()
    pickable: tuple[bool, ...] = ()
    """For each card of the hand, whether it can be picked with the picked cards."""
    fresh: frozenset[int] = frozenset()
    """Places of the cards that are new in the hand since its holder last acted."""
    play_preview: object = None
    """What the picked cards would do."""
    notice: Notice = NOTHING
    unsaved: bool = False
    """Whether the game can't be saved at present."""
    stopped: bool = False
    """Whether the game was ended without a winner, so that nobody acts any more."""
    landing: bool = False
    """Whether the newest play has just been made, during an animation."""
    replay_step: ReplayStep = ()
    odds: Odds | None = None
    """The chances that the win meter shows; None without a meter."""
    advised: Value | None = None
    """The action that a hint has just advised, if it can't be shown by picking cards."""

    @property
    def acting(self) -> Seat:
        """The seat that must act, or that acted last."""
        raise NotImplementedError

    @property
    def holder(self) -> Seat:
        """The seat whose hand is in the zone `hand`: the viewer, or the seat that must act."""
        return self.viewer if self.needs_no_curtain and self.viewer is not None else self.acting

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    @property
    def picking(self) -> bool:
        """Whether cards of the hand can be picked now."""
        raise NotImplementedError

    @property
    def picks_instead(self) -> bool:
        """Whether a card that doesn't combine with the picked cards is picked instead of them."""
        return True

    @property
    def intent(self) -> Value | None:
        """The action that is picked, legal or not; None if there is none."""
        raise NotImplementedError

    @property
    def ready(self) -> Value | None:
        """The action that `confirm` takes, legal or not; None if there is none."""
        return self.intent if self.advised is None else self.advised

    @property
    def choosing(self) -> bool:
        """Whether the cursor is in a vertical list, and not in the hand."""
        return False

    @property
    def subtitle(self) -> str:
        """The number of players, for the title."""
        return "solo" if self.alone else f"{len(self.seats)} players"

    def shorter_subtitles(self, ellipsis: str) -> Sequence[str]:
        """Shorter and shorter subtitles for narrow windows."""
        return (self.subtitle,)

    @property
    def place_count(self) -> int:
        """The number of places that the cursor can have."""
        return len(self.hand)

    @property
    def hand(self) -> Pile:
        """The open hand; behind the curtain its cards are unknown."""
        return self.hand_of(self.holder)

    def hand_of(self, seat: Seat) -> Pile:
        """Return the hand of a seat; its cards are unknown if it is hidden."""
        raise NotImplementedError

    @property
    def actor(self) -> str:
        """The name of the player who must act."""
        return self.seats[self.acting]

    @property
    def task(self) -> str:
        """What that player must do, such as `to pay 10`."""
        return "to play"

    @property
    def hand_title(self) -> str:
        """The title of the hand: whose hand it is."""
        return "Your hand" if self.owner == "your" else f"{self.owner} hand"

    @property
    def owner(self) -> str:
        """The owner of the open hand: `your`, or `Ada's`."""
        return "your" if self.own else PlayerNames(self.seats).possessive(self.holder)

    @property
    def reader(self) -> Seat | None:
        """The seat of the player who reads this screen; None in a replay, or for a spectator."""
        sits = self.own or not (self.needs_no_curtain or self.replay_step)
        return self.viewer if sits else None

    @property
    def alone(self) -> bool:
        """Whether this is a solo game."""
        return len(self.seats) == 1

    @property
    def curtain(self) -> bool:
        """Whether the hands are hidden until the next player is at the keyboard."""
        return self.viewer is None and not self.over and not self.needs_no_curtain

    @property
    def others_act(self) -> bool:
        """Whether a bot or a player at another screen must act."""
        return self.needs_no_curtain and not self.over and self.viewer != self.acting

    @property
    def waiting(self) -> bool:
        """Whether nobody can act at this screen now: behind the curtain, or while others act.

        This includes a game that was ended without a winner.
        """
        return self.curtain or self.others_act or self.stopped


def fresh_places(hand: Pile, before: Pile) -> frozenset[int]:
    """Return the places of the cards in a hand that are new since `before`.

    Among equal cards, the last ones are new. If all cards are new, the result is empty: there is
    nothing to highlight.
    """
    known = Counter(before)
    fresh: set[int] = set()
    for place, card in enumerate(hand):
        if known[card]:
            known[card] -= 1
        else:
            fresh.add(place)
    return frozenset(fresh) if len(fresh) < len(hand) else frozenset()


def cards_in(value: object) -> Iterator[Card]:
    """Yield all known cards of a view or an event."""
    if isinstance(value, Card):
        if value is not UNKNOWN:
            yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from cards_in(one)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from cards_in(getattr(value, name))


M = TypeVar("M", bound=TableModel)


def as_seen(kind: type[M], table: TableView, replay_step: ReplayStep) -> M:
    """Return the model of a table as its viewer sees it, with the part that all games share.

    `kind` is the model of the table's game.
    """
    return kind(
        view=table.state,
        seats=table.seats,
        viewer=table.viewer,
        turn=table.turn,
        seed=table.seed,
        goal=table.goal,
        replay_step=replay_step,
        needs_no_curtain=table.needs_no_curtain and not replay_step,
        bot_acts=table.acting_bot is not None and not replay_step,
        own=table.viewer is not None and table.viewer == table.seat and not replay_step,
    )
