"""The words and turns of phrase that no text for players may have, and what to say instead."""

import re

HARD = {
    r"\b[Kk]ept (as|position|under)\b|\b(not|is|are) kept\b|^kept:": "saved",
    r"\b[Cc]urtain": "show the hand",
    r"\b[Hh]ouse\b(?![ -]rule)": "server",
    r"\bkeeper\b|\bwho keeps\b": "the operator",
    r"\b[Cc]ompany\b": "with others",
    r"immune to nothing|immune no longer": "no immunity",
    r"\b(fell|felled|has fallen|is felled)\b": "is defeated, is destroyed",
    r"\b(anew|ere|lest|nigh|thus|hence|whence|whom|thereof|till|upon)\b": "(archaic)",
    r"\b(all is lost|dear|strikes?|arms? you|the dead|marches|crowns?)\b": "(metaphor)",
    r"\b[Oo]neself\b|\b[Oo]ne (may|pays|plays|can|goes|does|came|says|must|has|wishes)\b": "you",
    r"\b(twice|days?) running\b": "in a row",
    r"\bat the (longest|most)\b": "at most, longest",
    r"\bof which\b|\bin which\b|\bof whom\b": "(split the sentence)",
    r"\b(is|loses|for|does|only|so does|Only) who\b": "the player who",
    r"^Who (?!goes|sits|may|sees|won|begins|has|Who|wins)": "A player who",
    r"\bcame of\b|\bcomes? of\b": "(say what happened)",
    r"\blaid\b": "picked, played",
    r"\bsuffers?\b": "pay",
    r"\btake home\b|\btakes? it home\b|\bat home\b": "copy",
    r"\bgone for good\b|\blost the thread\b|\bnonsense\b": "(say what happened)",
    r"\bbegun\b": "started",
    r"\b(so|As) many as\b|\bso goes\b": "the number",
    r"^(Alone|Of that|Of the|From) [^.]*\b(is|are|may|you)\b": "(subject first)",
    r"\bHonest\b|\bhonest\b": "without help",
    r"\b(is|are) to (act|be)\b": "it is the turn of",
    r"\bwas no matter\b|\bin its stead\b|\bin place of\b": "(plain words)",
    r"\bmay not\b": "can't",
    r"\bonce more does\b|\b[Yy]our hand goes,|\bcome to a halt\b": "(say what happens)",
    r"\bI ask no longer\b|\bAsk no longer\b|\bI would rather not\b": "(plain words)",
    r"\bstood up\b": "left",
    r"\bits word\b|\bThe word of\b": "password",
}
"""A pattern, and the word to use or the fault."""


def faults(text: str) -> list[str]:
    """Return the hard words that a text has, each with what to say instead."""
    found = [(re.search(pattern, text), instead) for pattern, instead in HARD.items()]
    return [f"{match[0]!r}: {instead}" for match, instead in found if match]
