"""What somebody who comes to the house sees: the lobby, the tables, and what lies between."""
