"""Conformance cases: positions, actions and expectations in YAML, read strictly.

The schema stands at the top of the case files. An unknown key fails: a typing mistake must
not turn an expectation into nothing.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import yaml

from regicide_tui.games.base import AnyGame, IllegalAction, take_text
from tests.loose import loose

DATA = Path(__file__).parents[1] / "data"

_CASE_KEYS = {"id", "title", "rulings", "options", "setup", "new", "initial", "steps", "seeds"}
_STEP_KEYS = {"do", "by", "error", "expect"}
_LITERAL = {"phase", "turn", "enemy", "damage", "remaining", "shield", "due", "table"}
_LITERAL |= {"immunity_cancelled", "yielded", "jesters_unused", "hand_counts"}
_LITERAL |= {"result", "reason", "medal"}
_LITERAL |= {"actor", "shields", "shield_values", "played", "winner"}
_LITERAL |= {"actor", "prompt", "looked", "first", "points", "winners"}
_LITERAL |= {"reshuffles", "jokers_seen", "final_round", "newcomer"}
_PILES = {"castle", "tavern", "discard", "parade", "gate", "well"}
_PLAYERS = {"hands", "draws", "discards", "scores", "plays", "familiars"}
"""Zones of every player: `draws` are those of all, `draws.2` that of player 2."""


def read_cases(name: str) -> list[dict[str, Any]]:
    """Read a case file and check its keys."""
    text = (DATA / name).read_text(encoding="utf-8")
    # Without libyaml, reading takes five times as long.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    cases: list[dict[str, Any]] = yaml.load(text, Loader=loader)
    for case in cases:
        assert set(case) <= _CASE_KEYS, f"{case['id']}: unknown keys {set(case) - _CASE_KEYS}"
        assert ("setup" in case) != ("new" in case), f"{case['id']}: setup or new"
        for step in case.get("steps", []):
            assert set(step) <= _STEP_KEYS, f"{case['id']}: unknown keys {step}"
            assert "do" in step, f"{case['id']}: a step does something"
    assert len({case["id"] for case in cases}) == len(cases)
    return cases


def check_case(game: AnyGame, case: dict[str, Any], seed: str) -> None:
    """Play a case with one seed and check all that it expects."""
    options = case.get("options", {})
    if "new" in case:
        new = dict(case["new"])
        players = new.pop("players", game.player_counts[0])
        state = game.new(players, seed, {**options, **new})
    else:
        state = game.load(case["setup"], seed, options)
    check(game, state, case.get("initial", {}), f"{case['id']} at first")
    for step in case.get("steps", []):
        where = f"{case['id']} after {step['do']}"
        by = step["by"] - 1 if "by" in step else None
        before, picture = state, game.position(state)
        try:
            state = take_text(game, state, step["do"], by)[-1].state
        except IllegalAction as error:
            assert error.code == step.get("error"), f"{where}: {error.code}, {error.message}"
        else:
            assert "error" not in step, f"{where}: was accepted"
        assert game.position(before) == picture, f"{where}: the old state changed"
        check(game, state, step.get("expect", {}), where)


def check(game: AnyGame, state: object, expected: dict[str, Any], where: str) -> None:
    """Check the expectations of one moment."""
    position = game.position(loose(state))
    legal = [game.format(action) for action in game.legal_actions(loose(state))]
    assert len(set(legal)) == len(legal), f"{where}: an action is listed twice"
    for key, value in expected.items():
        _check_one(position, legal, key, value, f"{where}: {key}")


def _check_one(
    position: dict[str, Any], legal: list[str], key: str, value: Any, where: str
) -> None:
    if key in _LITERAL:
        assert position[key] == value, f"{where} is {position[key]}, not {value}"
    elif key == "hands":
        for player, cards in value.items():
            held = position["hands"][int(player) - 1]
            assert Counter(held) == Counter(cards), f"{where}: player {player} has {held}"
    elif key in _PILES:
        assert position[key] == value, f"{where} is {position[key]}"
    elif key[:-2] in _PLAYERS:
        assert _zone(position, key) == value, f"{where} is {_zone(position, key)}"
    elif key == "legal":
        assert sorted(legal) == sorted(value), f"{where} is {legal}"
    elif key == "conserved":
        union = [card for zone in value["zones"] for card in _zone(position, zone)]
        assert Counter(union) == Counter(value["cards"]), f"{where}: {union}"
    elif key in ("one_of", "has_suit"):
        for zone, wanted in value.items():
            found = _zone(position, zone)
            suits = {card[-1] for card in found}
            assert wanted in suits if key == "has_suit" else found in wanted, f"{where}: {found}"
    else:
        _check_suffixed(position, legal, key, value, where)


def _check_suffixed(
    position: dict[str, Any], legal: list[str], key: str, value: Any, where: str
) -> None:
    zone, _, suffix = key.rpartition("_")
    found = legal if zone == "legal" else _zone(position, zone)
    match suffix:
        case "set":
            assert Counter(found) == Counter(value), f"{where}: {found}"
        case "count":
            assert len(found) == value, f"{where} is {len(found)}"
        case "top":
            assert found[: len(value)] == value, f"{where}: {found}"
        case "bottom":
            assert found[-len(value) :] == value, f"{where}: {found}"
        case "includes":
            assert not Counter(value) - Counter(found), f"{where}: {found}"
        case "excludes":
            assert not set(value) & set(found), f"{where}: {found}"
        case _:
            raise AssertionError(f"{where}: an unknown key")


def _zone(position: dict[str, Any], zone: str) -> list[str]:
    name, _, player = zone.partition(".")
    assert name in _PILES | _PLAYERS | {"newcomer"}, f"unknown zone {zone}"
    found = position[name]
    if name == "newcomer":
        return [found] if found else []
    if name in _PLAYERS:
        of_players: list[list[str]] = [found[int(player) - 1]] if player else found
        return [card for pile in of_players for card in pile]
    return [card for card in found if card is not None]
