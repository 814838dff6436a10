"""The text session at home: the menu, games, lessons and puzzles in lines of text.

A method `do_resume` answers the command `resume`; its docstring is what `help resume` says.
"""

import re
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.bots.roster import fit_levels, list_levels, tell_replaced
from regicide_tui.commands import find_game, read_game
from regicide_tui.deals import deal_game
from regicide_tui.errors import CliError
from regicide_tui.games.base import Json
from regicide_tui.games.words import named
from regicide_tui.play.dealing import daily_start, deal, find_daily_deal
from regicide_tui.play.paths import Paths
from regicide_tui.play.practice import SolvedFile
from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.saves.files import SaveError, save_now
from regicide_tui.play.saves.saves_folder import (
    SaveLabel,
    SavesFolder,
    SavesFolderError,
    Trash,
    sort_by_last_played,
)
from regicide_tui.play.saves.summary import describe_save
from regicide_tui.play.settings import CHOICES, Settings, house_rules
from regicide_tui.play.statistics import Records
from regicide_tui.play.table import Table
from regicide_tui.text.commands import Unknown, picked
from regicide_tui.text.hall import Hall, Reply, game_in, with_names
from regicide_tui.text.tables import Asking, GameTalk, Said, agrees, at_once
from regicide_tui.text.voice import lines_of, row_text, sentence, tally
from regicide_tui.tui.startup.menu import entries_of, look_around, today
from regicide_tui.tui.startup.page import open_saved, why_no_table
from regicide_tui.tui.table.game_ui import pages_of, with_tables

_A_BOT = re.compile(r"^(an? )?(bot\b ?)?")
"""What people type before a bot's level, or instead of one."""
_FIGURES = (79, 30)
"""Columns and rows of the statistics."""
_SEEN = "This terminal can't be cleared: hands stay visible above. Look away while others play."


