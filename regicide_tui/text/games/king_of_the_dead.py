"""The table of King of the Dead in text."""

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from regicide_tui.games.base import of_kind
from regicide_tui.games.king_of_the_dead.actions import Buy, PromptOption, Slot, chosen_cards
from regicide_tui.games.king_of_the_dead.state import COST, points_of
from regicide_tui.games.king_of_the_dead.words import say_option
from regicide_tui.games.words import counted
from regicide_tui.text.presenter import Choice, Option, Options, Places, Presenter
from regicide_tui.text.voice import blocks_text, sentence
from regicide_tui.tui.games.king_of_the_dead.model import WELL, Choosing, KingModel
from regicide_tui.tui.games.king_of_the_dead.pages import powers_blocks


class KingPresenter(Presenter):
    """A table of King of the Dead at one moment."""

    jester = "Joker"
    notation = MappingProxyType(
        {
            "end": "End your turn.",
            "score": "Score a run, from low to high: score 5H 6D 7H. "
            "W is the top card of the Well.",
            "buy": "Buy a card of the Parade by its place and your payment: buy @2 3C 4C. "
            "buy N 3H 4D buys the Newcomer.",
            "recall": "Recall the card that a Familiar keeps: recall 1.",
            "order": "Put cards back on the draw pile, the top one first: order 4C 2C.",
            "retain": "Let an Ace keep a card of your hand as a Familiar: retain TC AH.",
            "target": "Choose a player: target P2. A number or a name does the same.",
            "pass": "Choose nothing, where this is allowed.",
        }
    )

    @property
    def _king(self) -> KingModel:
        return of_kind(KingModel, self.model)

    def enemy(self) -> list[str]:
        """Show the round, the points, and the Parade with its prices."""
        model, voice = self._king, self.voice
        scored = zip(self.names, points_of(model.view), strict=True)
        figures = ", ".join([f"{name} {points}" for name, points in scored])
        slots = [
            f"@{slot} {voice.card_text(card)} for {COST[card]}"
            for slot, card in enumerate(model.view.parade, 1)
            if card
        ]
        parade = ", ".join(slots) or "empty"
        return [
            sentence(model.subtitle.replace("/", " of ")),
            f"Points: {figures}.",
            f"Parade: {parade}.",
        ]

    def table(self) -> list[str]:
        """Show all this, the cards that will fall, the piles, and each player's cards."""
        model, voice, view = self._king, self.voice, self._king.view
        newcomer = "The Newcomer costs 7." if view.newcomer else "There is no Newcomer."
        well = f"Well: {counted(len(view.well), 'card')}"
        well += f", on top {voice.card_text(view.well[0])}." if view.well else "."
        falling = voice.cards([card for card in view.parade if card][-len(model.seats) :])
        falls = (
            "" if view.final_round else f" At the end of the round {falling} fall into the Well."
        )
        told = [
            f"{' '.join(self.enemy())}{falls} {self.names[view.first]} began the round.",
            f"{newcomer} {well} Gate: {counted(len(view.gate), 'card')}.",
        ]
        for name, side in zip(self.names, view.sides, strict=True):
            held = f"hand {len(side.hand)}, draw pile {len(side.draws)}"
            told.append(f"{name}: {held}, discard pile {len(side.discard)}.")
        return told

    def to_pick(self) -> list[Options]:
        """Return the hand and the top card of the Well, or what a question offers."""
        model = self._king
        if model.asked is None:
            well = Option(WELL, "w", f"the Well's {self.voice.cards(model.view.well[:1])}")
            return [Options("Hand:", (*self.held(), *([well] if model.well_open else [])))]
        titles = [model.asked.sentence, *["Then:"] * (len(model.asked.form.picks) - 1)]
        return [
            Options(title, tuple(self._answers(pick.options)))
            for title, pick in zip(titles, model.asked.form.picks, strict=True)
        ]

    def _answers(self, options: Iterable[PromptOption]) -> Iterator[Option]:
        view = self._king.view
        for at, one in enumerate(options):
            said = self.voice.say(say_option(view, one, self.seen.seats))
            there = (
                (view.parade[one.number - 1],) if isinstance(one, Slot) else chosen_cards((one,))
            )
            yield Option(at, f"{at + 1}", said, next(iter(there), None))

    def choices(self, places: Places) -> list[Choice]:
        """Return every action of the picked cards, or the picked answer."""
        model = self._king
        if model.asked is not None:
            toggles = Choosing(model.asked.form).toggles
            chosen = places if toggles else places[:-1]
            answer = Choosing(model.asked.form, tuple(chosen)).answer(places[-1] if places else 0)
            return [] if answer is None else [Choice(answer, "")]
        picked = of_kind(KingModel, self.picked(places))
        said = [(one.action, f"{one.name}: {one.text}") for one in picked.offered if places]
        return [Choice(action, self.voice.say(text)) for action, text in said]

    def to_do(self) -> list[str]:
        """Return the options of a question, or what can be bought and done."""
        model, game = self._king, self.seen.game
        if model.asked is not None:
            return [option.text for options in self.to_pick() for option in options.options]
        does = [one for one in game.legal_actions(model.view) if not isinstance(one, Buy)]
        dear = [f"@{slot}" if slot else "the Newcomer" for slot in sorted(model.affordable)]
        buys = [f"The hand can buy {', '.join(dear)}."] if dear else []
        return [*buys, *map(self.say, does)]

    def powers(self) -> list[str]:
        """List the powers of all cards."""
        return [*blocks_text(powers_blocks(self._king, self.voice))]
