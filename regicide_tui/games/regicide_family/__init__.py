"""What Regicide and Regicide Duel share.

Code of other games uses two functions of it: `play_order`, the order in which the cards of a play
are written, and `is_royal`.
"""
