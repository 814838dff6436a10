"""The UI of Regicide Duel: model, zones and pages."""
