"""What one process knows and does: tables, presence, bots, boards, reviews, limits."""
