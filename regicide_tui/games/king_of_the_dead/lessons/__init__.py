"""The lessons: six positions that teach the game to somebody who never read the rules."""

from regicide_tui.games.king_of_the_dead.lessons.basics import BASICS
from regicide_tui.games.king_of_the_dead.lessons.further import FURTHER

LESSONS = (*BASICS, *FURTHER)
