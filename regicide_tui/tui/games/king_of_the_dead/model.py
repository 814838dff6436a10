"""The model of a table of King of the Dead, and the state of an answer to a question."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from regicide_tui.games.base import Pile, Seat, Value, of_kind
from regicide_tui.games.king_of_the_dead import preview
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    AnswerForm,
    Buy,
    OptionPlace,
    Pick,
    Play,
    PromptOptions,
    Score,
)
from regicide_tui.games.king_of_the_dead.piles import seats_with_first_jokers
from regicide_tui.games.king_of_the_dead.preview import (
    PickedCards,
    PossibleAction,
    WaitingPrompt,
    actions_in_hand,
    affordable,
    joinable,
    possible_actions,
    possible_recalls,
    waiting_prompt,
)
from regicide_tui.games.king_of_the_dead.state import RESHUFFLES, State
from regicide_tui.games.words import PlayerNames, named
from regicide_tui.play.table import TableView
from regicide_tui.tui.games import king_of_the_dead as own
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.pages.lines import Offer, offer
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.table import table_model as base
from regicide_tui.tui.table.table_model import NOTHING, Notice, Pointing, ReplayStep, as_seen

T = TypeVar("T")


def places_in(things: Sequence[T], named: Iterable[T]) -> tuple[int, ...]:
    """Return the places of the named things; if one occurs twice, each place is used once."""
    places: list[int] = []
    for one in named:
        places.append(next(at for at, it in enumerate(things) if it == one and at not in places))
    return tuple(places)


class Choosing(Value):
    """The progress of an answer.

    Several picks are made one after the other, and `chosen` are the places of the options of
    earlier picks. For a single pick, `chosen` are places among its options.
    """

    form: AnswerForm
    chosen: tuple[int, ...] = ()

    @property
    def pick_number(self) -> int:
        """The number of the current pick, from 0."""
        last = len(self.form.picks) - 1
        return min(len(self.chosen), last) if last else 0

    @property
    def pick(self) -> Pick:
        """The current pick."""
        return self.form.picks[self.pick_number]

    @property
    def options(self) -> PromptOptions:
        """The options of the current pick."""
        return self.pick.options

    @property
    def last(self) -> bool:
        """Whether this is the last pick."""
        return self.pick_number == len(self.form.picks) - 1

    @property
    def toggles(self) -> bool:
        """Whether options are picked and unpicked; if not, the option at the cursor is chosen."""
        return len(self.form.picks) == 1 and (self.pick.least, self.pick.most) != (1, 1)

    @property
    def marked(self) -> tuple[int, ...]:
        """The places of the picked options, in the order of picking."""
        return self.chosen if self.toggles else ()

    @property
    def picked_at_first(self) -> tuple[int, ...]:
        """The places of the options that are picked from the start.

        These are all options if all must be picked in any order, otherwise none.
        """
        many = len(self.options)
        all_of_it = self.toggles and self.pick.least == many and not self.pick.ordered
        return tuple(range(many)) if all_of_it else ()

    @property
    def before(self) -> PromptOptions:
        """The choices of earlier picks."""
        if self.toggles or len(self.form.picks) == 1:
            return ()
        picks = zip(self.form.picks, self.chosen[: self.pick_number], strict=False)
        return tuple([pick.options[place] for pick, place in picks])

    @property
    def none(self) -> Answer | None:
        """The answer that chooses nothing; None if that isn't allowed."""
        if self.form.may_pass:
            return Answer("pass")
        return Answer(self.form.verb) if self.toggles and not self.pick.least else None

    def selection_for(self, answer: Answer) -> tuple[int, tuple[int, ...]]:
        """Return the cursor and the choice for which `answer` returns this answer."""
        if self.toggles:
            chosen = places_in(self.options, answer.chosen)
            return (chosen[0] if chosen else 0), chosen
        pairs = zip(self.form.picks, answer.chosen, strict=False)
        *before, last = [pick.options.index(one) for pick, one in pairs] or [0]
        return last, tuple(before)

    def toggled(self, place: int) -> tuple[int, ...] | None:
        """Return the choice after picking or unpicking this option; None if it is too large."""
        if place in self.chosen:
            return tuple([one for one in self.chosen if one != place])
        if self.pick.most == 1:
            return (place,)
        return (*self.chosen, place) if len(self.chosen) < self.pick.most else None

    def answer(self, cursor: int) -> Answer | None:
        """Return the answer with the option at the cursor, or the picked ones; None if too few.

        If there are several picks, all but the last must have been made.
        """
        if not self.toggles:
            one = self.options[cursor] if cursor < len(self.options) else None
            return Answer(self.form.verb, (*self.before, one)) if one and self.last else None
        if len(self.chosen) < self.pick.least:
            return None
        return Answer(self.form.verb, tuple([self.options[place] for place in self.chosen]))


