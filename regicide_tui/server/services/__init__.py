"""The services of one process: tables, presence, bots, boards, reviews, limits."""
