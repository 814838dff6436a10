"""The manifest of a game, which describes it before any of its code is loaded."""

import re
from collections.abc import Iterable
from importlib import import_module
from typing import NamedTuple, Protocol

from regicide_tui.games.base import Game, Value

GROUP = "regicide_tui.games"
"""The group of entry points in which a package names the manifests of its games."""


_NAME = re.compile(r"[a-z][a-z_]{0,13}")
_NAME_IS = "it must have 1 to 14 small letters and underscores, and begin with a letter"


class Emblem(Value):
    """The picture of a game in a list: a card, a cloth and a few words."""

    sign: str = "AS"
    """The card that represents the game where there is room for only one."""
    cloth: str = "felt"
    """The name of the colour behind its picture."""
    about: str = ""
    company: str = ""
    """How many people play it, and with whom."""


class Manifest(Value, kw_only=True):
    """A game: its name, and dotted names of its parts, such as `package.module:NAME`.

    A part is loaded when it is first needed. Only the game and its rules are required; an empty
    string means that the game lacks the part.
    """

    name: str
    """The name of the game in saves, transcripts and programs; it never changes."""
    title: str
    """The name that people read."""
    rules: str
    """The `Game`."""
    document: str = ""
    """The rules to read, a Markdown file in a package: `package:rules.md`."""
    ui: str = ""
    """The `GameUI`; without one, the game has no table in the app and in the server."""
    pages: str = ""
    """The `TablePages` around its table; a game with a table has them."""
    commands: str = ""
    """The `GameCommands` of its table; without it, the game has the commands of every table."""
    picture: str = ""
    """The `GamePicture` of its emblem; without one, it is four Aces."""
    text: str = ""
    """The `Presenter` of its table; without one, text sessions show its position."""
    bots: str = ""
    """The `BotFactory` of its bots."""
    lessons: str = ""
    """A tuple of `Lesson`s, in the order to take them."""
    puzzles: str = ""
    """A tuple of `Puzzle`s."""
    puzzle_search: str = ""
    """The `PuzzleFinder` that finds puzzles in games between bots."""
    emblem: Emblem = Emblem()
    place: str = ""
    """The name of its table's colours, such as `crypt`; empty for the usual ones."""
    first_opponents: tuple[str, ...] = ()
    """The levels of the bots, seat by seat, in the first game; an empty string is a person."""
    is_daily: bool = False
    """Whether this game has the daily deal, for one player."""


class FaultyGame(NamedTuple):
    """Why an installed game is left out: the name of its entry point, and a sentence."""

    name: str
    sentence: str


class GameEntryPoint(Protocol):
    """An entry point, as `importlib.metadata` has them."""

    @property
    def name(self) -> str:
        """The name, which is that of the game."""

    def load(self) -> object:
        """Return the named object."""


def load(dotted: str) -> object:
    """Return the object with a dotted name. Raises what the import of its module raises."""
    module, _, name = dotted.partition(":")
    return getattr(import_module(module), name)


def read_entries(
    entries: Iterable[GameEntryPoint], taken: Iterable[str]
) -> tuple[tuple[Manifest, ...], tuple[FaultyGame, ...]]:
    """Return the games that these entry points name, by name, and why others are left out.

    A game whose name is `taken` is silently left out: it is known already. A faulty game must not
    harm the others, so the rules of each are loaded once here.
    """
    found: dict[str, Manifest] = {}
    faults = []
    for entry in sorted(entries, key=lambda one: one.name):
        if entry.name in taken:
            continue
        try:
            manifest = _checked(entry)
        except Exception as error:  # noqa: BLE001 (foreign code, which may raise anything)
            faults.append(FaultyGame(entry.name, f"{type(error).__name__}: {error}"))
        else:
            found.setdefault(manifest.name, manifest)
    return tuple(found.values()), tuple(faults)


