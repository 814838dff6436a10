"""The rules of a game in text: by chapter, by ruling, or by words to find."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby

from regicide_tui.text.voice import blocks_text
from regicide_tui.tui.pages.reading import hits, rules_of

_NUMBER = re.compile(r"^\d+\. ")
_RULING = re.compile(r"[A-Za-z]-\d+\b")


@cache
def _told(game: str) -> Sequence[str]:
    """Return the text of each block of the rules; empty for drawings, which words explain."""
    blocks, told = rules_of(game), list[str]()
    for is_whole, group in groupby(blocks, lambda one: one.whole):
        texts = [*blocks_text(group)]
        is_drawn = is_whole and any("---" in text for text in texts)
        told += [""] * len(texts) if is_drawn else texts
    return tuple(told)


def read_rules_of(game: str, what: str) -> Sequence[str]:
    """Return a ruling, a chapter by its number or heading, or else the list of chapters."""
    blocks = rules_of(game)
    rulings = {at: found[0] for at, one in enumerate(blocks) if (found := _RULING.match(one.text))}
    chapters = {at: one.text for at, one in enumerate(blocks) if one.level > 1}
    numbers = {at: f"{number}" for number, at in enumerate(chapters, 1)}
    for start, name in (*rulings.items(), *chapters.items(), *numbers.items()):
        if what in (name, name.lower()):
            ends = [at for at in (*rulings, *chapters) if at > start]
            return _told(game)[start : min(ends, default=None)]
    if _RULING.fullmatch(what):
        return [f"There is no ruling {what}."]
    told = [f"{numbers[at]} {_NUMBER.sub('', heading)}." for at, heading in chapters.items()]
    return ["Type rules and a number to read a chapter, or find and words to search.", *told]


def find_in_rules(game: str, words: str) -> Sequence[str]:
    """Return every paragraph of the rules with these words."""
    found = [_told(game)[at] for at in hits(rules_of(game), words)] if words else []
    return [*filter(None, found)] or [f"The rules don't mention {words[:40] or 'that'}."]
