"""The rules of a game in text: by chapters, rulings, and words to find."""

import re
from collections.abc import Sequence

from regicide_tui.text.voice import block_text
from regicide_tui.tui.pages.reading import Block, hits, rules_of

_RULING = re.compile(r"[A-Za-z]-\d+\b")


def read_rules_of(game: str, what: str) -> list[str]:
    """Return a ruling, a chapter by its number or heading, or else the list of chapters."""
    blocks = rules_of(game)
    chapters = [at for at, block in enumerate(blocks) if block.level > 1]
    headings = [blocks[at].text for at in chapters]
    if _RULING.fullmatch(what):
        starts = [at for at, one in enumerate(blocks) if re.match(rf"{what}\b", one.text, re.I)]
        return _until_next(blocks, starts) or [f"There is no ruling {what}."]
    if what in headings:
        return _until_next(blocks, [chapters[headings.index(what)]])
    if what.isdecimal() and len(what) < 4 and 0 < int(what) <= len(chapters):
        return _until_next(blocks, [chapters[int(what) - 1]])
    told = [f"{number} {one}." for number, one in enumerate(headings, 1)]
    return ["rules and a number reads a chapter; find heal finds words.", *told]


def find_in_rules(game: str, words: str) -> list[str]:
    """Return every paragraph of the rules with these words."""
    blocks = rules_of(game)
    found = [block_text(blocks[at]) for at in hits(blocks, words)] if words else []
    return found or [f"The rules don't mention {words[:40] or 'that'}."]


def _until_next(blocks: Sequence[Block], starts: list[int]) -> list[str]:
    """Return the text from the first of these blocks up to the next heading or ruling."""
    if not starts:
        return []
    first, *later = blocks[starts[0] :]
    ends = [at for at, one in enumerate(later) if one.level or _RULING.match(one.text)]
    return [*map(block_text, [first, *later[: ends[0] if ends else None]])]
