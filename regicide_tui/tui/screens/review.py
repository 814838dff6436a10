"""The review of a game: the chance of winning at every point, and each decision's cost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regicide_tui.bots.roster import MISSING, has_searches, review_level
from regicide_tui.games.base import Seat
from regicide_tui.games.words import YOU
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import the_judgement
from regicide_tui.thinking.review import (
    GameReview,
    Verdict,
    compute_chance_line,
    costliest,
    gold_lost,
)
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.pages.review import (
    MARKS,
    REVIEW_FAULT,
    Chart,
    chart_rows,
    list_rows,
    step_rows,
    try_again,
)
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, prose
from regicide_tui.tui.screens.page import Page, heading_of
from regicide_tui.tui.table.bots import ask_bot

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_HIGHEST = 22
"""Maximum rows of the chart."""
_SAID = 6
"""Rows for the text about a decision in a narrow window; other windows have one fewer."""
_ROOMY = 76
"""Minimum cells of a window that is not narrow."""
_LISTED = 5
"""Rows of the costliest decisions."""
_MARGIN = 2

_CHART = (
    "The chart shows the chance of winning throughout the game, as estimated by a knight that "
    "knows only what the player knew. The numbers below it mark the costliest decisions."
)
_ABOUT = (
    f"{MARKS}\n\n"
    "`{costly}` goes to the next mistake, `{look_there}` shows the table at this point, and "
    "`{try_again}` lets you retry a mistake as a puzzle. Following a hint costs nothing."
)
_ALONE = (
    "Gold is a win without flipping a Jester. The line shows the chance of gold while gold is "
    "still possible, and after that the chance of any win."
)
_RIVALS = (
    "There is a line for each player. You see that of the person to act, which stays while bots "
    "act; `{whose}` shows the next player's. Each chance is based on what that player knew, so "
    "the chances need not add up to 100%."
)
_NOBODY = "This game can't be reviewed yet: no bot can evaluate it."
_MISSING = f"There is no review of this game: {MISSING}."
_NOTHING = "This game has no actions to analyse."


def review_rows(
    reviewed: GameReview,
    seat: Seat,
    at: int,
    notice: tuple[str, str],
    size: tuple[int, int],
    symbols: Symbols,
) -> list[Row]:
    """Return a chart, text about the decision after `at` actions, and the costliest decisions.

    In a competitive game, the chart is that of a seat. A `notice` and its style replace the text.
    """
    width, height = size
    before, board = board_of(width)
    inner = board - 2 * _MARGIN
    said = _SAID - (inner >= _ROOMY)
    tall = min(_HIGHEST, height - said - _LISTED)
    found = costliest(reviewed.verdicts.values())
    marks = {one.number: str(place) for place, one in enumerate(found, 1)}
    chart = Chart(compute_chance_line(reviewed, seat), at, marks)
    charted = chart_rows(chart, inner, tall, symbols)
    text, style = notice
    told = prose(text, style, inner) or step_rows(reviewed, at, inner, symbols)
    listed = list_rows(reviewed, seat, inner, symbols)
    parts = (
        ("stone", charted, len(charted)),
        ("band", told, said - 1),
        ("stone", [(), *listed], height - len(charted) - said + 1),
    )
    margin = Run(" " * (before + _MARGIN))
    return [
        row
        for ground, rows, high in parts
        for row in filled(ground, [(margin, *row) for row in rows], width, high)
    ]


class ReviewScreen(Page):
    """Steps through a game while it is analysed, and shows each decision once it is analysed."""

    BINDINGS = c.bindings(c.REVIEW_PAGE)
    app: "RegicideApp"

    def __init__(self, look: Look, saved: Table) -> None:
        super().__init__(look.game_look(saved.history.game.name))
        self._reviewed = GameReview(saved)
        self._game = saved.history.game
        self._level = review_level(self._game.name, len(saved.seats))
        people = [seat for seat, level in enumerate(saved.bots) if not level]
        self._followed_seats = people or range(len(saved.seats))
        self._seat: Seat = self._followed_seats[0]
        self.point_at(0)
        self._notice = ("", "")

    def on_mount(self) -> None:
        """Show the game, and start to analyse it."""
        if not self._level:
            self._notice = (_NOBODY if has_searches() else _MISSING, "warning")
        elif not self._reviewed.actions:
            self._notice = (_NOTHING, "muted")
        self.begin_judging()
        self._show()

    def begin_judging(self) -> None:
        """Start to analyse the game, if a bot can evaluate it."""
        if not self._notice[0]:
            self.run_worker(self._judge())

    def notify_player(self, text: str, style: str) -> None:
        """Show a sentence until the next key press or evaluation."""
        self._notice = (text, style)
        self._show()

    @property
    def done(self) -> bool:
        """Whether every decision is analysed."""
        return self._reviewed.next_from(0) is None

    def guide(self) -> Guide:
        """Return the help for this moment."""
        alone = len(self._reviewed.saved.seats) == 1
        whose = [_RIVALS] * self._game.rivals + [_ALONE] * alone
        return Guide(self._game.name, "", "\n\n".join([_CHART, *whose, _ABOUT]), self.key_line())

    # ------------------------------------------------------------ analysing

    async def _judge(self) -> None:
        """Analyse one decision after the other, starting at the cursor."""
        while (number := self._reviewed.next_from(self._at)) is not None:
            try:
                asked = self._reviewed.case(number, self._level)
                judgement = the_judgement(await ask_bot(self, asked))
            except Fault:
                self.notify_player(REVIEW_FAULT, "error")
                return
            self._reviewed = self._reviewed.judged(number, judgement)
            self._notice = ("", "")
            self._show()

    # ------------------------------------------------------------ showing

    def _show(self) -> None:
        if is_closed(self):
            return
        reviewed, seat, at, notice = self._reviewed, self._seat, self._at, self._notice
        self.show_content(
            lambda width, height: review_rows(
                reviewed, seat, at, notice, (width, height), self.look.symbols
            )
        )
        self.show_bars()

    def title_row(self) -> Row:
        """Return the reviewed game, and what the chart shows."""
        return self._title_with(self._followed()[0])

    def shorter_titles(self) -> Sequence[Row]:
        """Return the same in fewer words."""
        return [self._title_with(words) for words in self._followed()[1:]]

    def _title_with(self, words: str) -> Row:
        return (*heading_of("Review"), Run(f"  {self._game.title}"), Run(f"  {words}", "muted"))

    def aside(self) -> Row:
        """Return the progress of the analysis."""
        judged = f"analysed {self._reviewed.judged_actions} of {self._reviewed.actions}"
        return (Run(f"  {judged}", "muted"),)

    def _followed(self) -> Sequence[str]:
        """Return words for the chance that the chart shows, the longest first."""
        reviewed = self._reviewed
        if self._game.rivals:
            name = reviewed.saved.seats[self._seat]
            if name == YOU:
                return "your chance, given what you knew", "your chance", name
            return (f"{name}'s chance, given what {name} knew", f"{name}'s chance", name)
        lost = gold_lost(reviewed)
        if lost is None:
            return ("the chance of winning, given what the player knew", "the chance of winning")
        if lost > reviewed.actions:
            return ("the chance of gold, given what you knew", "the chance of gold")
        whole = f"the chance of gold; from action {lost}, of any win"
        return (whole, f"gold; from action {lost}, any win", "gold, then any win")

    def key_line(self) -> list[Key]:
        """Return the keys to move through the review, and to leave."""
        steps = self.look.keys("step", c.STEP_BACK, c.STEP_ON)
        keys = [steps, *map(self.look.key, (c.COSTLY, c.LOOK_THERE))]
        keys += [self.look.key(c.TRY_AGAIN)] if self._mistake() else []
        keys += [self.look.key(c.WHOSE)] if self._game.rivals else []
        ends = self.look.keys("start, end", c.TO_START, c.TO_END)
        last = [self.look.key(one) for one in (c.LEAVE_REPLAY, c.QUIT)]
        return [*keys, self.look.key(c.HELP), ends, *last]

    # ------------------------------------------------------------ moving

    async def action_step(self, actions: int) -> None:
        """Go some actions forward or back."""
        await self.action_leap(self._at + actions)

    async def action_leap(self, number: int) -> None:
        """Go to the point after `number` actions."""
        self.point_at(number)
        self._notice = self._notice if self._notice[1] == "error" else ("", "")
        self._show()

    def point_at(self, number: int) -> None:
        """Point after `number` actions; in a competitive game, show the person to act's line.

        When a bot is to act, the line stays. If all are bots, it is that of the bot to act.
        """
        self._at = min(max(number, 0), self._reviewed.actions)
        actor = self._reviewed.table_at(self._at).to_act
        if self._game.rivals and actor is not None and actor in self._followed_seats:
            self._seat = actor

    async def action_costly(self, steps: int) -> None:
        """Go to the next or previous costly decision; the order wraps around at the ends."""
        found = sorted(one.number for one in costliest(self._reviewed.verdicts.values()))
        if not found:
            open_ones = self._reviewed.actions - self._reviewed.judged_actions
            self.notify_player(f"No costly decisions{' so far' if open_ones else ''}.", "muted")
            return
        on = [number for number in found if (number - self._at) * steps > 0]
        await self.action_leap((on or found)[0 if steps > 0 else -1])

    async def action_rank(self, place: int) -> None:
        """Go to the decision at this place in the list of the costliest ones."""
        found = costliest(self._reviewed.verdicts.values())
        if place <= len(found):
            await self.action_leap(found[place - 1].number)

    def action_whose(self) -> None:
        """Show the next player's chance in a competitive game."""
        if self._game.rivals:
            self._seat = (self._seat + 1) % len(self._reviewed.saved.seats)
            self._show()

    def action_look(self) -> None:
        """Show the replay at this point."""
        self.app.show_replay(self._reviewed.saved, self._at)

    async def action_try_again(self) -> None:
        """Open the decision at the cursor as a puzzle, if it was a mistake."""
        verdict = self._mistake()
        if verdict is None:
            self.notify_player("There is no mistake here. Go to one to try it again.", "muted")
        else:
            self.app.try_again(try_again(self._reviewed, verdict))

    def _mistake(self) -> Verdict | None:
        """Return the decision at the cursor if it was a mistake."""
        verdict = self._reviewed.verdicts.get(self._at)
        return verdict if verdict and verdict.is_noticeable else None

    def action_back(self) -> None:
        """Go back to the screen below, or to the menu if there is none."""
        self.call_later(self.app.leave_replay)
