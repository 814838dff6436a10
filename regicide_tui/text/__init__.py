"""Games in lines of text: for screen readers, Braille lines, dumb terminals and pipes."""
