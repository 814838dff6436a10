"""A question of a power, laid over the table: what it asks, and what there is to choose from."""

from regicide_tui.games.king_of_the_dead.asks import Place
from regicide_tui.tui.king_of_the_dead.choosing import Choosing
from regicide_tui.tui.king_of_the_dead.options import Plan, option_rows, plan_of
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import Row, Run, fit, panel, part_run, prose, shorten, width_of
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import Zone

_PLACES = {
    Place.HAND: "a card of your hand",
    Place.PARADE: "a card of the Parade",
    Place.PLAYED: "one of the Aces",
}
"""What is chosen in one of several steps."""
_TITLES = {"order": "Foretell", "search": "Your draw pile", "exhume": "The Well"}
"""What is asked about, where the kind of question is not the name of the power."""
_MARGIN = 2


class Dialog(Zone[Scene]):
    """The question; it is not there while none waits or the curtain hangs."""

    def show(self, scene: Scene) -> None:
        """Show the question of a scene, if there is one."""
        self.scene = scene
        if self.display != scene.choosing:
            self.display = scene.choosing
            self.repaint_whole()
        elif self.display:
            self.repaint()

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return dialog_rows(scene, width, height, symbols)

    @property
    def across(self) -> int:
        """How many options stand side by side."""
        scene = self.scene
        if scene is None or scene.choice is None:
            return 1
        width, height = self.size
        head = _head(scene, width, self.look.symbols)
        return _plan(scene.choice, head, width, height).across


def dialog_rows(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the question's panel: the question, the options, and how far one is."""
    choice = scene.choice
    if choice is None:
        return []
    head = _head(scene, width, symbols)
    plan = _plan(choice, head, width, height)
    margin = Run(" " * _MARGIN)
    rows = [(margin, *row) for row in (*head, *option_rows(scene, choice, plan, symbols))]
    drawn = panel(_title(scene, choice, width - 6), rows, width, height, symbols.panel, "accent")
    hidden = not plan.shows(len(choice.options))
    drawn[-1] = _lower_edge(scene, choice, width, symbols, hidden=hidden)
    return drawn


def _plan(choice: Choosing, head: list[Row], width: int, height: int) -> Plan:
    return plan_of(choice, width - 2 - 2 * _MARGIN, height - 2 - len(head))


def _head(scene: Scene, width: int, symbols: Symbols) -> list[Row]:
    """Return the question, and what waits to be given away with the Joker (K-53)."""
    asked = scene.asked
    assert asked is not None
    rows = prose(asked.sentence, "text+bold", width - 2 - 2 * _MARGIN)
    waiting = scene.view.prompt.cards if asked.kind == "encumber_target" else ()
    if waiting:
        cards = [part_run(card, symbols) for card in waiting]
        rows.append((Run("With the Joker goes ", "muted"), *cards))
    return rows


def _title(scene: Scene, choice: Choosing, width: int) -> Row:
    """Return who is asked, and in several steps what is chosen in this one, as far as it fits."""
    assert scene.asked is not None
    kind = scene.asked.kind.split("_")[0]
    about = _TITLES.get(kind, kind.capitalize())
    picks = choice.ask.picks
    row: Row = (Run(about, "primary+bold"),)
    if len(picks) > 1:
        row += (Run(f" {choice.step + 1}/{len(picks)}", "accent"),)
    row += (Run(f"  {scene.actor}, choose", "accent+bold"),)
    what = Run(f" {_PLACES[choice.pick.place]}", "accent") if len(picks) > 1 else Run("")
    return (*row, what) if width_of((*row, what)) <= width else row


# ---------------------------------------------------------------- how far one is


def _lower_edge(
    scene: Scene, choice: Choosing, width: int, symbols: Symbols, *, hidden: bool
) -> Row:
    """Return the lower edge: a notice, or how many are chosen and how many there are."""
    frame, notice = symbols.panel, scene.notice
    said = notice.text or scene.step
    state = [_state(choice), f"{symbols.down} {len(choice.options)} in all" if hidden else ""]
    text, style = (said, notice.style) if said else ("  ".join(filter(None, state)), "muted")
    text = f" {shorten(text, width - 6, symbols.ellipsis)} " if text else ""
    middle = fit((Run(text, style),), len(text)) if text else ()
    rest = width - 3 - len(text)
    return (
        Run(frame.bottom_left + frame.across, "accent"),
        *middle,
        Run(frame.across * rest + frame.bottom_right, "accent"),
    )


def _state(choice: Choosing) -> str:
    """Return how far one is, where several may be chosen."""
    if not choice.toggles:
        return ""
    pick, done = choice.pick, len(choice.marked)
    if pick.least == pick.most:
        return f"{done} of {pick.most} chosen"
    return f"{done} chosen, {'one or none' if pick.most == 1 else 'any number'}"
