"""The UI of King of the Dead: Parade, players, hand, offers and questions."""