WELL = -1
"""The place of the Well's top card among the cards that are picked for a run."""


class KingModel(base.TableModel):
    """The table of King of the Dead.

    In a turn, `chosen` are places in the hand, and `WELL`. In a question, both `chosen` and the
    cursor are places among the options.
    """

    view: State
    offered: tuple[PossibleAction, ...] = ()
    """The possible actions with the picked cards; if none are picked, the Familiars to recall."""
    mark: int = 0
    """The place of the marked offer."""
    well_open: bool = False
    """Whether the Well's top card can be picked with the picked cards."""
    hand_actions: tuple[PossibleAction, ...] = ()
    """The runs and powers that the hand holds."""
    affordable: frozenset[int] = frozenset()
    """The slots whose card the hand can buy."""
    points_fixed: bool = False
    """Whether the points can't change any more; known only if all players are at this screen."""
    asked: WaitingPrompt | None = None
    """The question, once the player who must answer it is at the screen; otherwise None."""

    @property
    def acting(self) -> Seat:
        """The seat that must act: the active player, or the one who is asked."""
        return self.view.prompt.seat if self.view.prompt else self.view.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.view.over

    @property
    def picking(self) -> bool:
        """Whether cards of the hand can be picked now."""
        return not self.over and self.view.prompt is None and not self.others_act

    @property
    def task(self) -> str:
        """What the player must do."""
        return "to choose" if self.view.prompt else "to play"

    @property
    def choosing(self) -> bool:
        """Whether the cursor is in a question."""
        return self.asked is not None

    @property
    def choice(self) -> Choosing | None:
        """The state of the answer; None without a question."""
        return Choosing(self.asked.form, self.chosen) if self.asked else None

    @property
    def choosing_in_hand(self) -> bool:
        """Whether the options are the cards of the hand, at their places."""
        choice = self.choice
        if choice is None:
            return False
        return choice.pick.place is OptionPlace.HAND and choice.options == self.hand

    @property
    def choosing_apart(self) -> bool:
        """Whether the options are neither in the hand nor in the Parade."""
        choice = self.choice
        if choice is None or choice.pick.place is OptionPlace.PARADE:
            return False
        return not self.choosing_in_hand

    @property
    def place_count(self) -> int:
        """The number of cards in the hand, or of options."""
        choice = self.choice
        return len(choice.options) if choice else len(self.hand)

    def hand_of(self, seat: Seat) -> Pile:
        """Return the hand of a seat; its cards are unknown if it is hidden."""
        return self.view.sides[seat].hand

    @property
    def picked(self) -> PickedCards:
        """The picked cards in a turn; empty in a question."""
        if not self.picking:
            return PickedCards()
        cards = tuple([self.hand[place] for place in self.chosen if place != WELL])
        return PickedCards(cards, WELL in self.chosen)

    @property
    def offer(self) -> PossibleAction | None:
        """The marked offer, or None."""
        return self.offered[self.mark] if self.mark < len(self.offered) else None

    @property
    def intent(self) -> Action | None:
        """The answer, or the action of the marked offer; None if nothing is picked."""
        choice = self.choice
        if choice:
            return choice.answer(self.cursor)
        return self.offer.action if self.offer and self.chosen else None

    def selection_for(self, action: Action) -> tuple[int, tuple[int, ...]]:
        """Return the cursor and the choice with which an action is ready."""
        choice = self.choice
        if choice and isinstance(action, Answer):
            return choice.selection_for(action)
        named = action.cards if isinstance(action, Buy | Play | Score) else ()
        held = places_in(self.hand, [card for card in named if card is not None])
        return (held[0] if held else self.cursor), held + (WELL,) * (None in named)

    @property
    def within_reach(self) -> frozenset[int]:
        """The slots whose card the picked cards can buy; 0 is the Newcomer."""
        return frozenset([one.action.slot for one in self.offered if isinstance(one.action, Buy)])

    @property
    def reach(self) -> frozenset[int]:
        """The slots within reach; if no cards are picked, the slots that the whole hand can buy."""
        return self.within_reach if self.picked.cards else self.affordable

    @property
    def looks_for_reach(self) -> bool:
        """Whether the player may buy, so that the other cards are shown as out of reach."""
        return self.picking and not self.waiting and not self.replay_step

    @property
    def slot_to_buy(self) -> int | None:
        """The slot of the marked offer, if it is a purchase; otherwise None."""
        return self.offer.action.slot if self.offer and isinstance(self.offer.action, Buy) else None

    @property
    def round(self) -> int:
        """The number of the round, from 1; a game from a position may begin within a round."""
        players = len(self.seats)
        since = (self.view.turn - self.view.first) % players
        return 1 - (since + 1 - self.turn) // players

    @property
    def subtitle(self) -> str:
        """The round of the game."""
        done, most = self.view.reshuffles, RESHUFFLES[len(self.seats)]
        reshuffled = f", reshuffled {done}/{most}" if done else ""
        return f"{'last round' if self.view.final_round else f'round {self.round}'}{reshuffled}"


