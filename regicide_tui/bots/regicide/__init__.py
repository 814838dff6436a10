"""The players of Regicide."""
