"""The actions that a search considers on encoded states, and their appeals."""
