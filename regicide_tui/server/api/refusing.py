"""How a front end hears that something can't be done: by `Refused` alone, with a whole sentence."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.moderation import NotModerator
from regicide_tui.server.storage.store import StoreError, sentence

P = ParamSpec("P")
T = TypeVar("T")


def refusing(
    method: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a method raise `Refused` in place of the errors of the store and of those who refuse."""

    @wraps(method)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await method(*args, **kwargs)
        except (NameRefused, NotModerator, StoreError) as error:
            raise Refused(sentence(error)) from error

    return call
