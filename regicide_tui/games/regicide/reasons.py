"""What speaks for an action, in a few words each: what a hint says besides the chances."""

from collections.abc import Iterator

from regicide_tui.cards import DIAMONDS, JESTER
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.preview import PlayPreview, preview
from regicide_tui.games.regicide.state import State, attack, immune_suit
from regicide_tui.games.sentences import SUIT_NAMES
from regicide_tui.games.words import counted

_NUMBERS = {1: "a", 2: "two", 3: "three", 4: "four"}


def reasons(view: State, action: Action) -> tuple[str, ...]:
    """Return what a legal action does, as far as the seat to act may know, the weightiest first.

    Such as `kills exactly` or `leaves 4 to pay`.
    """
    return tuple(_reasons(view, action))


def _reasons(view: State, action: Action) -> Iterator[str]:
    match action:
        case Play(cards):
            told = preview(view, cards)
            assert isinstance(told, PlayPreview)  # these cards are a play
            yield from _jester(view) if told.jester else _play(view, told)
            yield from _kept(view, cards)
        case Pay(cards):
            told = preview(view, cards)
            assert not isinstance(told, PlayPreview)
            assert told is not None
            yield f"{told.surplus} too many" if told.surplus else "pays exactly"
            yield from _kept(view, cards)
        case Yield():
            yield f"pays {attack(view)}" if attack(view) else "costs nothing"
            yield from _kept(view, ())
        case Choose(seat):
            yield f"holds {counted(len(view.hands[seat]), 'card')}"
        case Flip():
            yield "a new hand"


def _jester(view: State) -> Iterator[str]:
    immune = immune_suit(view)
    if immune:
        yield f"ends the immunity to {SUIT_NAMES[immune]}"
    yield "nothing to pay"


def _play(view: State, told: PlayPreview) -> Iterator[str]:
    if told.kills:
        last = "wins the game" if not view.castle else "kills"
        yield "kills exactly" if told.exact and view.castle else last
    if told.drawn:
        yield f"draws {told.drawn}"
    if told.healed:
        yield f"heals {told.healed}"
    if not told.kills:
        yield f"leaves {told.due or 'nothing'} to pay"


def _kept(view: State, spent: Pile) -> Iterator[str]:
    """Name the cards one would rather keep, and does."""
    left = [card for card in view.hands[view.turn] if card not in spent]
    if JESTER in left:
        yield "keeps the Jester"
    diamonds = sum(card.suit is DIAMONDS for card in left)
    if diamonds:
        number = _NUMBERS.get(diamonds, str(diamonds))
        yield f"keeps {number} Diamond{'' if diamonds == 1 else 's'}"