def compose(table: TableView, pointing: Pointing, replay_step: ReplayStep) -> KingModel:
    """Return the model for the viewer; a cursor or choice that no longer fits is corrected."""
    model = as_seen(KingModel, table, replay_step)
    if table.viewer is not None and not model.over and not model.waiting:
        asks = waiting_prompt(model.view)
        idle = asks or replay_step
        model = replace(model, asked=asks)
        if not idle:
            found = tuple(actions_in_hand(model.view))
            model = replace(model, hand_actions=found, affordable=affordable(model.view))
    if not pointing.notice.text and not replay_step:
        pointing = replace(pointing, notice=_first_jokers(model, table))
    return pointed(model, pointing)


def _first_jokers(model: KingModel, table: TableView) -> Notice:
    """Return who got Jokers from the first Parade, until the viewer has acted for the first time.

    The log does not mention these Jokers, since they are part of the deal.
    """
    if table.from_position or model.round > 1:
        return NOTHING
    viewer, first = model.viewer, of_kind(State, table.first)
    seats, names = seats_with_first_jokers(first), PlayerNames(model.seats)
    acted = table.moves if viewer is None else model.view.sides[viewer] != first.sides[viewer]
    if acted or not seats:
        return NOTHING
    if len(seats) == 1:
        owner = names.possessive(seats[0])
        return Notice(f"A Joker from the first Parade went on top of {owner} draw pile.", "accent")
    owners = named(map(names.object_form, seats))
    return Notice(
        f"Jokers from the first Parade went on top of the draw piles of {owners}.", "accent"
    )


def pointed(model: KingModel, pointing: Pointing) -> KingModel:
    """Return the model with another cursor and choice, and with their offers."""
    looked = model.pickable and pointing.chosen == model.chosen
    model = replace(model, chosen=pointing.chosen, notice=pointing.notice)
    if not looked:
        model = _look_ahead(replace(model, chosen=_fitting(model), mark=0))
    return replace(model, cursor=max(0, min(pointing.cursor, model.place_count - 1)))


