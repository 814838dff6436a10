"""The page: a cautious beginner, who looks at the preview of each action and no further."""

from typing import NamedTuple

from regicide_tui.cards import HEARTS, SPADES, Card
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.preview import PlayPreview, preview
from regicide_tui.games.regicide.state import State, attack
from regicide_tui.games.regicide_family.plays import VALUE, total

_HOPELESS = -1000.0
_LAST_RESORT = -500.0


class Taste(NamedTuple):
    """What the page likes, in points for each point or card; found by trial."""

    kill: float = 15.0
    exact: float = 19.0
    overkill: float = 0.6
    damage: float = 0.6
    cost: float = 0.7
    own_card: float = 1.5
    other_card: float = 6.0
    healed: float = 0.45
    shield: float = 1.3
    lasting: float = 0.05
    blow: float = 0.65
    passing: float = 1.2
    jester: float = 1.5


TASTE = Taste()


def options(view: State) -> list[tuple[Action, float]]:
    """Return every legal action with its appeal."""
    return [(action, _appeal(view, action)) for action in legal_actions(view)]


def _appeal(view: State, action: Action) -> float:
    match action:
        case Play(cards):
            told = preview(view, cards)
            assert isinstance(told, PlayPreview)  # these cards are a play
            return _appeal_of_play(view, told)
        case Pay(cards):
            return -sum(_keeping(card) for card in cards)
        case Yield():
            return _appeal_of_blow(attack(view), total(view.hands[view.turn])) - TASTE.passing
        case Choose(seat):
            return len(view.hands[seat]) + 0.5 * (seat == view.turn)
        case Flip():
            return _LAST_RESORT


def _appeal_of_play(view: State, told: PlayPreview) -> float:
    """Weigh what a play does against the cards it takes and the blow that follows."""
    if told.jester:
        return 1.0 if attack(view) > told.hand else -TASTE.jester
    gain = TASTE.own_card * told.own + TASTE.other_card * ((told.drawn or 0) - told.own)
    gain += TASTE.healed * (told.healed or 0) - TASTE.cost * told.value
    if told.kills:
        over = told.damage - told.before
        return gain + TASTE.kill + TASTE.exact * told.exact - TASTE.overkill * over
    if told.payable is False:
        return _HOPELESS
    if told.shield is not None:
        gain += (attack(view) - told.due) * (TASTE.shield + TASTE.lasting * told.after / 10)
    return gain + TASTE.damage * told.damage + _appeal_of_blow(told.due, told.hand)


def _appeal_of_blow(due: int, hand: int) -> float:
    return _HOPELESS if due > hand else -TASTE.blow * due


def _keeping(card: Card) -> float:
    """Return how dear a card is to the page."""
    return 0.5 + VALUE[card] * (1.1 if card.suit in (HEARTS, SPADES) else 1.0) + 3 * (not card.rank)
