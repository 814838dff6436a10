"""The par of a deal, from games of marshals and one of a player who sees all cards."""
