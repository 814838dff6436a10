"""The reasons for an action in a few words each: a hint shows them besides the chances."""

from regicide_tui.games.king_of_the_dead.actions import Action, Buy, Play, Score
from regicide_tui.games.king_of_the_dead.preview import PickedCards, possible_actions
from regicide_tui.games.king_of_the_dead.runs import known_cards
from regicide_tui.games.king_of_the_dead.state import State


def reasons(view: State, action: Action) -> tuple[str, ...]:
    """Return what a legal action gains, costs or does: `7 points`, `costs 5` or `draw 2`."""
    match action:
        case Score(run):
            picked = PickedCards(known_cards(run), None in run)
        case Buy(slot, cards):
            picked = PickedCards(cards, slot=slot)
        case Play(cards):
            picked = PickedCards(cards)
        case _:
            return ()
    found = [one.text for one in possible_actions(view, picked) if one.action == action]
    return tuple([f"{text[:1].lower()}{text[1:].removesuffix('.')}" for text in found])
