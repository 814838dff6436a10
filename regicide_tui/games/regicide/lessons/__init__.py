"""The lessons: eight positions that teach the game to somebody who never read the rules."""

from regicide_tui.games.regicide.lessons.basics import BASICS
from regicide_tui.games.regicide.lessons.further import FURTHER

LESSONS = (*BASICS, *FURTHER)
