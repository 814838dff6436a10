"""The fields of an encoded state that only Regicide has, and its constants."""

from regicide_tui.bots.arrays import ints_of
from regicide_tui.bots.encoded.layout import CARDS, GAME_SPECIFIC, TABLE

# Indices of the encoded state.
ENEMY = GAME_SPECIFIC
DAMAGE = GAME_SPECIFIC + 1
CANCELLED = GAME_SPECIFIC + 2
SHIELD = GAME_SPECIFIC + 3
"""The value of the plays with Spades on the table, whether or not the enemy is immune."""
JESTERS = GAME_SPECIFIC + 4
KNOWN = GAME_SPECIFIC + 5
"""How many royals that were defeated exactly lie on top of the Tavern."""
SOLO_YIELD = GAME_SPECIFIC + 6
YIELDED = GAME_SPECIFIC + 7
PUBLIC = TABLE + CARDS
"""The royals that everybody knows to be in a hand, as bits, behind the cards of the table.

They were drawn from the top of the Tavern, where they lay since they were defeated exactly.
"""

NO_ENEMY = -1

HAND_MAXIMUM = ints_of([0, 8, 7, 6, 5])
TAVERN_JESTERS = ints_of([0, 0, 0, 1, 2])
ATTACK = ints_of([10, 15, 20])  # by tier: Jacks, Queens, Kings
HEALTH = ints_of([20, 30, 40])
