"""docs/env.md says what the environments do."""

import doctest
import re
from pathlib import Path
from random import Random

import pytest

from regicide_tui.env.env_game import LIMIT, EnvGame, find_rules
from regicide_tui.env.observations.blocks import HIGHEST
from regicide_tui.env.observations.king_of_the_dead import PROMPTS
from regicide_tui.env.settings import Settings

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "env.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
ROW = re.compile(r"^\| (`.+?`) \| (\d+)(?: each)? \| \S", re.MULTILINE)


def section(title: str) -> str:
    """Return the text below a heading."""
    return TEXT.split(f"\n### {title}\n")[1].split("\n## ")[0].split("\n### ")[0]


def names_by_number(told: str, names: str) -> dict[int, str]:
    """Return the names in the rows of a table whose second cell matches `names`, by number."""
    found: dict[int, str] = {}
    for first, last, named in re.findall(rf"^\| (\d+)(?:-(\d+))? \| {names}", told, re.MULTILINE):
        numbers = range(int(first), int(last or first) + 1)
        found |= dict(zip(numbers, re.findall(r"`(.+?)`", named), strict=True))
    return found


def test_every_example_prints_what_the_document_says() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("name", ["regicide", "duel", "king_of_the_dead"])
def test_the_blocks_of_an_observation_stand_there_in_their_order(name: str) -> None:
    rules = find_rules(name)
    observations = TEXT.split("\n## Observations\n")[1].split("\n## ")[0]
    told = observations.split(f"\n### {rules.game.title}\n")[1].split("\n### ")[0]
    lengths = [
        (block, int(length))
        for blocks, length in ROW.findall(told)
        for block in re.findall(r"`(\w+)`", blocks)
    ]
    assert lengths == [*rules.blocks.lengths.items()]
    assert told.strip().startswith(f"{rules.blocks.size:,} numbers")


@pytest.mark.parametrize(
    ("title", "name", "whole"),
    [
        ("Regicide and Regicide Duel, card by card", "regicide", False),
        ("Regicide and Regicide Duel, whole actions", "regicide", True),
        ("King of the Dead", "king_of_the_dead", False),
    ],
)
def test_the_numbers_of_actions_stand_there_without_a_gap(
    title: str, name: str, whole: bool
) -> None:
    told = section(title)
    numbers = re.findall(r"^\| (\d+)(?:-(\d+))? \|", told, re.MULTILINE)
    listed = [one for first, last in numbers for one in range(int(first), int(last or first) + 1)]
    assert listed == [*range(find_rules(name, whole=whole).space.size)]


@pytest.mark.parametrize(
    ("name", "whole", "number", "meaning"),
    [
        ("regicide", False, 0, "*"),
        ("regicide", False, 52, "KS"),
        ("regicide", False, 53, "done"),
        ("regicide", False, 56, "choose yourself"),
        ("regicide", True, 53, "2C+AC"),
        ("regicide", True, 283, "5H+5S"),
        ("regicide", True, 284 + 4, "pay with place 1 3"),
        ("regicide", True, 539, "yield"),
        ("regicide", True, 544, "choose the player 3 to the left"),
        ("duel", True, 410, "pay with place 1 2 3 4 5 6 7"),
        ("king_of_the_dead", False, 53 + 52, "KS of a discard pile"),
        ("king_of_the_dead", False, 107, "buy the Newcomer"),
        ("king_of_the_dead", False, 116, "recall 1"),
        ("king_of_the_dead", False, 125, "the player 1 to the left"),
        ("king_of_the_dead", False, 130, "end the turn"),
    ],
)
def test_a_number_means_what_stands_there(
    name: str, whole: bool, number: int, meaning: str
) -> None:
    assert find_rules(name, whole=whole).space.describe(number) == meaning


def test_every_play_of_several_cards_can_be_read_from_its_number() -> None:
    describe = find_rules("regicide", whole=True).space.describe
    told = section("Regicide and Regicide Duel, whole actions")
    plays = names_by_number(told, r"((?:`[^` ]+\+[^` ]+` )+)\|")
    aces = re.findall(r"\| (\d+)-\d+ \| .*the cards 5 to 52.*, each with `(A.)`", told)
    plays |= {
        int(first) + place: f"{describe(5 + place)}+{ace}"
        for first, ace in aces
        for place in range(48)
    }
    assert plays == {number: describe(number) for number in range(53, 284)}
    assert "number 48*a* + *c*" in told
    for ace, card in ((1, 5), (4, 52), (3, 20)):
        assert describe(48 * ace + card) == f"{describe(card)}+{describe(ace)}"


def test_the_prompts_stand_there_in_their_order() -> None:
    told = TEXT.split("| places | prompts |")[1].split("\n## ")[0]
    assert names_by_number(told, r"(`.+`) \|$") == dict(enumerate(PROMPTS))


def test_the_settings_stand_there_in_their_order() -> None:
    told = TEXT.split("| setting | default | meaning |")[1].split("\n\n")[0]
    settings = re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE)
    assert settings == ["players", *Settings.__annotations__]


def test_the_source_files_that_it_names_exist() -> None:
    named = re.findall(r"`(\w+/[\w/]+(?:\.py|/))`", TEXT)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", ["regicide", "duel", "king_of_the_dead"])
def test_the_reasons_of_ends_stand_there(name: str) -> None:
    game, rng, reasons = EnvGame(find_rules(name), 2), Random(1), set()
    told = re.findall(rf"^\| {game.rules.game.title} \| (`.+`) \|$", TEXT, re.MULTILINE)
    for number in range(15):
        game.deal(f"end-{number}")
        while game.seat is not None:
            game.choose(rng.choice(game.legal))
        assert game.outcome
        reasons.add(game.outcome.reason)
    assert len(told) == 1
    assert reasons <= {*re.findall(r"`(\w+)`", told[0])}


def test_the_bounds_and_the_limit_are_told() -> None:
    assert f"numbers from 0 to {HIGHEST}" in TEXT
    assert f"after {LIMIT:,} actions" in TEXT


def test_the_document_is_found() -> None:
    for page in ("README.md", "docs/api.md"):
        assert "env.md)" in (ROOT / page).read_text(encoding="utf-8")
