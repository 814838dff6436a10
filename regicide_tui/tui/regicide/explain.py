"""What can be done at a moment of Regicide, for somebody who does not know, and where to read on.

The texts name keys by their commands in braces (`tui/guide.py`).
"""

from collections.abc import Iterator

from regicide_tui.cards import Suit
from regicide_tui.games.regicide.actions import Flip, Yield
from regicide_tui.games.regicide.state import (
    CHOOSE,
    OVER,
    PLAY,
    SUFFER,
    Options,
    State,
    attack,
    immune_suit,
    remaining,
)
from regicide_tui.games.sentences import RANK_NAMES, SUIT_NAMES
from regicide_tui.tui.laying import OVERPAID, PAYING, what_to_play
from regicide_tui.tui.regicide.scene import Scene


def explain(scene: Scene) -> str:
    """Return what the help says of a moment."""
    return "\n\n".join(_paragraphs(scene))


def chapter(scene: Scene) -> str:
    """Return the heading of the rules that speaks of this moment."""
    if scene.curtain:
        return "Who sees what, who may say what"
    if scene.phase in (PLAY, SUFFER) and list(scene.legal) == [Flip()]:
        return "Solo"
    if scene.phase is PLAY and list(scene.legal) == [Yield()]:
        return "Yielding"
    return {
        PLAY: "What may be played",
        CHOOSE: "The Jester (three and four players)",
        SUFFER: "Paying",
        OVER: "Winning and losing",
    }[scene.phase]


def _paragraphs(scene: Scene) -> Iterator[str]:
    if scene.phase is CHOOSE:
        return _choose()
    return _suffer(scene) if scene.phase is SUFFER else _play(scene)


def _choose() -> Iterator[str]:
    yield (
        "A Jester was played. Whoever you choose now takes the next turn; you may choose yourself. "
        "`{confirm}` chooses the player at the pointer."
    )
    yield (
        "Until then all may say in general words whether they would like to be next, but not what "
        "they hold (R-9)."
    )


# ---------------------------------------------------------------- to pay


def _suffer(scene: Scene) -> Iterator[str]:
    view = scene.view
    enemy = _rank(view)
    if list(scene.legal) == [Flip()]:
        yield f"The {enemy} attacks: you owe {attack(view)}, and your hand is not worth that much."
        yield "Only a Jester helps. `{flip}` flips it: you discard your hand and draw a new one."
        return
    yield (
        f"The {enemy} attacks: you owe {attack(view)}. {PAYING} An Ace is worth 1, a Jester 0, "
        "royals 10, 15 and 20."
    )
    yield OVERPAID[view.options.overpay]
    if Flip() in scene.legal:
        yield "Or `{flip}` flips a Jester first: you discard your hand, draw a new one and pay."


# ---------------------------------------------------------------- to play


def _play(scene: Scene) -> Iterator[str]:
    if scene.hand:
        yield from _cards(scene.view.options)
        yield "\n".join(_powers(scene.view))
        yield from _immunity(scene.view)
        yield _kill(scene.view)
    else:
        yield "Your hand is empty, so there is nothing to play (R-18)."
    yield from _without_cards(scene)


def _cards(options: Options) -> Iterator[str]:
    yield what_to_play(combos=options.combos)
    if not options.combos:
        yield "A house rule of this game: there are no combos (R-11)."


_POWERS = {
    Suit.HEARTS: "Hearts heal: cards from the discard pile go under the Tavern.",
    Suit.DIAMONDS: "Diamonds draw cards.",
    Suit.CLUBS: "Clubs double the damage.",
    Suit.SPADES: "Spades lower the attack until this enemy is defeated.",
}


def _powers(view: State) -> Iterator[str]:
    for suit, power in _POWERS.items():
        blocked = suit is immune_suit(view)
        yield f"- {SUIT_NAMES[suit]} do nothing: the enemy is immune." if blocked else f"- {power}"


def _immunity(view: State) -> Iterator[str]:
    if view.immunity_cancelled:
        yield f"A Jester has ended the {_rank(view)}'s immunity: every suit acts (R-30)."


def _kill(view: State) -> str:
    return (
        f"The {_rank(view)} has {remaining(view)} health left. Exactly as much damage puts the "
        "card on the Tavern, to be drawn like any other; more sends it to the discard pile."
    )


def _without_cards(scene: Scene) -> Iterator[str]:
    """Say what else one may do than play cards, and what can't be done now."""
    options = scene.view.options
    if Yield() in scene.legal:
        yield f"`{{yield}}` yields: you play nothing, and pay {attack(scene.view) or 'nothing'}."
    elif not scene.alone:
        yield "You can't yield now: all other players yielded on their last turn."
    elif options.solo_yield:
        yield "You can't yield now: you yielded on your last turn."
    if scene.alone and options.solo_yield:
        yield "Yielding alone is a house rule of this game (R-20)."
    if Flip() in scene.legal:
        yield "`{flip}` flips a Jester: you discard your hand and draw a new one."


def _rank(view: State) -> str:
    return RANK_NAMES[view.enemy.rank] if view.enemy else "enemy"
