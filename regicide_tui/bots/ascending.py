"""Sorted parts of arrays."""

from regicide_tui.bots.library import Ints, compiled


@compiled
def insert_number(numbers: Ints, first: int, size: int, number: int) -> None:
    """Insert a number into `size` ascending ones starting at index `first`."""
    place = first + size
    while place > first and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number


@compiled
def sort_numbers(numbers: Ints, first: int, size: int) -> None:
    """Sort `size` numbers starting at index `first`, the lowest first."""
    for place in range(1, size):
        insert_number(numbers, first, place, numbers[first + place])
