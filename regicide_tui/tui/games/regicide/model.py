"""The model of a table of Regicide: everything that it shows at one moment."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile, Seat, Value, of_kind
from regicide_tui.games.regicide.rules import (
    PlayPreview,
    joinable,
    legal_actions,
    preview,
    refusal,
)
from regicide_tui.games.regicide.state import (
    CHOOSE,
    HEALTH,
    OVER,
    PLAY,
    SUFFER,
    Action,
    CardsPlayed,
    Choose,
    DamageDealt,
    EnemyDefeated,
    Flip,
    Phase,
    State,
    Yield,
    attack,
    immune_suit,
    lay,
)
from regicide_tui.games.regicide_family.plays import PayPreview, total
from regicide_tui.games.words import RANK_NAMES
from regicide_tui.play.table import TableView
from regicide_tui.tui.games.regicide import COMMANDS, FLIP, YIELD
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.pages.lines import Offer, offer
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, part_run
from regicide_tui.tui.table.game_ui import Doing, TableControls
from regicide_tui.tui.table.hand import GAP, Badge, Band, pay_badge, waiting_row
from regicide_tui.tui.table.play_or_pay import (
    NOTHING_TO_DISCARD,
    Picking,
    PlayOrPayModel,
    heal,
    offers_to_lay,
    payment,
    sum_of,
)
from regicide_tui.tui.table.table_model import Notice, Pointing, ReplayStep, as_seen


class RegicideModel(PlayOrPayModel):
    """The table of Regicide. While the next player is chosen, the cursor is a seat."""

    view: State
    fates: tuple[tuple[Card, bool], ...] = ()
    """The royals defeated in this game, in order, and whether each was an exact kill."""

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.view.phase

    def hand_of(self, seat: Seat) -> Pile:
        """Return the hand of a seat; its cards are unknown if it is hidden."""
        return self.view.hands[seat]

    @property
    def acting(self) -> Seat:
        """The seat that must act, in every phase."""
        return self.view.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase is OVER

    @property
    def picking(self) -> bool:
        """Whether cards can be picked to play or to pay."""
        return self.phase in (PLAY, SUFFER) and not self.others_act

    @property
    def choosing(self) -> bool:
        """Whether a seat is being chosen after a Jester."""
        return self.phase is CHOOSE and not self.waiting

    @property
    def place_count(self) -> int:
        """The number of cards in the hand, or of players to choose from."""
        return len(self.seats) if self.choosing else len(self.hand)

    @property
    def task(self) -> str:
        """What the player must do."""
        if self.phase is SUFFER:
            return f"to pay {attack(self.view)}"
        return "to choose who is next" if self.phase is CHOOSE else "to play"

    @property
    def may_wish(self) -> bool:
        """Whether the viewer may say now if they would like to go next (R-9)."""
        return self.own and self.phase is CHOOSE and self.others_act and not self.stopped

    @property
    def playing(self) -> bool:
        """Whether cards are picked to play, and not to pay."""
        return self.phase is PLAY

    @property
    def yield_loses(self) -> bool:
        """Whether a yield loses the game: the hand can't pay, and no Jester can be flipped."""
        can_yield = Yield() in self.legal and Flip() not in self.legal
        return can_yield and total(self.hand) < attack(self.view)

    @property
    def intent(self) -> Action | None:
        """The action that is ready, legal or not; None if there is none."""
        if self.choosing:
            return Choose(self.cursor)
        return self.play_or_pay


PICKING = Picking[State](legal_actions, joinable, preview, refusal)


def compose(table: TableView, pointing: Pointing, replay_step: ReplayStep) -> RegicideModel:
    """Return the model for the viewer; a cursor or choice that no longer fits is corrected."""
    events = [event for told in table.told for event in told.events]
    defeats = [event for event in events if isinstance(event, EnemyDefeated)]
    fates = tuple([(event.enemy, event.exact) for event in defeats])
    model = replace(as_seen(RegicideModel, table, replay_step), fates=fates)
    return PICKING.composed(model, pointing)


def offers(model: RegicideModel, symbols: Symbols) -> list[Offer]:
    """Return what can be done in this phase, the most useful first."""
    if model.waiting:
        return [offer(c.WISH), offer(c.RATHER_NOT)] if model.may_wish else []
    if model.choosing:
        players = c.PICK[len(model.seats) - 1]
        return [offer(c.PICK[0], "player", players), offer(c.CONFIRM, "choose")]
    found = offers_to_lay(model, symbols)
    if Yield() in model.legal:
        pays = f"yield, pay {attack(model.view) or 'nothing'}"
        found.append(offer(YIELD, "yield and lose" if model.yield_loses else pays))
    if Flip() in model.legal:
        found.append(offer(FLIP))
    return found


