"""The lessons: eight positions in which somebody who never read the rules learns to play."""

from regicide_tui.games.regicide.lessons.basics import BASICS
from regicide_tui.games.regicide.lessons.further import FURTHER

LESSONS = (*BASICS, *FURTHER)
