"""No name of the API leads to a hidden card or to a seed, whatever its annotations are."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest

from regicide_tui.play.history import History, Start
from regicide_tui.play.table import Table
from regicide_tui.server import api
from regicide_tui.server.api.api import Api
from regicide_tui.server.api.finished import FinishedGame
from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.boards.book import Book, Dealt
from regicide_tui.server.model.review.state import ReviewState
from regicide_tui.server.model.table.facts import TableSecrets
from regicide_tui.server.model.table.state import TableState

HIDING = (TableState, TableSecrets, Table, History, Start, Dealt, Book)
"""What holds hidden cards, the seed from which they follow, or the words that open a table."""
WHOLE = (FinishedGame, ReviewHandle, ReviewState)
"""What holds a game that is over, for somebody who may look at it."""


def classes() -> Iterator[type]:
    """Yield the classes of the API."""
    for module in pkgutil.iter_modules(api.__path__, f"{api.__name__}."):
        for _, one in inspect.getmembers(import_module(module.name), inspect.isclass):
            if one.__module__ == module.name:
                yield one


def public(owner: type) -> Iterator[tuple[str, object]]:
    """Yield what each public name of a class gives: types, one for each annotation."""
    for name, hint in get_type_hints(owner).items():
        if not name.startswith("_"):
            yield name, hint
    for name, member in inspect.getmembers(owner):
        made = member.fget if isinstance(member, property) else member
        if not name.startswith("_") and inspect.isfunction(made):
            hints = get_type_hints(inspect.unwrap(made), include_extras=True)
            yield name, hints.get("return")


def reached(hint: object, seen: set[object]) -> Iterator[type]:
    """Yield the types that a type leads to through its arguments and public names."""
    for part in get_args(hint):
        yield from reached(part, seen)
    if not inspect.isclass(hint) or hint in seen or hint in WHOLE:
        return
    seen.add(hint)
    yield hint
    if hint.__module__.startswith("regicide_tui.server"):
        for _, inner in public(hint):
            yield from reached(inner, seen)


def gifts() -> list[Any]:
    """Return each public name of the API, and the types that it gives."""
    return [
        pytest.param(hint, id=f"{one.__name__}.{name}")
        for one in classes()
        for name, hint in public(one)
        if one not in WHOLE
    ]


@pytest.mark.parametrize("hint", gifts())
def test_nothing_that_the_api_gives_holds_a_hidden_card_or_a_seed(hint: object) -> None:
    assert not {*reached(hint, set())} & {*HIDING}


def test_the_types_of_all_the_api_are_looked_at() -> None:
    found = {*reached(Api, set())}
    assert {one.__name__ for one in found} >= {"TableHandle", "VisitorTable", "TableView", "Offer"}


@pytest.mark.parametrize("hidden", HIDING)
def test_a_type_that_holds_hidden_cards_is_found(hidden: type) -> None:
    class Holder:
        """Gives what it may not."""

        def cards(self) -> object:
            """Return something."""

    Holder.cards.__annotations__["return"] = tuple[hidden, ...]  # type: ignore[valid-type]
    Holder.__module__ = "regicide_tui.server"
    assert hidden in {*reached(Holder, set())}
