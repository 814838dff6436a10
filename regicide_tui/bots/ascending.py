"""Parts of arrays whose numbers ascend."""

from regicide_tui.bots.library import Ints, compiled


@compiled
def insert_number(numbers: Ints, first: int, size: int, number: int) -> None:
    """Put a number into its place among `size` ascending ones from index `first` on."""
    place = first + size
    while place > first and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number


@compiled
def sort_numbers(numbers: Ints, first: int, size: int) -> None:
    """Sort `size` numbers from index `first` on, the lowest first."""
    for place in range(1, size):
        insert_number(numbers, first, place, numbers[first + place])
