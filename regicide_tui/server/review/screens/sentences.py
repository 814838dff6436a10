"""What a shared review says about a moment, and about the people there, as rows. All pure."""

from collections.abc import Sequence

from regicide_tui.games.base import Seat
from regicide_tui.games.words import counted, named
from regicide_tui.server.review.state import Note, ReviewState, Said
from regicide_tui.thinking.review import GameReview
from regicide_tui.tui.pages.verdicts import step_rows
from regicide_tui.tui.rendering.paint import Row, Run, prose, shorten
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.table_model import NOTHING, Odds

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


def pointer_row(state: ReviewState, symbols: Symbols) -> Row:
    """Return who points at which card; nothing if nobody does."""
    at = state.pointer
    if at is None:
        return ()
    table = state.seen_by(state.leader)
    hand = find(table.game.name).compose(table, at.seat, 0, (), NOTHING, "pointed").hand_of(at.seat)
    if at.place >= len(hand):
        return ()
    owner = "" if len(table.seats) == 1 else f" in {table.seats[at.seat]}'s hand"
    card = symbols.card_text(hand[at.place])
    return (Run(f"{at.by} points at {card}{owner}.", "accent+bold"),)


def note_rows(notes: Sequence[Note | Said], width: int, symbols: Symbols) -> list[Row]:
    """Return notes or what was said as rows, the last one first; each takes one row."""
    return [
        (
            Run(f"{shorten(one.by, _LONGEST_NAME, symbols.ellipsis)}: ", "muted"),
            Run(shorten(one.text, max(8, width - _LONGEST_NAME - 2), symbols.ellipsis), "text"),
        )
        for one in reversed(notes)
    ]


def moment_rows(
    reviewed: GameReview, number: int, below: Sequence[Row], room: tuple[int, int], symbols: Symbols
) -> list[Row]:
    """Return the verdict on a decision, and below it other rows.

    `room` is the width and the height. At least one of the other rows is always visible.
    """
    width, height = room
    rows = step_rows(reviewed, number, width, symbols)
    kept = rows[: max(1, height - min(1, len(below)))]
    return [*kept, *below][:height]


def notice_rows(text: str, style: str, width: int) -> list[Row]:
    """Return a sentence that stands in the place of the verdict."""
    return [*prose(text, style, width)]


def seat_pointed_at(state: ReviewState, seat: Seat) -> tuple[int, ...]:
    """Return the place of the card in a seat's hand at which somebody points, if there is one."""
    at = state.pointer
    return (at.place,) if at is not None and at.seat == seat else ()
