"""The document of the protocol names all events, keys and codes that the engine writes."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from regicide_tui import games
from regicide_tui.games.base import Event

ROOT = Path(__file__).parents[1]
DOCUMENT = re.sub(r"(?s)```.*?```", "", (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8"))
"""Without its examples."""
_SPOKEN = re.compile(r"`([^`]+)`")
_ROW = re.compile(r"^\| (`[A-Z][^|]*?) \| (.*?) ?\|$", re.MULTILINE)
SECTIONS = {
    "regicide": ("Positions and states of Regicide",),
    "duel": ("Positions and states of Regicide Duel", "Positions and states of Regicide"),
    "king_of_the_dead": ("King of the Dead", "Positions and states of Regicide"),
}
"""Where the keys of a game's states are described; `seed` and `shuffles` once for all."""


def section(title: str) -> str:
    """Return what stands under a heading of the document."""
    return DOCUMENT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def told(game: str) -> dict[str, set[str]]:
    """Return the events of a game that are described, with what is said in code of each."""
    if game == "king_of_the_dead":
        text = section("King of the Dead")
    else:
        both, regicide, duel = section("Events").split("these:\n")[1:]
        text = both + (regicide if game == "regicide" else duel)
    return {
        name: set(_SPOKEN.findall(fields))
        for names, fields in _ROW.findall(text)
        for name in _SPOKEN.findall(names)
    }


def emitted(game: str) -> dict[str, set[str]]:
    """Return the events that a game has, with the keys they are written with.

    What the log gathers of several events is for its sentences alone, and never written.
    """
    folder = ROOT / "regicide_tui" / "games" / game
    modules = [
        import_module(f"regicide_tui.games.{game}.{one.stem}") for one in folder.glob("*.py")
    ]
    kinds = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    return {
        one.__name__: {"player" if name == "seat" else name for name in one.__struct_fields__}
        for one in kinds
        if issubclass(one, Event)
        and one is not Event
        and not one.__module__.endswith(".log_sentences")
    }


@pytest.mark.parametrize("game", games.names())
def test_every_event_is_described_with_its_fields(game: str) -> None:
    described, real = told(game), emitted(game)
    assert set(described) == set(real)
    assert [name for name, keys in real.items() if keys - described[name]] == []


@pytest.mark.parametrize("game", games.names())
def test_every_key_of_a_state_is_described(game: str) -> None:
    found = games.find(game)
    described = set(_SPOKEN.findall("".join(map(section, SECTIONS[game]))))
    for players in found.player_counts:
        assert set(found.position(found.new(players, "1", {}))) <= described


def test_every_code_of_a_refusal_is_described() -> None:
    package = ROOT / "regicide_tui"
    sources = [*(package / "games").rglob("*.py"), package / "engine.py"]
    codes = {
        code
        for one in sources
        for code in re.findall(
            r'(?:IllegalAction|BadSetup|_RequestError)\(\s*"(\w+)"', one.read_text(encoding="utf-8")
        )
    }
    assert len(codes) > 20
    assert codes <= set(_SPOKEN.findall(DOCUMENT))
