"""The table of Little Whist: what it shows, where, and what can be done there."""

from msgspec.structs import replace

from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.words import LogSentence, PlayerNames, counted, detail, head
from regicide_tui.play.table import TableView
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.pages.lines import Offer, offer
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.layout import SMALL, ZonePlaces, measures_of
from regicide_tui.tui.rendering.paint import Region, Row, Run, Symbols, part_run, shorten
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.hand import Band, by_symbols, hand_painter
from regicide_tui.tui.table.table_model import Pointing, ReplayStep, TableModel, as_seen

from .game import GAME, follows, why_not
from .state import CardPlayed, Play, State, TrickTaken

_NAME = 14
"""Cells of a name on the stage."""


class WhistModel(TableModel):
    """What a table of Little Whist shows at a moment."""

    view: State

    def hand_of(self, seat: Seat) -> Pile:
        """Return the hand of a seat; its cards are unknown if it is hidden."""
        return self.view.hands[seat]

    @property
    def acting(self) -> Seat:
        """Who must play, or who took the last trick."""
        return self.view.actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.view.over

    @property
    def picking(self) -> bool:
        """Whether a card can be picked."""
        return not self.over and not self.others_act

    @property
    def intent(self) -> Play | None:
        """The card that is picked, or else the one at the pointer."""
        places = self.chosen or ((self.cursor,) if self.hand and not self.waiting else ())
        return Play(self.hand[places[0]]) if places else None


def stage_rows(model: WhistModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Paint the players with their tricks and the cards of the trick on the table."""
    state = model.view
    canvas = Canvas(width, height, "felt2", pixels=symbols.pixels)
    trumps: Row = (part_run(state.turned, symbols),) if state.trump else (Run("none", "muted"),)
    canvas.text(2, 0, (Run("Trumps: ", "muted"), *trumps))
    trick = state.played[-1]
    for seat, name in enumerate(model.seats):
        place = (seat - state.leaders[-1]) % len(model.seats)
        acts = seat == model.acting and not model.over
        mark, style = (symbols.pointer, "accent+bold") if acts else (" ", "text+bold")
        taken = Run(counted(state.tricks.count(seat), "trick"), "on-felt")
        y = 2 + 2 * seat
        canvas.text(2, y, f"{mark} {shorten(name, _NAME, symbols.ellipsis)}", style)
        canvas.text(6 + _NAME, y, (taken,))
        if place < len(trick):
            canvas.text(16 + _NAME, y, (part_run(trick[place], symbols),))
    return canvas.rows()


def _label(model: WhistModel) -> Row:
    return (Run(model.hand_title, "on-felt"),)


def preview(model: WhistModel, symbols: Symbols, *, tight: bool) -> Row:
    """Say what confirming does."""
    if model.over:
        return (Run("The game is over.", "text"),)
    if model.others_act:
        return (Run(f"{model.actor} plays.", "muted"),)
    if not isinstance(model.play_preview, Play):
        return ()
    card = model.play_preview.card
    if not follows(model.view, card):
        return (part_run(card, symbols), Run(f": {why_not(model.view)}", "warning"))
    return (Run("Play ", "text"), part_run(card, symbols), Run(".", "text"))


def place_zones(width: int, height: int, players: int, compact: bool) -> ZonePlaces:
    at = measures_of(width, height)
    hand = SMALL.hand if compact else at.hand
    rows = height - 1 - at.band - hand - at.keys
    left = max(36, width * 3 // 5)
    return {
        "title": Region(0, 0, width, 1),
        "stage": Region(0, 1, width, rows),
        "log": Region(left, 1, width - left, rows),
        "foresight": Region(0, 1 + rows, width, at.band),
        "hand": Region(0, 1 + rows + at.band, width, hand),
        "keys": Region(0, height - at.keys, width, at.keys),
    }


def compose(table: TableView, pointing: Pointing, replay_step: ReplayStep) -> WhistModel:
    model = as_seen(WhistModel, table, replay_step)
    if table.viewer is not None and not replay_step and not model.waiting:
        model = replace(model, legal=tuple(GAME.legal_actions(model.view)))
    return pointed(model, pointing)


def pointed(model: WhistModel, pointing: Pointing) -> WhistModel:
    picks = model.picking and not model.replay_step
    legal = {action.card for action in model.legal if isinstance(action, Play)}
    free = tuple([not picks or model.curtain or one in legal for one in model.hand])
    chosen = tuple([one for one in pointing.chosen if one < len(free) and free[one]][-1:])
    model = replace(
        model,
        cursor=max(0, min(pointing.cursor, model.place_count - 1)),
        chosen=chosen if picks else (),
        pickable=free,
        notice=pointing.notice,
    )
    return replace(model, play_preview=model.intent if picks else None)


def tell(event: Event, seats: tuple[str, ...]) -> LogSentence | None:
    names = PlayerNames(seats)
    if isinstance(event, CardPlayed):
        return head(f"{names.with_verb(event.seat, 'play')} ", event.card)
    if isinstance(event, TrickTaken):
        return detail(f"{names.with_verb(event.seat, 'take', begins=False)} the trick")
    return None


def offers(model: WhistModel, symbols: Symbols) -> list[Offer]:
    if model.waiting:
        return []
    last = c.PICK[min(len(model.hand), len(c.PICK)) - 1]
    return [offer(c.PICK[0], "pick", last), offer(c.CONFIRM, "play")]


GAME_UI = GameUI[WhistModel, State, Play](
    painters={
        "stage": by_symbols(stage_rows),
        "hand": hand_painter(_label),
        "foresight": Band(preview).paint,
    },
    place_zones=place_zones,
    compose=compose,
    pointed=pointed,
    tell=tell,
    offers=offers,
    why_not_pickable=lambda model, place: why_not(model.view),
)
