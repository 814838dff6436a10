"""The reasons for an action in a few words each: a hint shows them besides the chances."""

from collections.abc import Iterator

from regicide_tui.games.duel.preview import PayPreview, PlayPreview, preview
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play


def reasons(view: State, action: Play | Pay) -> tuple[str, ...]:
    """Return what a legal action does, the most important first, as far as the seat may know.

    Examples are `breaks the shield` or `leaves the rival 9 to pay`.
    """
    facts = preview(view, action.cards)
    assert facts is not None  # these cards are a play or a payment
    if isinstance(facts, PayPreview):
        return (f"{facts.surplus} too many" if facts.surplus else "pays exactly",)
    return tuple(_play(facts))


def _play(facts: PlayPreview) -> Iterator[str]:
    if facts.breaks:
        yield "breaks the shield"
    if facts.damage:
        yield f"leaves the rival {facts.damage} to pay"
    if facts.drawn:
        yield f"draws {facts.drawn}"
    if facts.healed:
        yield f"heals {facts.healed}"
    if facts.shield is not None:
        yield f"a shield of {facts.shield}"
