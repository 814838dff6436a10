"""The table of King of the Dead in text."""

from collections.abc import Iterable, Iterator

from regicide_tui.games.base import of_kind
from regicide_tui.games.king_of_the_dead.actions import Buy, PromptOption, Slot, chosen_cards
from regicide_tui.games.king_of_the_dead.state import COST, points_of
from regicide_tui.games.king_of_the_dead.words import say_option
from regicide_tui.games.words import counted
from regicide_tui.text.game_text import (
    Choice,
    GameText,
    Moment,
    Option,
    Options,
    Places,
    card_options,
)
from regicide_tui.text.voice import blocks_text, sentence
from regicide_tui.tui.games.king_of_the_dead.model import WELL, Choosing, KingModel
from regicide_tui.tui.games.king_of_the_dead.pages import powers_blocks


def _model(moment: Moment) -> KingModel:
    return of_kind(KingModel, moment.model)


def _status(moment: Moment) -> list[str]:
    model, voice = _model(moment), moment.voice
    scored = zip(model.seats, points_of(model.view), strict=True)
    figures = ", ".join([f"{name} {points}" for name, points in scored])
    slots = [
        f"@{slot} {voice.card_text(card)} for {COST[card]}"
        for slot, card in enumerate(model.view.parade, 1)
        if card
    ]
    parade = ", ".join(slots) or "empty"
    return [sentence(model.subtitle), f"Points: {figures}.", f"Parade: {parade}."]


def _table(moment: Moment) -> list[str]:
    model, voice = _model(moment), moment.voice
    view = model.view
    newcomer = "The Newcomer costs 7." if view.newcomer else "There is no Newcomer."
    well = f"Well: {counted(len(view.well), 'card')}"
    well += f", on top {voice.card_text(view.well[0])}." if view.well else "."
    falling = moment.voice.cards([card for card in view.parade if card][-len(model.seats) :])
    falls = "" if view.final_round else f" At the end of the round {falling} fall into the Well."
    told = [
        f"{' '.join(_status(moment))}{falls} {model.seats[view.first]} began the round.",
        f"{newcomer} {well} Gate: {counted(len(view.gate), 'card')}.",
    ]
    for name, side in zip(model.seats, view.sides, strict=True):
        held = f"hand {len(side.hand)}, draw pile {len(side.draws)}"
        told.append(f"{name}: {held}, discard pile {len(side.discard)}.")
    return told


def _options(moment: Moment) -> list[Options]:
    model, voice = _model(moment), moment.voice
    if model.asked is None:
        well = (Option(WELL, "w", f"the Well's {voice.cards(model.view.well[:1])}"),)
        held = card_options(model.hand, voice)
        return [Options("Hand:", (*held, *well) if model.well_open else held)]
    titles = [model.asked.sentence, *["Then:"] * (len(model.asked.form.picks) - 1)]
    return [
        Options(title, tuple(_answers(moment, pick.options)))
        for title, pick in zip(titles, model.asked.form.picks, strict=True)
    ]


def _answers(moment: Moment, options: Iterable[PromptOption]) -> Iterator[Option]:
    view, voice = _model(moment).view, moment.voice
    for at, one in enumerate(options):
        said = voice.say(say_option(view, one, moment.table.seats))
        cards = (view.parade[one.number - 1],) if isinstance(one, Slot) else chosen_cards((one,))
        yield Option(at, f"{at + 1}", said, next(iter(cards), None))


def _choices(moment: Moment, places: Places) -> list[Choice]:
    model = _model(moment)
    if model.asked is not None:
        toggles = Choosing(model.asked.form).toggles
        chosen = places if toggles else places[:-1]
        answer = Choosing(model.asked.form, tuple(chosen)).answer(places[-1] if places else 0)
        return [] if answer is None else [Choice(answer, "")]
    picked = of_kind(KingModel, moment.picked(places))
    said = [(one.action, f"{one.name}: {one.text}") for one in picked.offered if places]
    return [Choice(action, moment.voice.say(text)) for action, text in said]


def _legal(moment: Moment) -> list[str]:
    model, voice = _model(moment), moment.voice
    if model.asked is not None:
        return [option.text for options in _options(moment) for option in options.options]
    does = [one for one in moment.table.game.legal_actions(model.view) if not isinstance(one, Buy)]
    said = [voice.say(moment.table.game.say(model.view, one, moment.table.seats)) for one in does]
    dear = [f"@{slot}" if slot else "the Newcomer" for slot in sorted(model.affordable)]
    buys = [f"The hand can buy {', '.join(dear)}."] if dear else []
    return [*buys, *said]


TEXT = GameText(
    jester="Joker",
    status=_status,
    table=_table,
    options=_options,
    choices=_choices,
    legal=_legal,
    words={
        "end": "End your turn.",
        "score": "Score a run, from low to high: score 5H 6D 7H. W is the top card of the Well.",
        "buy": "Buy a card of the Parade by its place and your payment: buy @2 3C 4C. "
        "buy N 3H 4D buys the Newcomer.",
        "recall": "Take back the card that a Familiar keeps: recall 1.",
        "order": "Put cards back on the draw pile, the upper one first: order 4C 2C.",
        "retain": "Let an Ace keep a card of your hand as a Familiar: retain TC AH.",
        "target": "Choose a player: target P2. A number or a name does the same.",
        "pass": "Choose nothing, where that is allowed.",
    },
    powers=lambda moment: [*blocks_text(powers_blocks(_model(moment), moment.voice))],
)
