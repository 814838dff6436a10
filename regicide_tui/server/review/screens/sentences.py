"""What a shared review says about a moment, and about the people there, as rows. All pure."""

from collections.abc import Sequence

from regicide_tui.games.words import counted, named
from regicide_tui.server.review.state import Note, ReviewState, Said
from regicide_tui.thinking.review import GameReview
from regicide_tui.tui.rendering.paint import Row, Run, shorten
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.table_model import Odds

_LONGEST_NAME = 16


def describe_people(state: ReviewState, name: str, follow: str) -> Sequence[str]:
    """Return who leads and who follows, as somebody sees it; then shorter and shorter texts.

    `follow` is the key that follows again.
    """
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

    What was done has a chance of its own beside the best one only if the verdict names both.
    """
    if number >= reviewed.decisions:
        return None
    verdict = reviewed.verdicts.get(number)
    judgement = verdict.judgement if verdict is not None else None
    if verdict is None or judgement is None:
        return Odds()
    if number == reviewed.actions:
        return Odds(judgement.best_chances)
    if verdict.is_noticeable:
        return Odds(judgement.best_chances, judgement.done_chances)
    return Odds(judgement.done_chances)


def note_rows(notes: Sequence[Note | Said], width: int, symbols: Symbols) -> list[Row]:
    """Return notes or what was said as rows, the last one first; each takes one row."""
    return [
        (
            Run(f"{shorten(one.by, _LONGEST_NAME, symbols.ellipsis)}: ", "muted"),
            Run(shorten(one.text, max(8, width - _LONGEST_NAME - 2), symbols.ellipsis), "text"),
        )
        for one in reversed(notes)
    ]


def rows_above(above: Sequence[Row], below: Sequence[Row], least: int, height: int) -> list[Row]:
    """Return two blocks of rows in a height; the first `least` rows of the lower one are visible.

    Of the upper one, at least one row is.
    """
    kept = above[: max(1, height - min(least, len(below)))]
    return [*kept, *below][:height]
