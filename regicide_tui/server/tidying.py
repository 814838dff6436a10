"""When garbage is collected, so that nobody has to wait for it.

A collection takes two milliseconds for each app it looks through. So what lives is frozen every few
seconds, which hides it from collections, and each looks only at what is new. What ended since is
then hidden as well: closed apps are taken apart, but leave a rest, a few of their cycles. For those
everything is looked through when few are here, or when very many have gone.
"""

import asyncio
import gc
from collections.abc import Callable

_SECONDS = 0.5
_NEW = 50_000
"""Objects more than before that make Python look through the new ones by itself."""
_FEW, _MANY_GONE = 25, 1000
_SOME_GONE = 50


class Tidying:
    """Collects garbage while a house is open."""

    def __init__(self, here: Callable[[], int]) -> None:
        self._here = here
        self._gone = 0
        self._task = asyncio.ensure_future(self._keep_tidy())

    def note_gone(self) -> None:
        """Note that an app has ended."""
        self._gone += 1

    def end(self) -> None:
        """Leave it to Python again."""
        self._task.cancel()

    async def _keep_tidy(self) -> None:
        thresholds = gc.get_threshold()
        gc.set_threshold(_NEW, 20, 100)
        try:
            while True:
                self._tidy()
                await asyncio.sleep(_SECONDS)
        finally:
            gc.set_threshold(*thresholds)
            gc.unfreeze()

    def _tidy(self) -> None:
        if worth_it(self._here(), self._gone):
            gc.unfreeze()
            self._gone = 0
        gc.collect()
        gc.freeze()


def worth_it(here: int, gone: int) -> bool:
    """Tell whether to look through everything, by how many are here and have gone since."""
    nobody = gone > 0 and here == 0
    return nobody or (gone >= _SOME_GONE and here <= _FEW) or gone >= _MANY_GONE
