"""The table of Regicide Duel: scene, zones and words."""
