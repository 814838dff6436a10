"""The UI of Regicide: castle, players, hand and preview."""
