"""What speaks for an action, in a few words each: what a hint says besides the chances."""

from collections.abc import Iterator

from regicide_tui.games.duel.preview import PayPreview, PlayPreview, preview
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.laying import Pay, Play


def reasons(view: State, action: Play | Pay) -> tuple[str, ...]:
    """Return what a legal action does, as far as the seat to act may know, the weightiest first.

    Such as `breaks the shield` or `leaves the rival 9 to pay`.
    """
    told = preview(view, action.cards)
    assert told is not None  # these cards are a play or a payment
    if isinstance(told, PayPreview):
        return (f"{told.surplus} too many" if told.surplus else "pays exactly",)
    return tuple(_play(told))


def _play(told: PlayPreview) -> Iterator[str]:
    if told.breaks:
        yield "breaks the shield"
    if told.damage:
        yield f"leaves the rival {told.damage} to pay"
    if told.drawn:
        yield f"draws {told.drawn}"
    if told.healed:
        yield f"heals {told.healed}"
    if told.shield is not None:
        yield f"a shield of {told.shield}"
