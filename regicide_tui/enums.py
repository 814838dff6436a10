"""The base of the enumerations that states, actions and events hold."""

from enum import StrEnum


class TextEnum(StrEnum):
    """A `StrEnum` whose repr is Python that gives the member: `Suit.CLUBS`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
