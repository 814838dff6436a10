"""A game of Regicide as one row of numbers, which is what the bots search on.

A card is a number in the order of `Card.order`: the Jesters 0 and 1, then 2 for the Ace of Clubs
up to 53 for the King of Spades. Each pile has its size and its cards. Hands are ascending; the top
of Castle, Tavern and discard is the last card. What lies behind a pile's size means nothing.

An action is a number as well: a kind, and below it the set of cards as bits or a seat.
"""

import numpy as np

CARDS = 54
JESTER_CARDS = 2
HAND_ROOM = 8
SEATS = 4

# Places in the row.
PLAYERS = 0
PHASE = 1
TURN = 2
ENEMY = 3
DAMAGE = 4
CANCELLED = 5
SHIELD = 6
"""The value of the plays with Spades on the table, whether or not the enemy is immune."""
JESTERS = 7
KNOWN = 8
"""How many royals killed exactly lie on top of the Tavern."""
RESULT = 9
COMBOS = 10
SOLO_YIELD = 11
OVERPAY = 12
CASTLE_SIZE = 13
TAVERN_SIZE = 14
DISCARD_SIZE = 15
TABLE_SIZE = 16
YIELDED = 17
HAND_SIZE = YIELDED + SEATS
CASTLE = HAND_SIZE + SEATS
HANDS = CASTLE + 12
TAVERN = HANDS + SEATS * HAND_ROOM
DISCARD = TAVERN + CARDS
TABLE = DISCARD + CARDS
LENGTH = TABLE + CARDS

# Phases, as in the game.
PLAY, CHOOSE, SUFFER, OVER = range(4)

# Results.
NONE, WON, LOST = range(3)

# Overpay: which payments are legal.
ONE_AT_A_TIME, MINIMAL, FREE = range(3)

# Kinds of action; a play is just its set of cards.
PAYING = 1 << 56
YIELDING = 2 << 56
CHOOSING = 3 << 56
FLIPPING = 4 << 56
KIND = 7 << 56
MOST_ACTIONS = 320

NO_ENEMY = -1

_VALUES = [0, 0, *[value for value in (*range(1, 11), 10, 15, 20) for _ in range(4)]]
VALUE = np.array(_VALUES, dtype=np.int64)
HAND_MAXIMUM = np.array([0, 8, 7, 6, 5], dtype=np.int64)
TAVERN_JESTERS = np.array([0, 0, 0, 1, 2], dtype=np.int64)
ATTACK = np.array([10, 15, 20], dtype=np.int64)  # by tier: Jacks, Queens, Kings
HEALTH = np.array([20, 30, 40], dtype=np.int64)

FIRST_ACE = 2
FIRST_ROYAL = 42
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
