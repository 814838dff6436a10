"""Used by every layer of the server: the clock, tasks, the journal, the settings."""
