"""The rules of a game in text: by chapters, rulings, and words to find."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby

from regicide_tui.text.voice import blocks_text
from regicide_tui.tui.pages.reading import hits, rules_of

_RULING = re.compile(r"[A-Za-z]-\d+\b")


@cache
def _told(game: str) -> Sequence[str]:
    """Return the text of each block of the rules; nothing for drawings, which words explain."""
    blocks, told = rules_of(game), list[str]()
    for is_whole, group in groupby(blocks, lambda one: one.whole):
        texts = [*blocks_text(group)]
        is_drawn = is_whole and any("---" in text for text in texts)
        told += [""] * len(texts) if is_drawn else texts
    return tuple(told)


def read_rules_of(game: str, what: str) -> Sequence[str]:
    """Return a ruling, a chapter by its number or heading, or else the list of chapters."""
    blocks = rules_of(game)
    chapters = [at for at, block in enumerate(blocks) if block.level > 1]
    headings = [blocks[at].text for at in chapters]
    if _RULING.fullmatch(what):
        starts = [at for at, one in enumerate(blocks) if re.match(rf"{what}\b", one.text, re.I)]
        return _until_next(game, starts[0]) if starts else [f"There is no ruling {what}."]
    if what in headings:
        return _until_next(game, chapters[headings.index(what)])
    if what.isdecimal() and len(what) < 4 and 0 < int(what) <= len(chapters):
        return _until_next(game, chapters[int(what) - 1])
    told = [f"{number} {one}." for number, one in enumerate(headings, 1)]
    return ["rules and a number reads a chapter; find heal finds words.", *told]


def find_in_rules(game: str, words: str) -> Sequence[str]:
    """Return every paragraph of the rules with these words."""
    found = [_told(game)[at] for at in hits(rules_of(game), words)] if words else []
    return [*filter(None, found)] or [f"The rules don't mention {words[:40] or 'that'}."]


def _until_next(game: str, start: int) -> Sequence[str]:
    """Return the text from a heading or ruling up to the next one."""
    later = enumerate(rules_of(game)[start + 1 :], start + 1)
    ends = [at for at, one in later if one.level or _RULING.match(one.text)]
    return _told(game)[start : ends[0] if ends else None]
