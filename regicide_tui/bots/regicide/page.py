"""The page: a cautious beginner. It looks at the preview of each action and no further."""

from typing import NamedTuple

from regicide_tui.cards import HEARTS, SPADES, Card
from regicide_tui.games.regicide.rules import PlayPreview, legal_actions, preview
from regicide_tui.games.regicide.state import Action, Choose, Flip, Pay, Play, State, Yield, attack
from regicide_tui.games.regicide_family.plays import VALUE, total

_HOPELESS = -1000.0
_LAST_RESORT = -500.0


class Heuristic(NamedTuple):
    """What the page values, in points for each point or card. The numbers were found by trial."""

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


HEURISTIC = Heuristic()


def list_candidates(view: State) -> list[tuple[Action, float]]:
    """Return every legal action with its appeal."""
    return [(action, _appeal(view, action)) for action in legal_actions(view)]


def _appeal(view: State, action: Action) -> float:
    match action:
        case Play(cards):
            effect = preview(view, cards)
            assert isinstance(effect, PlayPreview)  # these cards are a play
            return _appeal_of_play(view, effect)
        case Pay(cards):
            return -sum(_card_cost(card) for card in cards)
        case Yield():
            return _appeal_of_blow(attack(view), total(view.hands[view.turn])) - HEURISTIC.passing
        case Choose(seat):
            return len(view.hands[seat]) + 0.5 * (seat == view.turn)
        case Flip():
            return _LAST_RESORT


def _appeal_of_play(view: State, effect: PlayPreview) -> float:
    """Return the gain of a play, less the cards it takes and the attack that follows."""
    if effect.jester:
        return 1.0 if attack(view) > effect.hand else -HEURISTIC.jester
    gain = HEURISTIC.own_card * effect.own + HEURISTIC.other_card * (
        (effect.drawn or 0) - effect.own
    )
    gain += HEURISTIC.healed * (effect.healed or 0) - HEURISTIC.cost * effect.value
    if effect.kills:
        over = effect.damage - effect.before
        return gain + HEURISTIC.kill + HEURISTIC.exact * effect.exact - HEURISTIC.overkill * over
    if effect.payable is False:
        return _HOPELESS
    if effect.shield is not None:
        gain += (attack(view) - effect.due) * (
            HEURISTIC.shield + HEURISTIC.lasting * effect.after / 10
        )
    return gain + HEURISTIC.damage * effect.damage + _appeal_of_blow(effect.due, effect.hand)


def _appeal_of_blow(due: int, hand: int) -> float:
    return _HOPELESS if due > hand else -HEURISTIC.blow * due


def _card_cost(card: Card) -> float:
    """Return how much the page wants to keep a card."""
    return 0.5 + VALUE[card] * (1.1 if card.suit in (HEARTS, SPADES) else 1.0) + 3 * (not card.rank)
