"""Fingers at the keyboard: an action of King of the Dead as the keys that take it."""

from collections.abc import Iterator

from regicide_tui.cards import Card
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    Buy,
    EndTurn,
    Play,
    Recall,
    Score,
)
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from tests.tui.player import Player

DIGITS = "1234567890"


def model_of(player: Player) -> KingModel:
    """Return what the table shows."""
    model = player.app.screen.model  # type: ignore[attr-defined]
    assert isinstance(model, KingModel)
    return model


async def take(player: Player, action: Action) -> None:
    """Take an action with keys alone."""
    match action:
        case EndTurn():
            await player.press("e")
        case Recall(number):
            await player.press(*["down"] * (number - 1), "F")
        case Score(cards) | Buy(_, cards) | Play(cards):
            await _pick(player, cards)
            await player.press(*["down"] * _place_of(action, model_of(player)), "enter")
        case Answer("pass"):
            await player.press("N")
        case Answer():
            await _answer(player, action)


def _place_of(action: Action, model: KingModel) -> int:
    """Return where an action stands among the offers."""
    (place,) = [
        place
        for place, one in enumerate(model.offered)
        if type(one.action) is type(action)
        and (not isinstance(action, Buy) or one.action.slot == action.slot)  # type: ignore[union-attr]
    ]
    return place


async def _pick(player: Player, cards: tuple[Card | None, ...]) -> None:
    """Pick cards of the hand, and the Well's for None."""
    for card in cards:
        model = model_of(player)
        if card is None:
            await player.press("w")
            continue
        place = next(
            place
            for place, one in enumerate(model.hand)
            if one == card and place not in model.chosen
        )
        await player.press(*_to(place), *(["space"] if place >= len(DIGITS) else []))


def _to(place: int) -> Iterator[str]:
    """Give the keys that pick what has a digit, or that lead to what has none."""
    if place < len(DIGITS):
        yield DIGITS[place]
    else:
        yield from ("home", *["right"] * place)


async def _answer(player: Player, answer: Answer) -> None:
    """Choose one after the other, then confirm."""
    choice = model_of(player).choice
    assert choice is not None
    if choice.toggles and choice.marked:
        await player.press("escape")
    if choice.picked_at_first:
        await player.press("enter")
        return
    for one in answer.chosen:
        model = model_of(player)
        choice = model.choice
        assert choice is not None
        place = next(
            place
            for place, option in enumerate(choice.options)
            if option == one and place not in choice.marked
        )
        keys = [*_to(place)]
        if not choice.toggles:
            keys += ["enter"]
        elif place >= len(DIGITS):
            keys += ["space"]
        await player.press(*keys)
    if choice.toggles:
        await player.press("enter")
