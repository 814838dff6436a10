"""Encodes numbers as inputs of a net: an input for each threshold, on if the number reaches it."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence


def reached(
    starts: Sequence[int], scales: Sequence[Sequence[int]], figures: Sequence[int]
) -> Iterator[int]:
    """Yield the inputs that are on. The inputs of a figure begin at its start."""
    for start, steps, figure in zip(starts, scales, figures, strict=True):
        yield from range(start, start + bisect_right(steps, figure))
