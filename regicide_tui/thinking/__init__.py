"""The process in which bots think. No key press waits for it."""
