"""What every layer of the server uses: the clock, tasks, the journal, the settings."""
