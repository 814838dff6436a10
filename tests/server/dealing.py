"""Deals that are the same in each run of a test."""

import secrets
from collections.abc import Callable
from itertools import count

import pytest

from regicide_tui.server.services.commands import SEED_LENGTH


def deal_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the first game of a server from one seed, the second one from another, and so on."""
    numbers = count()
    _deal_from(monkeypatch, lambda: f"{next(numbers):0{SEED_LENGTH}}")


def deal_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards at each table."""
    _deal_from(monkeypatch, lambda: "5eed")


def _deal_from(monkeypatch: pytest.MonkeyPatch, seed: Callable[[], str]) -> None:
    random_hex = secrets.token_hex

    def choose(size: int) -> str:
        # Tables take their ids from it, too, and those must differ.
        return seed() if size == SEED_LENGTH // 2 else random_hex(size)

    monkeypatch.setattr("secrets.token_hex", choose)
