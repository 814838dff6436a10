"""What only Regicide has in a row of numbers, and its figures."""

import numpy as np

from regicide_tui.bots.rows.layout import FIGURES

# Places in the row.
ENEMY = FIGURES
DAMAGE = FIGURES + 1
CANCELLED = FIGURES + 2
SHIELD = FIGURES + 3
"""The value of the plays with Spades on the table, whether or not the enemy is immune."""
JESTERS = FIGURES + 4
KNOWN = FIGURES + 5
"""How many royals killed exactly lie on top of the Tavern."""
SOLO_YIELD = FIGURES + 6
YIELDED = FIGURES + 7

NO_ENEMY = -1

HAND_MAXIMUM = np.array([0, 8, 7, 6, 5], dtype=np.int64)
TAVERN_JESTERS = np.array([0, 0, 0, 1, 2], dtype=np.int64)
ATTACK = np.array([10, 15, 20], dtype=np.int64)  # by tier: Jacks, Queens, Kings
HEALTH = np.array([20, 30, 40], dtype=np.int64)
