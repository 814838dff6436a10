"""Moments of a duel to look at: its table in every phase, how it ended, and learning it."""

from tests.tui.duel.models import BARE, CROWDED, ENDING, ENDING_BARE, MIDDLE, SCORE, duel
from tests.tui.moments import Moment

_TAKE_BACK = ("l", "right", "1", "enter", "1", "enter")
_LESSON = ("l", "right", "1", "enter", "3", "enter")
_LAST = ("l", "right", "6", "enter", "4", "1", "enter", "enter")

MOMENTS = {
    # the table
    "curtain": Moment(duel(MIDDLE)),
    "play": Moment(duel(MIDDLE), ("enter", "right")),
    "play-picked": Moment(duel(MIDDLE), ("enter", "4", "1")),
    "play-bare": Moment(duel(BARE), ("enter",)),
    "crowded": Moment(duel(CROWDED, match=SCORE), ("enter", "6", "1")),
    "crowded-pay": Moment(duel(CROWDED, "TC+AC"), ("enter",)),
    "pay-curtain": Moment(duel(MIDDLE, "7C")),
    "pay": Moment(duel(MIDDLE, "7C"), ("enter",)),
    "pay-picked": Moment(duel(MIDDLE, "7C"), ("enter", "1", "2")),
    "resign-asked": Moment(duel(MIDDLE), ("enter", "X")),
    "draw-asked": Moment(duel(MIDDLE), ("enter", "equals_sign")),
    "over": Moment(duel(ENDING), ("enter", "end", "enter", "enter", "1", "2", "enter", "v")),
    "over-open": Moment(duel(ENDING_BARE), ("enter", "enter", "v")),
    "replay": Moment(duel(MIDDLE, "7C", "pay 9H", "TC"), ("left",), replay=True),
    # how it ended
    "result-won": Moment(duel(ENDING_BARE, match=SCORE), ("enter", "enter")),
    "result-no-card": Moment(duel(ENDING), ("enter", "end", "enter", "enter", "1", "2", "enter")),
    "result-resigned": Moment(duel(MIDDLE), ("enter", "X", "X")),
    "result-drawn": Moment(duel(CROWDED, match=SCORE), ("enter", *["equals_sign"] * 2)),
    # learning
    "lessons": Moment(None, ("l", "right")),
    "lesson": Moment(None, _LESSON),
    "lesson-take-back": Moment(None, _TAKE_BACK),
    "lesson-end": Moment(None, _LAST),
    "puzzles": Moment(None, ("p", "right", "down")),
    "puzzle": Moment(None, ("p", "right", "2", "enter", "1", "6")),
    "puzzle-solved": Moment(None, ("p", "right", "2", "enter", "1", "6", "enter")),
    "puzzle-failed": Moment(None, ("p", "right", "4", "enter", "5", "enter")),
    "puzzle-decided": Moment(None, ("p", "right", "2", "enter", "6", "enter", "v")),
    # to read
    "help-play": Moment(duel(MIDDLE), ("enter", "question_mark")),
    "help-pay": Moment(duel(MIDDLE, "7C"), ("enter", "question_mark")),
    "help-curtain": Moment(duel(MIDDLE), ("question_mark",)),
    "log": Moment(duel(MIDDLE, "7C", "pay 9H", "TC"), ("enter", "L")),
}
