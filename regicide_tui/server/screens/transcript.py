"""A finished game as text, to read, to copy, and to take home."""

from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.transcript import write_transcript
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.screens.texts.plain_text import PlainTextScreen


class TranscriptScreen(PlainTextScreen):
    """The transcript as it would stand in a file: the app at home opens it."""

    leaving = c.GO
    told = "in a file of yours: regicide-tui replay FILE"

    def __init__(self, look: Look, saved: Saved) -> None:
        super().__init__(look, "Transcript", write_transcript(saved))
