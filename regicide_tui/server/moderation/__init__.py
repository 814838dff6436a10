"""Who keeps order: bans, mutes and other acts of moderators, and their log."""
