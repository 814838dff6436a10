"""The par of a deal: games of marshals, and one of a player who sees all cards."""
