"""Games as rows of numbers, and the search over them."""
