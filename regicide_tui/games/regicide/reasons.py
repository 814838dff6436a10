"""The reasons for an action in a few words each: a hint shows them besides the chances."""

from collections.abc import Iterator

from regicide_tui.cards import DIAMONDS, JESTER
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.preview import PlayPreview, preview
from regicide_tui.games.regicide.state import State, attack, immune_suit
from regicide_tui.games.sentences import SUIT_NAMES
from regicide_tui.games.words import WINS, counted

_NUMBERS = {1: "a", 2: "two", 3: "three", 4: "four"}


def reasons(view: State, action: Action) -> tuple[str, ...]:
    """Return what a legal action does, the most important first, as far as the seat may know.

    Examples are `kills exactly` or `leaves 4 to pay`.
    """
    return tuple(_reasons(view, action))


def _reasons(view: State, action: Action) -> Iterator[str]:
    match action:
        case Play(cards):
            facts = preview(view, cards)
            assert isinstance(facts, PlayPreview)  # these cards are a play
            yield from _jester(view) if facts.jester else _play(view, facts)
            yield from _kept(view, cards)
        case Pay(cards):
            facts = preview(view, cards)
            assert not isinstance(facts, PlayPreview)
            assert facts is not None
            yield f"{facts.surplus} too many" if facts.surplus else "pays exactly"
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


def _play(view: State, facts: PlayPreview) -> Iterator[str]:
    if facts.kills:
        last = WINS if not view.castle else "kills"
        yield "kills exactly" if facts.exact and view.castle else last
    if facts.drawn:
        yield f"draws {facts.drawn}"
    if facts.healed:
        yield f"heals {facts.healed}"
    if not facts.kills:
        yield f"leaves {facts.due or 'nothing'} to pay"


def _kept(view: State, spent: Pile) -> Iterator[str]:
    """Yield the reasons about valuable cards that stay in the hand."""
    left = [card for card in view.hands[view.turn] if card not in spent]
    if JESTER in left:
        yield "keeps the Jester"
    diamonds = sum(card.suit is DIAMONDS for card in left)
    if diamonds:
        number = _NUMBERS.get(diamonds, str(diamonds))
        yield f"keeps {number} Diamond{'' if diamonds == 1 else 's'}"
