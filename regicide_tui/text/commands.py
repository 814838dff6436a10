"""The meaning of a line: a command or its beginning, picked items, or notation. All pure."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from regicide_tui.cards import JESTER, Card, card
from regicide_tui.errors import did_you_mean
from regicide_tui.games.base import IllegalAction, Value
from regicide_tui.games.words import named
from regicide_tui.text.presenter import Choice, Option, Options, Presenter

_PICKS = "Pick an option by its number or name"
VERBS: Mapping[str, str] = {
    "play": "Play cards: play 1 3. The numbers alone do the same.",
    "pay": "Pay with cards: pay 2 5. The numbers alone do the same.",
    **{word: f"{_PICKS}: {word} 2." for word in ("pick", "choose", "discard", "take", "swap")},
    "send": f"{_PICKS}: send 2.",
    "next": "Choose the player who goes next: next bea.",
}
"""Words that may come before what is picked, with their help."""
_ALSO = {"?": "help", "explain": "why", "exit": "quit", "bye": "quit", "chat": "say"}
"""Other words for commands."""
_NAMED_CARD = re.compile(r"\b(ace|jack|queen|king|10|[2-9]) of (clubs|diamonds|hearts|spades)\b")
T = TypeVar("T")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Picked(NamedTuple):
    """Picked items, and the letter of one of their actions, if one is given."""

    places: tuple[int, ...]
    letter: str = ""


class Command(NamedTuple):
    """A command, and the rest of its line."""

    name: str
    rest: str = ""


class Unknown(Exception):
    """A line that can't be understood here; the message says why."""


def picked(things: Sequence[T], number: str, hint: str) -> T:
    """Return the item with this number in a list. Raises `Unknown` with the hint."""
    numbered = {f"{at}": one for at, one in enumerate(things, 1)}
    if number not in numbered:
        raise Unknown(hint)
    return numbered[number]


def first_word(line: str) -> str:
    """Return the first word of a line in lower case, or the command that it is another word for."""
    word = line.strip().partition(" ")[0].casefold()
    return _ALSO.get(word, word)


def find_command(line: str, known: Iterable[str]) -> Command:
    """Return the command that a line names, by its whole name or an unambiguous beginning.

    Raises `Unknown`.
    """
    first, _, rest = line.strip().partition(" ")
    word, names = first_word(line), sorted({*known})
    found = [word] if word in names else [one for one in names if word and one.startswith(word)]
    if len(found) == 1:
        return Command(found[0], rest.strip())
    if found:
        raise Unknown(f"{first} may mean {named(found)}.")
    meant = did_you_mean(word, names) or "help lists the commands."
    raise Unknown(f"There is no command {first[:20]}. {meant}")


def understand(
    line: str, at: Presenter, offered: Sequence[Choice], known: Iterable[str]
) -> Picked | Command | Value:
    """Return what a line means at a table: picked items, a command or an action.

    `offered` are choices that were listed with letters, `known` the names of the commands.
    Raises `Unknown`.
    """
    words = _NAMED_CARD.sub(_notation, line.casefold()).split()
    if len(words) == 1 and (choice := letter_of(words[0], offered)):
        return choice.action
    has_verb = words[0] in VERBS
    picked = _picked(words[1:] if has_verb and len(words) > 1 else words, at.options)
    if isinstance(picked, Picked):
        return picked
    if not at.may_act and (words[0].isdecimal() or _card(words[0])):
        raise Unknown(" ".join(at.due()))
    unknown: Unknown | None = None
    try:
        command = find_command(line, {*known, *at.words})
        if command.name not in at.words and not (picked and has_verb):
            return command
        line = f"{command.name} {command.rest}".strip()
    except Unknown as error:
        unknown = error
    try:
        return at.seen.game.parse(line)
    except IllegalAction as error:
        if (said := at.action_said(" ".join(words))) is not None:
            return said
        if len(words) == 1 and has_verb and at.may_act:
            raise Unknown(at.why_nothing(())) from None
        if unknown and not picked:
            raise unknown from None
        raise Unknown(at.voice.say(picked) or error.message) from None


def _notation(named_card: re.Match[str]) -> str:
    """Return the notation of a card that was typed in words."""
    rank, suit = named_card[1], named_card[2]
    return f"{'t' if rank == '10' else rank[0]}{suit[0]}"


def letter_of(letter: str, offered: Sequence[Choice]) -> Choice | None:
    """Return the choice with this letter."""
    return dict(zip(_LETTERS, offered, strict=False)).get(letter)


def lettered(offered: Sequence[Choice]) -> list[str]:
    """Return choices with their letters."""
    return [f"{letter}: {one.text}." for letter, one in zip(_LETTERS, offered, strict=False)]


def _picked(words: Sequence[str], options: Sequence[Options]) -> Picked | str:
    """Return what these words pick, or why they pick nothing; empty for other words."""
    places: list[int] = []
    for at, word in enumerate(words if options else ()):
        there = options[min(at, len(options) - 1)].options
        if 0 < at == len(words) - 1 and len(word) == 1 and word.isalpha() and word != "w":
            return Picked(tuple(places), word)
        taken = places if len(options) == 1 else ()
        found = _place(word, there, taken)
        meant = _card(word)
        shown = meant.text if meant else word[:20]
        if found is None:
            is_other = not (at or word.isdecimal() or meant)
            return "" if is_other else f"{shown} can't be picked now: {_range(there)}."
        if found in taken:
            return f"{shown} is picked twice."
        places.append(found)
    return Picked(tuple(places)) if places else ""


def _place(word: str, options: Sequence[Option], taken: Container[int]) -> int | None:
    """Return the place of an option by its label, its card, or the beginning of its words."""
    labelled = [one.place for one in options if one.label == word]
    wanted = _card(word)
    held = [one.place for one in options if one.card is wanted is not None]
    begun = [one.place for one in options if not one.card and one.text.casefold().startswith(word)]
    free = [place for place in held if place not in taken]
    return next(iter([*labelled, *free, *held, *begun]), None)


def _range(options: Sequence[Option]) -> str:
    labels = [one.label for one in options]
    return f"{labels[0]} to {labels[-1]}" if labels else "there is nothing to pick"


def _card(word: str) -> Card | None:
    """Return the card that a word names in notation, also with 10 for T."""
    if word in ("*", "jester", "joker"):
        return JESTER
    try:
        return card(word.upper().replace("10", "T")) if len(word) in (2, 3) else None
    except ValueError:
        return None
