"""The lessons: six positions in which somebody who never read the rules learns the duel."""

from regicide_tui.games.duel.lessons.basics import BASICS
from regicide_tui.games.duel.lessons.further import FURTHER

LESSONS = (*BASICS, *FURTHER)