def _fitting(model: KingModel) -> tuple[int, ...]:
    """Return the places of the choice that still exist."""
    if model.replay_step or model.waiting or model.over:
        return ()
    if model.asked:
        return model.chosen or Choosing(model.asked.form).picked_at_first
    places = {*range(len(model.hand)), *([WELL] if model.view.well else [])}
    return tuple([place for place in model.chosen if place in places])


def _look_ahead(model: KingModel) -> KingModel:
    """Return the model with the offers for its choice."""
    view = model.view
    if not model.picking or model.waiting or model.replay_step:
        return replace(model, offered=(), pickable=(True,) * len(model.hand))
    found = possible_actions(view, model.picked) if model.chosen else possible_recalls(view)
    well = WELL in model.chosen or _can_take_well(model)
    return replace(model, offered=tuple(found), pickable=tuple(_open(model)), well_open=well)


def _open(model: KingModel) -> list[bool]:
    held = tuple([place for place in model.chosen if place != WELL])
    return joinable(model.view, held, WELL in model.chosen)


def _can_take_well(model: KingModel) -> bool:
    """Return whether a run can contain the Well's top card and the picked cards."""
    if not model.view.well:
        return False
    with_it = replace(model, chosen=(*model.chosen, WELL))
    more = [place for place, is_open in enumerate(_open(with_it)) if is_open]
    return bool(set(more) - set(model.chosen) or possible_actions(model.view, with_it.picked))


_DIGITS = (*c.PICK, *c.PICK_MORE)
_VERBS = {"discard": "discard", "order": "put back", "retain": "retain"}
"""The words for confirming an answer, if they aren't `choose`."""


def offers(model: KingModel, symbols: Symbols) -> list[Offer]:
    """Return what can be done now, the most useful first."""
    if model.waiting:
        return []
    found = _to_answer(model) if model.choosing else _in_a_turn(model)
    return [*found, offer(own.POWERS)]


def _in_a_turn(model: KingModel) -> list[Offer]:
    found = [_digits("pick", len(model.hand))] if model.hand else []
    if model.chosen and model.offer:
        found.append(offer(c.CONFIRM, "do it"))
        if len(model.offered) > 1:
            found.append(offer(own.DO[0], "do", own.DO[min(len(model.offered), len(own.DO)) - 1]))
    if model.chosen:
        found.append(offer(own.DROP))
    if model.offered and not model.chosen:
        found.append(offer(own.RECALL))
    if model.well_open:
        found.append(offer(own.WELL))
    return [*found, offer(own.END_TURN)]


def _to_answer(model: KingModel) -> list[Offer]:
    choice = model.choice
    assert choice is not None
    found = [_digits("pick" if choice.toggles else "choose", len(choice.options))]
    if choice.toggles:
        found.append(offer(c.TOGGLE))
    verb = _VERBS.get(choice.form.verb) if choice.last else None
    found.append(offer(c.CONFIRM, verb or "choose"))
    if choice.none:
        found.append(offer(own.PASS))
    if choice.before or choice.marked:
        found.append(offer(own.DROP, "back" if choice.before else "clear"))
    return found


def _digits(word: str, count: int) -> Offer:
    return offer(_DIGITS[0], word, _DIGITS[min(count, len(_DIGITS)) - 1])


def why_nothing(model: KingModel) -> str:
    """Say what to do if confirming does nothing."""
    choice = model.choice
    if choice:
        missing = choice.pick.least - len(choice.marked)
        return f"Choose {missing} more first."
    if not model.chosen:
        why = "You haven't picked any cards." if model.hand else "Your hand is empty."
        return f"{why} <{{end_turn}} ends|Type end to end> your turn."
    return preview.why_nothing(model.view, model.picked)


def why_not_pickable(model: KingModel, place: int) -> str:
    """Say why a card can't be picked now, in the words of the rules."""
    cards = tuple([model.hand[one] for one in (*model.chosen, place) if one != WELL])
    together = PickedCards(cards, WELL in model.chosen)
    otherwise = "You can't use these cards together."
    return preview.why_nothing(model.view, together) or otherwise
