"""Figures as inputs of a net: each has steps, and an input for each step, on once it is reached."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence


def reached(
    starts: Sequence[int], scales: Sequence[Sequence[int]], figures: Sequence[int]
) -> Iterator[int]:
    """Give the inputs that are on: of each figure those of its steps, which begin at its start."""
    for start, steps, figure in zip(starts, scales, figures, strict=True):
        yield from range(start, start + bisect_right(steps, figure))
