"""The lessons: six positions in which somebody who never read the rules learns to play."""

from regicide_tui.games.king_of_the_dead.lessons.basics import BASICS
from regicide_tui.games.king_of_the_dead.lessons.further import FURTHER

LESSONS = (*BASICS, *FURTHER)
