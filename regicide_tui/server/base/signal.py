"""A signal: those who subscribe are told of each change, those before the others who ask for it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Signal(Generic[P]):
    """Calls all its subscribers; an error of one goes to `report`, and the others are called."""

    def __init__(self, report: Callable[[BaseException], object]) -> None:
        self._report = report
        self._callbacks: list[Callable[P, None]] = []

    def subscribe(self, callback: Callable[P, None], *, first: bool = False) -> Callable[[], None]:
        """Call this at each `send`, after those who subscribed before it, or `first` of all.

        Return what ends that.
        """
        self._callbacks.insert(0 if first else len(self._callbacks), callback)

        def end() -> None:
            with suppress(ValueError):  # it has ended before
                self._callbacks.remove(callback)

        return end

    def send(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all subscribers."""
        for callback in [*self._callbacks]:
            try:
                callback(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 # what has happened has happened for the others
                self._report(error)
