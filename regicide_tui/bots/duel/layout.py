"""The fields of an encoded state that only a Duel has.

The table holds the play whose attack must be paid. After it comes each player's shield, the oldest
play first.
"""

from regicide_tui.bots.encoded.layout import CARDS, GAME_SPECIFIC, TABLE

# Indices of the encoded state.
DUE = GAME_SPECIFIC
SHIELD_SIZE = GAME_SPECIFIC + 1
SHIELD_VALUE = GAME_SPECIFIC + 3

SHIELD_ROOM = CARDS
SHIELDS = TABLE + CARDS

HAND_MAXIMUM = 7  # D-1
