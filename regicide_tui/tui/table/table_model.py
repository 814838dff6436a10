"""What a table shows at one moment, as one value: the part that all games share."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from regicide_tui.bots.base import Chances
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.play.table_view import TableView


class Notice(Value, frozen=True):
    """A sentence for the player, in a style of the palette."""

    text: str = ""
    style: str = "muted"
    verbatim: bool = False
    """Whether what looks like a card is none: players and saved games may be called `2C`."""


NOTHING = Notice()


class Odds(Value, frozen=True):
    """The chances as they are now, and after the action that is ready.

    None is what is not known, or not yet.
    """

    now: Chances | None = None
    then: Chances | None = None


class TableModel(Value, frozen=True):
    """What is on the table and what the player is about to do. Each game has its own kind.

    `viewer` is the seat whose hand is shown; None hides all hands, behind the curtain or from who
    watches. `cursor` is the place of the pointer, and `chosen` are places in the hand.
    """

    view: Any
    seats: tuple[str, ...]
    viewer: Seat | None
    turn: int
    seed: str
    goal: str = ""
    """What a puzzle asks."""
    remote: bool = False
    """Whether no curtain is needed now: any other who acts is a bot, or at another screen."""
    bot: bool = False
    """Whether it is a bot who must act."""
    own: bool = False
    """Whether the hand that lies open is that of the only one who looks at this screen."""
    cursor: int = 0
    chosen: tuple[int, ...] = ()
    legal: Sequence[Value] = ()
    open_cards: tuple[bool, ...] = ()
    """For each card of the hand: can it join the chosen ones."""
    fresh: frozenset[int] = frozenset()
    """Places of the cards that came into the hand since its holder last did something."""
    play_preview: object = None
    """What the chosen cards would do."""
    notice: Notice = NOTHING
    unsaved: bool = False
    """Whether the game can't be saved at present."""
    landing: bool = False
    """Whether the newest play has just been laid, while something moves."""
    step: str = ""
    """While a game is replayed: where it stands."""
    odds: Odds | None = None
    """What the win meter shows; None where there is none."""

    @property
    def acting(self) -> Seat:
        """Who must act, or who acted last."""
        raise NotImplementedError

    @property
    def holder(self) -> Seat:
        """The seat whose hand lies here: one's own, or behind a curtain that of who must act."""
        return self.viewer if self.remote and self.viewer is not None else self.acting

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    @property
    def picking(self) -> bool:
        """Whether cards of the hand can be picked now."""
        raise NotImplementedError

    @property
    def intent(self) -> Value | None:
        """The action that is ready to be taken, legal or not; None if there is none."""
        raise NotImplementedError

    @property
    def choosing(self) -> bool:
        """Whether the pointer stands in a list, one line below the other, and not in the hand."""
        return False

    @property
    def subtitle(self) -> str:
        """Who plays, in a word or two for the title."""
        return "solo" if self.alone else f"{len(self.seats)} players"

    def shorter_subtitles(self, ellipsis: str) -> Sequence[str]:
        """The same in fewer and fewer cells, for narrow windows."""
        return (self.subtitle,)

    @property
    def places(self) -> int:
        """How many places the pointer can stand at."""
        return len(self.hand)

    @property
    def hand(self) -> Pile:
        """The hand that lies open, unknown cards behind the curtain."""
        return self.hand_of(self.holder)

    def hand_of(self, seat: Seat) -> Pile:
        """Return the hand of a seat, unknown cards if it is hidden."""
        hand: Pile = self.view.hands[seat]
        return hand

    @property
    def actor(self) -> str:
        """The name of who must act."""
        return self.seats[self.acting]

    @property
    def task(self) -> str:
        """What that player is to do, such as `to pay 10`."""
        return "to play"

    @property
    def hand_title(self) -> str:
        """Whose hand it is that lies here, for its title."""
        return "Your hand" if self.alone or self.own else f"{self.seats[self.holder]}'s hand"

    @property
    def alone(self) -> bool:
        """Whether this is a solo game."""
        return len(self.seats) == 1

    @property
    def curtain(self) -> bool:
        """Whether the hands are hidden until the next player has sat down."""
        return self.viewer is None and not self.over and not self.remote

    @property
    def others_act(self) -> bool:
        """Whether it is a bot, or somebody at another screen, who must act."""
        return self.remote and not self.over and self.viewer != self.acting

    @property
    def waiting(self) -> bool:
        """Whether nobody can act here now: behind the curtain, or while others far away do."""
        return self.curtain or self.others_act


def fresh_places(hand: Pile, before: Pile) -> frozenset[int]:
    """Return the places of the cards of a hand that were not in it before.

    Of equal cards the last ones are new. Where all are, none is: there is nothing to tell apart.
    """
    known = Counter(before)
    fresh: set[int] = set()
    for place, card in enumerate(hand):
        if known[card]:
            known[card] -= 1
        else:
            fresh.add(place)
    return frozenset(fresh) if len(fresh) < len(hand) else frozenset()


def common_fields(table: TableView, viewer: Seat | None, step: str = "") -> dict[str, Any]:
    """Return the fields of a scene that every table has, as a seat sees them."""
    return {
        "view": table.view(viewer),
        "seats": table.seats,
        "viewer": viewer,
        "turn": table.turn,
        "seed": table.start.seed,
        "goal": table.goal,
        "step": step,
        "remote": table.remote and not step,
        "bot": table.bot is not None and not step,
        "own": viewer is not None and viewer == table.seat and not step,
    }
