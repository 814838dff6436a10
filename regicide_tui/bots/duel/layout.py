"""What only a Duel has in a row of numbers.

Its table holds the play whose attack is to be paid, and behind it each player's shield, the oldest
play first.
"""

from regicide_tui.bots.rows.layout import FIGURES, TABLE

# Places in the row.
DUE = FIGURES
SHIELD_SIZE = FIGURES + 1
SHIELD_WORTH = FIGURES + 3

SHIELD_ROOM = 24
"""Each play of a shield has a card of Spades, so no shield has more cards."""
SHIELDS = TABLE + 6

HAND_MAXIMUM = 7  # D-1
