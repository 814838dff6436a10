"""The pages around the table of Little Whist: the help for each moment."""

from regicide_tui.tui.table.table_pages import TablePages

from .state import State
from .ui import WhistModel


def explain(model: WhistModel) -> str:
    led = model.view.played[-1]
    rule = "Follow suit if you can." if led else "You lead: play any card."
    return f"{rule} `{{confirm}}` plays the card at the cursor."


def chapter(model: WhistModel) -> str:
    return "Who sees what" if model.curtain else "The end" if model.over else "A trick"


PAGES = TablePages[WhistModel, State](explain=explain, chapter=chapter)