def why_nothing(model: RegicideModel) -> str:
    """Say what to do if confirming does nothing."""
    flips, yields = "<{flip} flips a Jester|type flip>", "<{yield} yields|type yield>"
    if model.phase is SUFFER:
        if list(model.legal) == [Flip()]:
            return f"Your hand can't cover the attack: {flips}."
        return NOTHING_TO_DISCARD
    return f"Your hand is empty: {flips if Flip() in model.legal else yields}."


def badge_of(model: RegicideModel, *, tight: bool = False) -> Badge | None:
    """Return what must be paid, or that the play is exact."""
    if model.waiting or model.over:
        return None
    match model.play_preview:
        case PlayPreview() as play_preview if play_preview.exact and model.view.castle:
            return Badge("EXACT", "accent")
        case PlayPreview() as play_preview if play_preview.jester or play_preview.kills:
            return None  # the enemy doesn't attack
        case PlayPreview() as play_preview if play_preview.due:
            return _due(model, play_preview, tight)
        case PayPreview() as play_preview:
            return pay_badge(play_preview, tight=tight)
    return None


def preview_row(model: RegicideModel, symbols: Symbols, *, tight: bool = False) -> Row:
    """Return the preview line of a model; `tight` means that there is little room."""
    if model.waiting:
        return waiting_row(model)
    match model.play_preview:
        case PlayPreview() as play_preview if model.phase is PLAY:
            return _play(model, play_preview, symbols, tight)
        case PayPreview() as play_preview:
            return payment(play_preview, symbols, "Only a Jester helps.")
    if model.phase is CHOOSE:
        return (Run("The enemy's immunity is gone. Choose who goes next.", "text"),)
    if model.phase is OVER:
        return (Run("The game is over.", "muted"),)
    if not model.hand:
        lost = () if not model.yield_loses else (GAP, Run(tell_yield_loses(model), "error+bold"))
        ways = ["yield"] * (Yield() in model.legal) + ["flip a Jester"] * (Flip() in model.legal)
        empty = Run(f"Your hand is empty: you can only {' or '.join(ways)}.", "warning")
        return (empty, *lost)
    return ()


def tell_yield_loses(model: RegicideModel) -> str:
    """Return that a yield loses the game (R-44)."""
    return f"Yielding loses: you can't pay {attack(model.view)}."


