"""The table of Regicide: castle, players, hand and preview."""
