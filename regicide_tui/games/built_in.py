"""The manifests of the games that come with the package.

`pyproject.toml` names them as entry points, as every other package does with its games. They also
stand in `BUILT_IN`, so that the app can start without searching the installed packages.
"""

from regicide_tui.games.manifest import Emblem, Manifest

_FIRST_RIVAL = ("", "squire")

REGICIDE = Manifest(
    name="regicide",
    title="Regicide",
    rules="regicide_tui.games.regicide:GAME",
    document="regicide_tui:rules.md",
    ui="regicide_tui.tui.games.regicide.game_ui:GAME_UI",
    pages="regicide_tui.tui.games.regicide.pages:PAGES",
    commands="regicide_tui.tui.games.regicide.commands:COMMANDS",
    picture="regicide_tui.tui.games.regicide.picture:PICTURE",
    bots="regicide_tui.bots.regicide.factory:FACTORY",
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
    commands="regicide_tui.tui.games.duel.commands:COMMANDS",
    picture="regicide_tui.tui.games.duel.picture:PICTURE",
    bots="regicide_tui.bots.duel.factory:FACTORY",
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
    commands="regicide_tui.tui.games.king_of_the_dead.commands:COMMANDS",
    picture="regicide_tui.tui.games.king_of_the_dead.picture:PICTURE",
    bots="regicide_tui.bots.king_of_the_dead.factory:FACTORY",
    lessons="regicide_tui.games.king_of_the_dead.lessons:LESSONS",
    puzzles="regicide_tui.games.king_of_the_dead.puzzles:PUZZLES",
    puzzle_search="regicide_tui.simulate.puzzles.king_of_the_dead:FINDER",
    emblem=Emblem("JS", "violet", "Buy cards and score runs.", "2 to 4, each alone"),
    place="crypt",
    first_opponents=_FIRST_RIVAL,
)

BUILT_IN = (REGICIDE, DUEL, KING_OF_THE_DEAD)
"""In the order in which they are offered."""
