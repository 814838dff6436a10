"""Drawing with cells: pictures, cards, and the ground below them. All pure."""
