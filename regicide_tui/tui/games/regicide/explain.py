"""The help for a moment of Regicide, for beginners, and where to read on.

The texts name keys by their commands in braces (`tui/pages/lines.py`).
"""

from collections.abc import Iterator

from regicide_tui.cards import Suit
from regicide_tui.games.regicide.state import (
    CHOOSE,
    OVER,
    PLAY,
    SOLO_JESTERS,
    SUFFER,
    Flip,
    Options,
    State,
    Yield,
    attack,
    immune_suit,
    remaining,
)
from regicide_tui.games.words import RANK_NAMES, SUIT_NAMES
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.table.play_or_pay import OVERPAID, PAYING, what_to_play


def explain(model: RegicideModel) -> str:
    """Return the help for a moment."""
    return "\n\n".join(_paragraphs(model))


def chapter(model: RegicideModel) -> str:
    """Return the heading of the rules that describes this moment."""
    if model.curtain:
        return "Who sees what, who may say what"
    if model.phase in (PLAY, SUFFER) and list(model.legal) == [Flip()]:
        return "Solo"
    if model.phase is PLAY and list(model.legal) == [Yield()]:
        return "Yielding"
    return {
        PLAY: "What may be played",
        CHOOSE: "The Jester (three and four players)",
        SUFFER: "Paying",
        OVER: "Winning and losing",
    }[model.phase]


def _paragraphs(model: RegicideModel) -> Iterator[str]:
    if model.phase is CHOOSE:
        return _choose()
    return _suffer(model) if model.phase is SUFFER else _play(model)


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


def _suffer(model: RegicideModel) -> Iterator[str]:
    view = model.view
    enemy = _rank(view)
    if list(model.legal) == [Flip()]:
        yield f"The {enemy} attacks: you owe {attack(view)}, and your hand is not worth that much."
        yield "Only a Jester helps. `{flip}` flips it: you discard your hand and draw a new one."
        return
    yield (
        f"The {enemy} attacks: you owe {attack(view)}. {PAYING} An Ace is worth 1, a Jester 0, "
        "royals 10, 15 and 20."
    )
    yield OVERPAID[view.options.overpay]
    if Flip() in model.legal:
        yield "Or `{flip}` flips a Jester first: you discard your hand, draw a new one and pay."


# ---------------------------------------------------------------- to play


def _play(model: RegicideModel) -> Iterator[str]:
    if model.hand:
        yield from _cards(model.view.options)
        yield "\n".join(_powers(model.view))
        yield from _immunity(model.view)
        yield _kill(model.view)
    else:
        yield "Your hand is empty, so there is nothing to play (R-18)."
    yield from _without_cards(model)


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


def _without_cards(model: RegicideModel) -> Iterator[str]:
    """Yield what a player can do instead of playing cards, and what is not possible now."""
    options = model.view.options
    if Yield() in model.legal:
        yield f"`{{yield}}` yields: you play nothing, and pay {attack(model.view) or 'nothing'}."
        if model.yield_loses:
            yield "Your hand can't pay that, so yielding loses the game now."
    elif not model.alone:
        yield "You can't yield now: all other players yielded on their last turn."
    elif options.solo_yield:
        yield "You can't yield now: you yielded on your last turn."
    if model.alone and options.solo_yield:
        yield "Yielding alone is a house rule of this game (R-20)."
    if Flip() in model.legal:
        gold = " and gives up gold" if model.view.jesters_unused == SOLO_JESTERS else ""
        yield f"`{{flip}}` flips a Jester{gold}: discard your hand and draw a new one."


def _rank(view: State) -> str:
    return RANK_NAMES[view.enemy.rank] if view.enemy else "enemy"
