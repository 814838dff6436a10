"""What only a Duel has in a row of numbers.

The table holds the play whose attack is to be paid; behind it lies each player's shield, the oldest
play first.
"""

from regicide_tui.bots.rows.layout import CARDS, FIGURES, TABLE

# Places in the row.
DUE = FIGURES
SHIELD_SIZE = FIGURES + 1
SHIELD_WORTH = FIGURES + 3

SHIELD_ROOM = CARDS
SHIELDS = TABLE + CARDS

HAND_MAXIMUM = 7  # D-1
