"""The lessons: seven positions that teach the game to anyone who never read the rules."""

from regicide_tui.games.king_of_the_dead.lessons.basics import BASICS
from regicide_tui.games.king_of_the_dead.lessons.further import FURTHER

LESSONS = (*BASICS, *FURTHER)