def _checked(entry: GameEntryPoint) -> Manifest:
    """Return the manifest of an entry point. Raises `ValueError` if it doesn't fit its rules."""
    manifest = entry.load()
    if not isinstance(manifest, Manifest):
        raise TypeError("the entry point names no Manifest.")
    game = load(manifest.rules)
    if not isinstance(game, Game):
        raise TypeError(f"{manifest.rules} is no Game.")
    if not _NAME.fullmatch(manifest.name):
        raise ValueError(f"{manifest.name!r} is no name: {_NAME_IS}.")
    if not manifest.name == game.name == entry.name:
        raise ValueError(
            f"the entry point is called {entry.name}, its manifest {manifest.name} and its rules "
            f"{game.name}; these must be the same."
        )
    return manifest


_FIRST_RIVAL = ("", "squire")

REGICIDE = Manifest(
    name="regicide",
    title="Regicide",
    rules="regicide_tui.games.regicide:GAME",
    document="regicide_tui:rules.md",
    ui="regicide_tui.tui.games.regicide.game_ui:GAME_UI",
    pages="regicide_tui.tui.games.regicide.pages:PAGES",
    commands="regicide_tui.tui.games.regicide:COMMANDS",
    picture="regicide_tui.tui.games.regicide:PICTURE",
    text="regicide_tui.text.games.regicide:RegicidePresenter",
    bots="regicide_tui.bots.roster:REGICIDE",
    lessons="regicide_tui.games.regicide.lessons:LESSONS",
    puzzles="regicide_tui.games.regicide.puzzles:PUZZLES",
    puzzle_search="regicide_tui.simulate.puzzles.regicide:FINDER",
    emblem=Emblem("QC", "felt", "Defeat the twelve royals.", "1 to 4 together, bots welcome"),
    is_daily=True,
)
DUEL = Manifest(
    name="duel",
    title="Regicide Duel",
    rules="regicide_tui.games.duel:GAME",
    document="regicide_tui:rules-duel.md",
    ui="regicide_tui.tui.games.duel.game_ui:GAME_UI",
    pages="regicide_tui.tui.games.duel.pages:PAGES",
    commands="regicide_tui.tui.games.duel:COMMANDS",
    picture="regicide_tui.tui.games.duel:PICTURE",
    text="regicide_tui.text.games.duel:DuelPresenter",
    bots="regicide_tui.bots.roster:DUEL",
    lessons="regicide_tui.games.duel.lessons:LESSONS",
    puzzles="regicide_tui.games.duel.puzzles:PUZZLES",
    puzzle_search="regicide_tui.simulate.puzzles.duel:FINDER",
    emblem=Emblem("KH", "navy", "Break the other's shield.", "2, against a friend or a bot"),
    first_opponents=_FIRST_RIVAL,
)
KING_OF_THE_DEAD = Manifest(
    name="king_of_the_dead",
    title="King of the Dead",
    rules="regicide_tui.games.king_of_the_dead:GAME",
    document="regicide_tui:rules-king-of-the-dead.md",
    ui="regicide_tui.tui.games.king_of_the_dead.game_ui:GAME_UI",
    pages="regicide_tui.tui.games.king_of_the_dead.pages:PAGES",
    commands="regicide_tui.tui.games.king_of_the_dead:COMMANDS",
    picture="regicide_tui.tui.games.king_of_the_dead:PICTURE",
    text="regicide_tui.text.games.king_of_the_dead:KingPresenter",
    bots="regicide_tui.bots.roster:KING_OF_THE_DEAD",
    lessons="regicide_tui.games.king_of_the_dead.lessons:LESSONS",
    puzzles="regicide_tui.games.king_of_the_dead.puzzles:PUZZLES",
    puzzle_search="regicide_tui.simulate.puzzles.king_of_the_dead:FINDER",
    emblem=Emblem("JS", "violet", "Buy cards and score runs.", "2 to 4, each alone"),
    place="crypt",
    first_opponents=_FIRST_RIVAL,
)

BUILT_IN = (REGICIDE, DUEL, KING_OF_THE_DEAD)
"""The games in the order in which they are offered."""
