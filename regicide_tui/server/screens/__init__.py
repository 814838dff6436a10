"""What a visitor sees: the visitor's app and its screens."""
