"""The player's settings, read from a TOML file. The module `settings_file` writes them."""

import re
from pathlib import Path
from typing import Annotated, Literal, Self, get_args, get_origin, get_type_hints

from msgspec import Meta, ValidationError, convert, field, json
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Json, Option, Value

THINKING_LEVELS = ("squire", "knight", "captain", "marshal")
"""The levels of bots whose thinking time can be set."""
_Level = Annotated[str, Meta(pattern=f"^({'|'.join(THINKING_LEVELS)})$")]
_Name = Annotated[str, Meta(min_length=1, max_length=40)]
_Times = Annotated[float, Meta(gt=0, le=100)]
DEFAULT_GAME = games.first()
"""The game whose house rules may be in `[house_rules]` itself, as in the first version."""


class BadSettings(Exception):
    """Invalid settings. The message names the file, the line and the fault."""


class Settings(Value):
    """What a player can set. `CHOICES` and docs/settings.md explain each key."""

    theme: Literal["auto", "dark", "light", "ansi"] = "auto"
    symbols: Literal["auto", "suits", "letters"] = "auto"
    four_colours: bool = True
    names: Annotated[tuple[_Name, ...], Meta(max_length=4)] = ()
    motion: bool = True
    density: Literal["auto", "compact"] = "auto"
    house_rules: dict[str, dict[str, Json]] = field(default_factory=dict)
    """The house rules of a new game, by the names of the games."""
    keys: dict[str, Annotated[tuple[str, ...], Meta(min_length=1)]] = field(default_factory=dict)
    """Other keys for commands, by the names of the commands."""
    pace: Literal["slow", "normal", "fast"] = "normal"
    win_meter: bool = False
    king_four_colours: bool = False
    sound: bool = False
    mouse: bool = True
    keyboard: Literal["qwerty", "azerty", "cyrillic"] = "qwerty"
    text_cards: Literal["words", "short"] = "words"
    name: _Name | Literal[""] = ""
    """The player's name; empty until a new game asks for it."""
    thinking: dict[_Level, _Times] = field(default_factory=dict)
    """The factor of the usual thinking time, by the levels of bots."""

    def changed(self, keys: tuple[str, ...], value: Json) -> Self:
        """Return these settings with another value for `keys`.

        `keys` are `("theme",)` or, for a house rule, `("house_rules", game, name)`.
        """
        if keys[0] == "house_rules":
            _, game, name = keys
            rules = {**self.rules_of(game), name: value}
            return replace(self, house_rules={**self.house_rules, game: rules})
        return replace(self, **{keys[0]: value})

    @property
    def people(self) -> tuple[str, ...]:
        """The names offered for a new game, the player's own name first."""
        return (self.name, *self.names[1:]) if self.name else self.names

    def rules_of(self, game: str) -> dict[str, Json]:
        """Return the house rules of a new game of this kind."""
        return self.house_rules.get(game, {})


class ChoiceSetting(Value):
    """A setting with a few values, and its meaning."""

    key: str
    values: tuple[Json, ...]
    meaning: str
    game: str = ""
    """The game that the setting is for; empty for all games."""
    rare: bool = False
    """Whether it is missing from the settings screen; the few who need it use the palette."""


def _choice(key: str, meaning: str, game: str = "", *, rare: bool = False) -> ChoiceSetting:
    """Return the choice of a key, with the values that `Settings` declares."""
    declared = get_args(Settings.__annotations__[key])
    return ChoiceSetting(key, declared or (True, False), meaning, game, rare)


CHOICES = (
    _choice("theme", "The colours: as the terminal, dark, light, or the terminal's own 16."),
    _choice("four_colours", "Each suit in a colour of its own, or red and black."),
    _choice("symbols", "How suits and frames are drawn; letters are plain ASCII."),
    _choice("motion", "Whether things move on the screen."),
    _choice("density", "The cards: as large as fits, or always small."),
    _choice("pace", "How long a bot waits before it acts."),
    _choice("win_meter", "The chance of winning, in the title (Regicide)."),
    _choice("sound", "The terminal's bell, when it is your turn."),
    _choice("mouse", "Clicks go to the game, or to the terminal to select text.", rare=True),
    _choice("keyboard", "The layout, for keys that type no digit and no Latin letter.", rare=True),
    _choice("text_cards", "How text sessions write cards: 7 of Clubs, or 7C.", rare=True),
    _choice(
        "king_four_colours",
        "Each suit in a colour of its own in King of the Dead, or red and black.",
        "king_of_the_dead",
    ),
)


def house_rules(game: str) -> tuple[Option, ...]:
    """Return the house rules of a game that can be set, as they are for the most players.

    A rule that matters for any number of players matters here. A game has the same house rules for
    every number of players.
    """
    found = games.find(game)
    *fewer, most = [found.options(players) for players in sorted(found.player_counts)]
    needed = {one.name for options in fewer for one in options if one.matters}
    return tuple([replace(one, matters=one.matters or one.name in needed) for one in most])


