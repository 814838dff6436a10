"""What a shared review says about a moment and about its people, as rows. All pure."""

from collections.abc import Callable, Sequence

from regicide_tui.games.words import counted, named
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.review.state import Note, ReviewState, Said
from regicide_tui.thinking.review import GameReview
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, shorten, width_of, wrap
from regicide_tui.tui.table.table_model import Odds

_LONGEST_NAME = 22
"""Cells of a name, with the mark of a moderator."""


def describe_people(state: ReviewState, name: str, follow: str) -> Sequence[str]:
    """Return who leads and who follows, as `name` reads it; then shorter and shorter texts.

    They are empty for a solo player who is the only person there.
    `follow` is the key that follows again.
    """
    if {name} == {*state.players, *state.people}:
        return ("",)
    if name in state.alone:
        return f"on your own, {follow} follows {state.leader}", f"on your own ({follow})"
    following = [one for one in state.followers if one != name]
    if state.leader == name:
        who = f"{named(following)} {'follows' if len(following) == 1 else 'follow'}"
        more = who if following else "nobody follows"
        return f"you lead, {more}", f"you lead, {counted(len(following), 'follower')}", "you lead"
    return f"{state.leader} leads, you follow", f"{state.leader} leads"


def odds_of(reviewed: GameReview, number: int) -> Odds | None:
    """Return the chances in the verdict on a decision; None once the game is over.

    The action has a chance beside the best one only if the verdict names both.
    """
    if number >= reviewed.decisions:
        return None
    verdict = reviewed.verdicts.get(number)
    judgement = verdict.judgement if verdict is not None else None
    if verdict is None or judgement is None:
        return Odds()
    if number < reviewed.actions and verdict.is_noticeable:
        return Odds(judgement.best_chances, judgement.done_chances)
    return Odds(judgement.best_chances)


def said_by(one: Note | Said, symbols: Symbols, reader: Reader) -> Row:
    """Return a note or message after its author's name, as `reader` reads it."""
    by = shorten(reader.read(one.by), _LONGEST_NAME, symbols.ellipsis)
    return Run(f"{by}:", "muted"), Run(one.text, "text")


def below_verdict(
    verdict: Sequence[Row],
    make_brief: Callable[[], Sequence[Row]],
    lines: Sequence[Row],
    width: int,
    height: int,
    symbols: Symbols,
) -> list[Row]:
    """Return a verdict as rows, and lines below it, in a height.

    A brief verdict replaces the whole one if that leaves no row for each line. If there is room,
    lines take as many rows as they need; otherwise each takes one row, and the last ones may be
    left out, but never the first.
    """
    above = verdict if len(verdict) + len(lines) <= height else make_brief()
    above = above[: max(1, height - min(1, len(lines)))]
    room = height - len(above)
    whole = [row for line in lines for row in wrap(_words_of(line), width)]
    if len(whole) <= room:
        return [*above, *whole]
    return [*above, *[_cut(line, width, symbols) for line in lines[:room]]]


def _words_of(line: Row) -> list[Row]:
    """Return the words of a line, each with its style."""
    return [(Run(word, run.style),) for run in line for word in run.text.split()]


def _cut(line: Row, width: int, symbols: Symbols) -> Row:
    """Return a line in one row, with an ellipsis if its end is cut off."""
    *first, last = line
    before = [run._replace(text=f"{run.text} ") for run in first]
    room = max(1, width - width_of(before))
    return (*before, last._replace(text=shorten(last.text, room, symbols.ellipsis)))
