"""The exponential function, with the same result on every processor and in every language.

The libraries of C and numpy's loops differ in the last bit.
"""

from math import factorial, ldexp

from regicide_tui.bots.arrays import doubles_of
from regicide_tui.bots.compiled import compiled

LIMIT = 80.0
"""The function is that of the nearest number from -80 to 80."""
_LOG2_E = 1 / 0.6931471805599453
_LN_2_HIGH = 0.693147180369123816490
_LN_2_LOW = 1.90821492927058770002e-10
"""The logarithm of 2 in two parts; the first has so few digits that its multiples are exact."""
_TERMS = 14
_FACTORS = doubles_of([1 / factorial(power) for power in range(_TERMS, -1, -1)])
_LARGEST = int(LIMIT * 1.5)
_POWERS = doubles_of([ldexp(1.0, power) for power in range(-_LARGEST, _LARGEST + 1)])


@compiled
def exponential(number: float) -> float:
    """Return e to the power of a number, to the last bit but one or two."""
    within = max(-LIMIT, min(LIMIT, number))
    half = 0.5 if within >= 0.0 else -0.5
    twos = int(within * _LOG2_E + half)
    rest = within - twos * _LN_2_HIGH - twos * _LN_2_LOW
    total = 0.0
    for place in range(len(_FACTORS)):
        total = total * rest + _FACTORS[place]
    return float(total * _POWERS[_LARGEST + twos])
