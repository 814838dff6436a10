"""What visitors without a screen read and type: lines of text, or of JSON."""
