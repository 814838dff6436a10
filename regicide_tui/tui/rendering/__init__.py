"""How things are drawn with cells: pictures, cards, and the ground they lie on. Pure."""
