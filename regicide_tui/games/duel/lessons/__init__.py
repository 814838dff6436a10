"""The lessons: six positions that teach the duel to somebody who never read the rules."""

from regicide_tui.games.duel.lessons.basics import BASICS
from regicide_tui.games.duel.lessons.further import FURTHER

LESSONS = (*BASICS, *FURTHER)