def _play(model: RegicideModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return value and damage, which are never cut, then the powers, then what is due."""
    if play_preview.jester:
        return _jester(model, play_preview, symbols, tight)
    row = sum_of(play_preview.cards, play_preview.value, symbols, "+" if tight else " + ")
    if play_preview.damage > play_preview.value and not tight:
        row += (Run(" doubled"),)
    row += (GAP, Run(f"{play_preview.damage} damage", "text+bold"), Run(", " if tight else ": "))
    row += _blow(model, play_preview, symbols, tight)
    if play_preview.blocked:
        row += (GAP, part_run(play_preview.blocked, symbols), Run(" blocked", "muted"))
    if play_preview.healed is not None:
        row += (GAP, heal(play_preview.healed))
    if play_preview.drawn is not None:
        row += (GAP, Run(f"draw {play_preview.drawn}"))
        if not model.alone:
            row += (Run(f" (you {play_preview.own})", "muted"),)
    if play_preview.kills:
        return row
    if play_preview.shield is not None:
        grown = (
            f"+{play_preview.value} ({play_preview.shield})"
            if play_preview.shield > play_preview.value
            else play_preview.value
        )
        row += (GAP, Run(f"shield {grown}"))
    if not play_preview.due:
        row += (GAP, Run("nothing to pay", "success"))
    return row


def _jester(model: RegicideModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return what a Jester does. In a tight line only the badge shows the attack."""
    immune = immune_suit(model.view)
    name = Run("Jester", "accent+bold")
    if tight:
        ended = "attack or immunity" if immune else "attack"
        return (name, Run(f": no {ended}, choose a player"))
    row: Row = (name, Run(": no attack, you choose who is next"))
    if immune:
        row += (GAP, Run("ends the immunity to "), part_run(immune, symbols))
    if play_preview.due < attack(model.view):
        row += (Run(f": attack then {play_preview.due}"),)
    return row


def _blow(model: RegicideModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return what the damage does to the enemy, and where a defeated enemy goes (R-38)."""
    enemy = model.view.enemy
    assert enemy is not None
    who = RANK_NAMES[enemy.rank]
    if not play_preview.kills and tight:
        return (Run(f"{play_preview.after} left"),)
    if not play_preview.kills:
        return (Run(f"{who} {play_preview.before} {symbols.arrow} {play_preview.after}"),)
    if not model.view.castle:
        return (Run(f"{'' if tight else 'last '}{who} defeated, you win", "success+bold"),)
    if play_preview.exact:
        where = "on the Tavern" if tight else f"the {who} goes on top of the Tavern"
        return (Run(f"EXACT, {where}", "success+bold"),)
    over = play_preview.damage - play_preview.before
    rest = f", {over} over" if tight else f" and discarded, {over} too many"
    return (Run(f"{who} defeated", "success+bold"), Run(rest, "muted"))


def _due(model: RegicideModel, play_preview: PlayPreview, tight: bool) -> Badge:
    """Return what must be paid after a play, and the value of the hand that can pay it."""
    draws = "draw" if play_preview.own == 1 else "draws"
    held = f"{play_preview.hand}{f' + {play_preview.own} {draws}' if play_preview.own else ''}"
    known = Run("of " if tight else "you hold ", "muted")
    verdict = ""
    if play_preview.payable is False:
        verdict = "Jester only" if model.view.jesters_unused else "LOST"
        lost = verdict if tight or verdict == "LOST" else "only a Jester helps"
        behind = (known, Run(f"{play_preview.hand}: {lost}", "error+bold"))
    else:
        style = "warning" if play_preview.payable is None else "text"
        behind = (known, Run(held, f"{style}+bold"))
    return Badge(f"PAY {play_preview.due}", behind=behind, before="THEN ", verdict=verdict)


BAND = Band(preview_row, badge_of)

_STEPS = 3
"""Frames in which the damage counts up. The whole animation takes less than 200 ms."""


def frames(before: RegicideModel, events: Sequence[Event]) -> list[RegicideModel]:
    """Return the models that the castle shows in turn before an action's result."""
    played = next((event for event in events if isinstance(event, CardsPlayed)), None)
    dealt = next((event for event in events if isinstance(event, DamageDealt)), None)
    enemy = before.view.enemy
    if played is None or dealt is None or enemy is None:
        return []
    table = (*before.view.table, lay(played.seat, played.cards))
    landed = replace(before, view=replace(before.view, table=table))
    health = HEALTH[enemy.rank]
    hurt = min(dealt.amount, health - before.view.damage)
    counts = [before.view.damage + hurt * step // _STEPS for step in range(_STEPS + 1)]
    falls = any(isinstance(event, EnemyDefeated) for event in events)
    shown = counts if falls else counts[:-1]
    return [_hurt(landed, damage, landing=place == 0) for place, damage in enumerate(shown)]


def _hurt(model: RegicideModel, damage: int, *, landing: bool) -> RegicideModel:
    return replace(model, view=replace(model.view, damage=damage), landing=landing)


class RegicideControls(TableControls):
    """The keys of a hand, the two actions that need no cards, and wishes."""

    bound = COMMANDS.commands

    @property
    def commands(self) -> list[c.Command]:
        """The commands that this game can ever offer."""
        model = of_kind(RegicideModel, self.table.model)
        absent = [] if model.alone else [FLIP]
        # Nobody would know who spoke at a shared keyboard; games for two have no Jesters.
        absent += [] if model.own and len(model.seats) > 2 else [c.WISH, c.RATHER_NOT]
        absent += [YIELD] if model.alone and not model.view.options.solo_yield else []
        return [command for command in self.bound if command not in absent]

    def select_action(self, action: Value, notice: Notice) -> None:
        """Pick the cards of an action, or move to the player that it chooses."""
        if isinstance(action, Choose):
            self.table.point(action.seat, (), notice)
        else:
            super().select_action(action, notice)

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's commands."""
        return {
            "yield_turn": lambda: self.table.act(Yield()),
            "flip": self._flip,
            "wish": self._wish,
        }

    async def _flip(self) -> None:
        """Flip a Jester; ask first if it can't be undone."""
        again = self.table.look.keymap.shown(FLIP)
        question = f"Discard your hand for a new one? Press {again} again to flip the Jester."
        asks = self.table.is_final and Flip() in self.table.model.legal
        if not asks or self.table.asked(question):
            await self.table.act(Flip())

    async def _wish(self, wish: int) -> None:
        """Say whether the viewer would like to go next, if someone else chooses that now (R-9)."""
        if of_kind(RegicideModel, self.table.model).may_wish:
            await self.table.wish(wish=bool(wish))
        else:
            said = "You can only say this while someone else chooses who goes next."
            self.table.notify_player(said)
