"""The entries of the menu: unfinished games and lessons come first."""

from datetime import datetime
from typing import NamedTuple

from regicide_tui import games
from regicide_tui.play.dealing import DailyDeal, find_daily_deal
from regicide_tui.play.dealing import describe_daily as in_a_day
from regicide_tui.play.paths import Paths
from regicide_tui.play.practice import SolvedFile, next_lesson
from regicide_tui.play.saves.saves_folder import SaveLabel, SavesFolder
from regicide_tui.play.saves.summary import describe_save
from regicide_tui.play.statistics import Records
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import key_bar, list_keys
from regicide_tui.tui.pages.lists import Entry, menu_rows
from regicide_tui.tui.rendering.paint import Region, Run, Size
from regicide_tui.tui.startup.page import FirstPage, PagePart

LEARN = "Learn"


def today() -> str:
    """Return today's local date."""
    return datetime.now().date().isoformat()


class MenuFacts(NamedTuple):
    """The facts that the menu depends on."""

    going_on: SaveLabel | None
    today: DailyDeal
    lesson: tuple[str, int] | None
    """The game and the number of the lesson to continue."""
    labels: tuple[SaveLabel, ...]
    """The saves, the newest first."""
    untouched: bool
    """Whether nothing was ever played here."""


def entries_of(found: MenuFacts, now: datetime) -> list[Entry]:
    """Return the entries of the menu; unfinished games and lessons come first."""
    going_on, lesson = found.going_on, found.lesson
    begun = [Entry("r", "Resume", describe_save(going_on, now), "resume")] if going_on else []
    if lesson is not None:
        game, number = lesson
        title = games.lessons(game)[number - 1].title
        told = f"lesson {number} of {games.find(game).title}, {title}"
        begun.append(Entry("", "Continue", told, "go_on_learning"))
    return [
        *begun,
        Entry("n", "New game", "three games, for one to four", "app.new_game"),
        Entry("D", "Daily deal", in_a_day(found.today), "app.daily"),
        Entry("l", LEARN, "short lessons at the table", "app.lessons"),
        Entry("p", "Puzzles", "find the winning line", "app.puzzles"),
        Entry("g", "Saved games", "finished and unfinished", "app.saves"),
        Entry("S", "Statistics", "wins, medals, records", "app.statistics"),
        Entry("i", "How to play", "the rules and every ruling", "app.rules"),
        Entry("o", "Settings", "colours, symbols, rules", "app.settings"),
        Entry("q", "Quit", "", "app.quit"),
    ]


def look_around(paths: Paths, game: str) -> MenuFacts:
    """Return the facts for the menu, from saves, statistics and lessons.

    `game` is the game whose lessons come first; empty means the game that was played last.
    """
    labels = tuple(SavesFolder(paths.saves).labels())
    records = Records(paths.records).read()
    notes = SolvedFile(paths.solved).read()
    return MenuFacts(
        next((label for label in labels if label.going_on), None),
        find_daily_deal(today(), labels, records),
        next_lesson(game or last_game(labels), notes),
        labels,
        untouched=not (labels or records or notes),
    )


def last_game(labels: tuple[SaveLabel, ...]) -> str:
    """Return the game that was played last according to the saves, or else the first game."""
    known = [label.game for label in labels if games.is_known(label.game)]
    return known[0] if known else games.first()


def first_line(found: MenuFacts, entries: list[Entry]) -> int:
    """Return the entry at which the cursor starts; for a new player, the lessons."""
    return [entry.label for entry in entries].index(LEARN) if found.untouched else 0


def menu_page(facts: MenuFacts, sentence: str, look: Look, size: Size) -> FirstPage:
    """Return the menu page."""
    entries = entries_of(facts, datetime.now())
    heading = [(Run(sentence),)] if sentence else []
    above = size.width, size.height - 1
    rows = menu_rows(heading, entries, first_line(facts, entries), above, look.symbols)
    keys = key_bar(list_keys(look))(size.width, 1)
    parts = [
        PagePart(Region(0, 0, *above), rows),
        PagePart(Region(0, above[1], size.width, 1), keys),
    ]
    return FirstPage(look, parts)