def read_settings(path: Path) -> Settings:
    """Return the settings of a file, with defaults for missing ones. Raises `BadSettings`."""
    defaults = Settings()
    text = _text(path)
    if not text:
        return defaults
    import tomllib  # imported late: most players have no file

    try:
        given = tomllib.loads(text)
    except ValueError as error:  # for wrong TOML or numbers
        raise BadSettings(f"{path}: {error}") from None
    except RecursionError:
        raise BadSettings(f"{path}: nested too deeply") from None
    checked = {}
    for key, value in given.items():
        try:
            checked[key] = _check(key, value)
        except _BadValue as wrong:
            sentence, *within = wrong.args
            raise settings_error(path, (key, *within), sentence) from None
    return replace(defaults, **checked)


def settings_error(path: Path, keys: tuple[str, ...], sentence: str) -> BadSettings:
    """Return the error for a key, such as `("keys", "undo")`, that a caller finds wrong."""
    line = line_of(_text(path), *keys)
    where = f"{path}, line {line}" if line else f"{path}"
    return BadSettings(f"{where}: {'.'.join(keys)}: {sentence}")


def line_of(text: str, *keys: str) -> int:
    """Return the number of the line that sets a key, else that of its table, else 0."""
    table: tuple[str, ...] = ()
    nearest = 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(_HEADER, line):
            here = table = _names(header[1])
        elif entry := re.match(_ENTRY, line):
            here = table + _names(entry[1])
        else:
            continue
        if here == keys:
            return number
        if here == keys[: len(here)]:
            nearest = nearest or number
    return nearest


_KEY = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEYS = rf"({_KEY}(?:\s*\.\s*{_KEY})*)"
_HEADER = rf"\s*\[\s*{_KEYS}\s*\]"
_ENTRY = rf"\s*{_KEYS}\s*="


def _names(dotted: str) -> tuple[str, ...]:
    return tuple([name.strip("\"'") for name in re.findall(_KEY, dotted)])


def _text(path: Path) -> str:
    """Return the text of the file; an empty string if there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except UnicodeError:
        raise BadSettings(f"{path} is not UTF-8 text.") from None
    except OSError as error:
        raise BadSettings(f"{path} can't be read: {error.strerror}") from None


class _BadValue(Exception):
    """An invalid value. The arguments are a sentence about it, and the key within the value."""


_TYPES = get_type_hints(Settings, include_extras=True)
_FORMS = {
    "name": "must be text of at most 40 characters.",
    "names": "must be a list of at most 4 names of 1 to 40 characters.",
    "keys": 'must be a key, such as "u", or a list of keys.',
    "thinking": "must be a number above 0 and at most 100, for one of the levels "
    f"{', '.join(THINKING_LEVELS)}.",
}


def _check(key: str, value: Json) -> Json:
    """Return a value in the form of `Settings`. Raises `_BadValue`."""
    if key == "house_rules":
        return _check_house_rules(value)
    if key not in _TYPES:
        raise _BadValue(f"there is no such setting. There are {', '.join(_TYPES)}.")
    if key == "keys":
        value = {name: [x] if isinstance(x, str) else x for name, x in _table(value).items()}
    if get_origin(_TYPES[key]) is dict:
        for name, one in _table(value).items():
            _convert(key, {name: one}, name)
    return _convert(key, value)


def _convert(key: str, value: Json, *within: str) -> Json:
    try:
        converted: Json = convert(value, _TYPES[key])
    except ValidationError:
        values = next((choice.values for choice in CHOICES if choice.key == key), ())
        raise _BadValue(_FORMS.get(key) or _allowed(values), *within) from None
    return converted


def _allowed(values: tuple[Json, ...]) -> str:
    return f"must be one of {', '.join([json.encode(one).decode() for one in values])}."


def _check_house_rules(value: Json) -> Json:
    """Return the house rules by game. Rules outside a game's table belong to Regicide."""
    given = _table(value)
    bare = {name: one for name, one in given.items() if not games.is_known(name)}
    for name, one in bare.items():
        if isinstance(one, dict):
            known = ", ".join(games.names())
            raise _BadValue(f"there is no such game. There are {known}.", name)
    rules = {DEFAULT_GAME: _check_rules(DEFAULT_GAME, bare)} if bare else {}
    for game in given.keys() - bare.keys():
        own = _check_rules(game, _table(given[game], game), game)
        rules[game] = {**rules.get(game, {}), **own}
    return rules


def _check_rules(game: str, given: dict[str, Json], *within: str) -> dict[str, Json]:
    options = {option.name: option for option in house_rules(game)}
    for name, one in given.items():
        if name not in options:
            title, known = games.find(game).title, ", ".join(options)
            raise _BadValue(f"{title} has no such house rule. There are {known}.", *within, name)
        values = options[name].values
        if not any(type(one) is type(value) and one == value for value in values):
            raise _BadValue(_allowed(values), *within, name)
    return given


def _table(value: Json, *within: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise _BadValue("must be a table of names and values.", *within)
    return value