class Home(Hall):
    """Everything that the menu offers. Each line that is typed gets a `Reply`."""

    tables = GameTalk
    refusals = (Unknown, SaveError, SavesFolderError)

    def __init__(self, paths: Paths, settings: Settings, *, clears: bool) -> None:
        """`clears` says whether the terminal can be cleared before another player looks."""
        self._paths, self._settings, self._clears = paths, settings, clears
        self._folder = SavesFolder(paths.saves)
        self._trash = Trash(self._folder)
        self._records = Records(paths.records)
        super().__init__(
            SolvedFile(paths.solved),
            short=settings.text_cards == "short",
            rings=settings.sound,
        )

    def begin(self, line: str = "") -> Reply:
        """Greet the player, or run the line from the command line."""
        if line:
            return self.answer(line)
        greeting = "Regicide in lines of text. help lists the commands."
        return Reply(lines_of([greeting, *self.menu()]))

    def answer(self, line: str) -> Reply:
        """Return the answer to a line."""
        return at_once(self.reply(line))

    def close(self) -> str:
        """Leave; return why the game is not saved, or an empty string."""
        self._trash.empty()
        return super().leave()

    def leave(self) -> str:
        """Leave the table; return what happened to its game."""
        left, fault = self.table, super().leave()
        if fault or not isinstance(left, GameTalk) or left.session.ended:
            return fault
        return f"{left.session.table.game.title} is saved: saves lists it."

    def menu(self) -> Said:
        """List what can be resumed, and what else there is."""
        facts = look_around(self._paths, self._game)
        entries = entries_of(facts, datetime.now())
        begun = [f"{one.label}: {one.detail}." for one in entries if one.action in _BEGUN]
        daily = next(one.detail for one in entries if one.action == "app.daily")
        first = ["lesson 1 teaches Regicide."] if facts.untouched else []
        rest = f"new starts a game; daily plays the daily deal: {daily}. Also lessons, puzzles, "
        return [*begun, *first, f"{rest}saves, statistics, rules, settings, help, quit."]

    def do_menu(self, _: str) -> Said:
        """Go to the menu. Your game is saved."""
        return [self.leave() or "The menu.", *self.menu()]

    # ------------------------------------------------------------ games

    def seat(self, table: Table, path: Path | None = None, said: str = "") -> Said:
        """Open a game at its table; a game without a path is new and saved at once."""
        if fault := why_no_table(table):
            return [fault]
        fault, name = self.leave(), table.game.name
        said = said or tell_replaced(name, table.bots)
        table = replace(table, bots=fit_levels(name, table.bots))
        autosave = Autosave(
            path or self._folder.new_path(),
            self._folder.new_path,
            lambda one: self._news.append(one or "The game is saved again."),
        )
        if path is None:
            autosave.save(table)
        warning = _SEEN if table.bots.count("") > 1 and not self._clears else ""
        several = len(table.seats) > 1
        players = f"{table.game.title}: {named(table.seats)}." if several else ""
        talk, self._game = GameTalk(table, self.voice, autosave, self._records), name
        talk.efforts = self._settings.thinking
        return [fault, said, warning, players, *self.sit(talk)]

    def do_new(self, rest: str) -> Asking:
        """Start a game; words answer its questions: new duel squire, new regicide 1 seed=7F3K."""
        words = with_names(rest).split()
        given = [word for word in words if "=" in word]
        answers = deque([word for word in words if "=" not in word])

        def ask(question: str) -> Generator[str, str, str]:
            return answers.popleft() if answers else (yield f"{question}; menu goes back.")

        known, game = with_tables(), ""
        titles = [f"{number} {games.find(one).title}" for number, one in enumerate(known, 1)]
        asked = f"Which game? {', '.join(titles)}. Enter chooses 1"
        while not game:
            said = with_names((yield from ask(asked))).casefold() or "1"
            numbered = {f"{at}": one for at, one in enumerate(known, 1)}
            game = numbered.get(said) or game_in([said])
            asked = f"There is no game {said[:20]}: type a number or a name"
        counts = games.find(game).player_counts
        players = max(counts[0], 1 + len(answers))
        if answers[0].isdecimal() if answers else len(counts) > 1:
            asked = f"How many players? {counts[0]} to {counts[-1]}. Enter chooses {counts[0]}"
            while not (said := (yield from ask(asked)) or f"{counts[0]}").isdecimal():
                pass
            players = int(said[:2])
        if players not in counts or len(answers) >= players:
            return [f"{games.find(game).title} is for {named(map(str, counts))} players."]
        levels = [one.name for one in list_levels(game, players)]
        names, bots = [self._settings.name], list[str]()
        usual = f", or a bot: {', '.join(levels)}. Enter chooses {levels[0]}" if levels else ""
        for number in range(2, players + 1):
            said = yield from ask(f"Who is player {number}? A name{usual}")
            level_said = _A_BOT.sub("", said.casefold())
            found = [level for level in levels if level.startswith(level_said)]
            (bots if found else names).append(found[0] if found else said.replace(",", " "))
        options = [one for one in given if not one.startswith("seed=")]
        seeds = [one.removeprefix("seed=") for one in given if one not in options]
        try:
            return self.seat(
                deal_game(
                    SimpleNamespace(
                        game=game,
                        players=players,
                        names=",".join(names),
                        bots=",".join(bots),
                        seed="".join(seeds),
                        option=options,
                    ),
                    self._settings,
                )
            )
        except CliError as error:
            return [sentence(str(error))]

    def do_daily(self, _: str) -> Said:
        """Play the daily deal."""
        found = find_daily_deal(today(), self._folder.labels(), self._records.read())
        said = self._read(found.path) if found.path else self.seat(deal(daily_start(found.day)))
        return [f"The daily deal of {found.day}.", *said]

    # ------------------------------------------------------------ saved games

    def _labels(self) -> Sequence[SaveLabel]:
        return sort_by_last_played(self._folder.labels())

    def do_saves(self, _: str) -> Said:
        """List the saved games."""
        now = datetime.now()
        told = [one.fault or describe_save(one, now) for one in self._labels()]
        lines = [f"{at} {sentence(one)}" for at, one in enumerate(told, 1)]
        return lines or ["There are no saved games."]

    def do_save(self, name: str) -> Said:
        """Save this position under a name: save before the Queen."""
        if not (name and isinstance(self.table, GameTalk)):
            return ["To save the position of your game, type save and a name."]
        named_so = replace(self.table.session.table, name=name, title="")
        save_now(self._folder.new_path(name), named_so)
        return [f"Saved as '{name}'."]

    def do_open(self, what: str) -> Said:
        """Open the newest unfinished game, a saved game or a file: open 2, open game.txt."""
        if not what:
            found = self._folder.newest_unfinished()
            return self.seat(found[1], found[0]) if found else ["There is no game to resume."]
        if not what.isdecimal():
            return self._read(Path(what))
        return self._read(
            picked(self._labels(), what, "Type a number from saves, such as open 2.").path
        )

    do_resume = do_open

    def _read(self, named: Path) -> Said:
        try:
            path = find_game(named, self._folder)
            found = open_saved(read_game(path), path.resolve(), self._paths.saves)
        except CliError as error:
            return [sentence(str(error))]
        assert found.saved is not None
        return self.seat(found.saved, found.path, found.sentence)

    def do_rename(self, rest: str) -> Said:
        """Rename a saved game: rename 2 Friday."""
        number, _, name = rest.partition(" ")
        label = picked(
            self._labels(), number, "Type a number from saves and a name, such as rename 2 Friday."
        )
        self._folder.rename(label.path, name)
        return [f"Renamed to '{name}'."]

    def do_delete(self, number: str) -> Asking:
        """Delete a saved game: delete 2."""
        label = picked(self._labels(), number, "Type a number from saves, such as delete 2.")
        if isinstance(self.table, GameTalk) and label.path == self.table.path:
            return ["You are playing this game. Type menu to leave it before you delete it."]
        if not (yield from agrees(f"Delete {describe_save(label, datetime.now())}?")):
            return ["Not deleted."]
        self._trash.delete(label.path)
        return ["Deleted."]

    # ------------------------------------------------------------ reading and settings

    def do_statistics(self, rest: str) -> Said:
        """Show wins, medals and records: statistics duel."""
        game, _ = self._named(rest)
        records = [one for one in self._records.read() if one.game == game]
        rows = pages_of(game).figures(game, records, *_FIGURES, self.voice)
        lines = [tally(row_text(row)) for row in rows]
        return [f"{games.find(game).title}.", *[one for one in lines if not one.endswith("won")]]

    def _choices(self) -> Mapping[str, "_Choice"]:
        """Return all settings with fixed values; the house rules of each game come last."""
        settings = self._settings
        found = {
            one.key: _Choice((one.key,), getattr(settings, one.key), one.values, one.meaning)
            for one in CHOICES
        }
        for game in with_tables():
            kept = settings.rules_of(game)
            for rule in house_rules(game):
                keys, value = ("house_rules", game, rule.name), kept.get(rule.name, rule.default)
                found[f"{game} {rule.name}"] = _Choice(keys, value, rule.values, rule.meaning)
        return found

    def do_settings(self, _: str) -> Said:
        """List the settings; the house rules of each game come last."""
        told = [
            f"{name} is {_shown(one.value)}. Its values: {one.range}. {one.meaning}"
            for name, one in self._choices().items()
        ]
        return [f"name is {self._settings.name or 'not set'}.", *told]

    def do_set(self, rest: str) -> Said:
        """Change a setting: set text_cards short, set duel overpay free, set name Ada."""
        if rest.startswith("name "):
            return self._change("name", ("name",), rest[5:45])
        known = self._choices()
        name, _, given = (rest, "", "") if rest in known else rest.rpartition(" ")
        choice = known.get(name)
        if choice is None:
            if rest:
                return [f"There is no setting {(name or rest)[:30]}. settings lists them."]
            return ["set text_cards short changes a setting; settings lists them."]
        for value in choice.values:
            if _shown(value) == given:
                return self._change(name, choice.keys, value)
        return [f"{name} is {_shown(choice.value)}. Its values: {choice.range}."]

    def _change(self, name: str, keys: tuple[str, ...], value: Json) -> Said:
        from regicide_tui.play.settings_file import UnwrittenSettings, write_setting

        self._settings = self._settings.changed(keys, value)
        self.speak(short=self._settings.text_cards == "short")
        self.rings = self._settings.sound
        try:
            write_setting(self._paths.settings, keys, value)
        except UnwrittenSettings as error:
            return [str(error)]
        return [f"{name} is {_shown(value)} now."]


class _Choice(NamedTuple):
    """A setting with fixed values: its keys, its value and its meaning."""

    keys: tuple[str, ...]
    value: Json
    values: Sequence[Json]
    meaning: str

    @property
    def range(self) -> str:
        """The allowed values."""
        return ", ".join(map(_shown, self.values))


_BEGUN = ("resume", "go_on_learning")
"""The actions of the menu that resume something."""


def _shown(value: Json) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else f"{value}"
