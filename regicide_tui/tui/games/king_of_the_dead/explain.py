"""The help for a moment of King of the Dead, for beginners.

The texts name keys by their commands in braces (`tui/pages/lines.py`).
"""

from collections.abc import Iterator

from regicide_tui.tui.games.king_of_the_dead.table_model import KingModel

_BUYING = (
    "- Buy: numbers 2 to 10 of one colour pay what they show, red cards for black ones and black "
    "cards for red ones; an Ace adds the highest of them, less one. The Newcomer, unseen, costs 7."
)
_RUNS = (
    "- Score: three numbers of one colour in sequence. One Ace may stand for the low or the "
    "middle card. Only the high card counts, and it leaves your deck for good. "
    "`{pick_well}` picks the top card of the Well as one of the three."
)
_POWERS = (
    "- Play a power: a royal, a pair of numbers, royals of one rank, or a Joker with a companion. "
    "`{powers}` lists them all, those in your hand first."
)

_ABOUT = {
    "corrupt": "Corrupt: what you discard goes first, then the rest comes to your hand (K-30).",
    "liturgy": "Liturgy: what goes to the Well leaves your deck, and you draw two.",
    "familiar": "A Familiar keeps the card safe until `{recall}` recalls it, in any turn (K-33).",
    "supplant": "Supplant: the card you take comes to your hand, for free.",
    "abscond": "Abscond: the card comes to your hand, for free, whatever its colour (K-54).",
    "accede": "Accede: you draw as many cards as you discard; none is allowed (K-37).",
    "search": "You see your whole draw pile. It is shuffled afterwards (K-36).",
    "scry": "Scry: what you don't discard goes back in the same order.",
    "foretell": "Foretell: one card or none is discarded, then you order the others.",
    "order": "Foretell: pick the cards in the order you want them; the first lies on top.",
    "bestir": "Bestir: a weak card leaves your deck; then the pile is shuffled and you draw two.",
    "decant": "Decant: send something, and take a card of the Parade of at most its cost (K-39).",
    "decant_take": "Decant: only cards that cost no more than what you sent are offered (K-39).",
    "liturgy+": "Liturgy+: the card may come from your hand or your discard pile; you draw three.",
    "sepulcher": "Sepulcher: two of your discards for the Well's top card; the second ends on top.",
    "exhume": "All cards of the Well are open, Jokers too (K-41).",
    "consecrate": "Consecrate: you are asked again for each card; `{pass}` stops, and you draw.",
    "pillage_target": "Pillage: you take a card of this player, who gets the Joker for it.",
    "pillage": "Pillage: a card you see, or two of the draw pile that nobody has seen (K-52).",
    "void_hand": "A Void was played: everybody else sends a card of the hand to the Well (K-44).",
    "void_target": "Void: this player sends a card of the discard pile away and gets the Joker.",
    "void_discard": "A Void was played, and you were chosen. You get the Joker as well (K-44).",
    "encumber": "Encumber: a card of the Well that somebody else will not like.",
    "encumber_target": "Encumber: this player discards the Joker and what goes with it.",
    "devilry": "Devilry: two players exchange their hands, and each gets a Joker (K-45).",
}
"""The help for each kind of question."""


def explain(model: KingModel) -> str:
    """Return the help for a moment."""
    return "\n\n".join(_answer(model) if model.asked else _turn(model))


def chapter(model: KingModel) -> str:
    """Return the heading of the rules that describes this moment."""
    if model.over:
        return "The end of the game"
    if model.curtain:
        return "Who sees what"
    return "Powers" if model.asked else "A turn"


def _turn(model: KingModel) -> Iterator[str]:
    yield (
        "Do as much as you like, in any order. Pick cards, and all that they can do is listed "
        "above your hand; `{confirm}` does what is marked there, `{do_1}`, `{do_2}` and `{do_3}` "
        "the first three."
    )
    yield "\n".join([_RUNS, _BUYING, _POWERS])
    if model.view.sides[model.view.turn].familiars:  # K-33
        yield "`{recall}` recalls the card of a Familiar; the Ace is discarded."
    yield (
        'The player who began this round has "began this round" or "1st" behind the name, or a 1 '
        "before it."
    )
    if not model.view.final_round:  # K-46, K-48
        yield (
            '"falls" or an arrow marks the cards of the Parade that go to the Well when the round '
            "ends. "
            "When it can't be filled any more, one last round is played."
        )
    yield (
        "`{end_turn}` ends your turn: what you played and what is left in your hand is discarded, "
        "and you draw new cards."
    )
    if model.view.final_round:  # K-49
        yield "This is the last round: what is not scored now counts nothing."
    yield "Whoever has scored most points in the end wins."  # K-50


def _answer(model: KingModel) -> Iterator[str]:
    asked, choice = model.asked, model.choice
    assert asked is not None
    assert choice is not None
    yield asked.sentence
    yield _ABOUT[asked.kind]
    if choice.toggles:
        yield "Pick with the digits or `{pick_here}`, then `{confirm}`."
    else:
        yield "Point at one with the digits or the arrows; `{confirm}` chooses it."
    if choice.none:
        yield "`{pass}` chooses nothing."
