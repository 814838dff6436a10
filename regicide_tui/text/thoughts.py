"""The answers of bots at a table at home, asked one question after another."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from regicide_tui.bots.roster import MISSING, adviser_level, has_searches, list_levels, review_level
from regicide_tui.games.base import Seat, Value
from regicide_tui.play.table import Table
from regicide_tui.text.voice import Voice, rows_text
from regicide_tui.thinking.questions import (
    Advice,
    answer,
    question,
    the_action,
    the_advice,
    the_judgement,
    the_wish,
    wish_question,
)
from regicide_tui.thinking.review import (
    GameReview,
    agrees,
    compute_chance_line,
    costliest,
    draw_question,
    lost_from,
)
from regicide_tui.tui.pages.hints import SECONDS
from regicide_tui.tui.pages.review import REVIEW_FAULT, step_rows

_ANY_WIDTH = 100_000


def choose(
    table: Table, seat: Seat, wishes: Mapping[Seat, bool], efforts: Mapping[str, float]
) -> tuple[Value, str]:
    """Return a bot's action, and a sentence if the simplest level had to act for it."""
    level = table.bots[seat]
    try:
        asked = question(table, seat, level, effort=efforts.get(level, 1.0), wishes=wishes)
        return the_action(answer(asked)), ""
    except Exception:  # noqa: BLE001 (whatever went wrong, the game goes on)
        simplest = list_levels(table.game.name, len(table.seats))[0].name
        said = f"{table.seats[seat]} has failed. A {simplest} plays on."
        return the_action(answer(question(table, seat, simplest))), said


def wishes(table: Table) -> Mapping[Seat, bool]:
    """Return which bots would like to go next, if they may say so now (R-9)."""
    said: dict[Seat, bool] = {}
    for seat, level in enumerate(table.bots if table.game.may_wish(table.view(None)) else ()):
        with suppress(Exception):
            if level and seat != table.to_act:
                wish = the_wish(answer(wish_question(table, seat, level)))
                if wish is not None:
                    said[seat] = wish
    return said


def advise(table: Table, seat: Seat) -> tuple[Advice, ...]:
    """Return the actions that a strong bot considers, the best first; none if the bot fails."""
    level = adviser_level(table.game.name, len(table.seats))
    asked = question(table, seat, level, seconds=SECONDS, wishes=wishes(table))
    with suppress(Exception):
        return the_advice(answer(asked))
    return ()


def agrees_on_draw(table: Table, seat: Seat) -> bool:
    """Return whether a bot agrees on a draw; one that can't be asked agrees."""
    asked, judgement = draw_question(table, seat), None
    with suppress(Exception):
        if asked is not None:
            judgement = the_judgement(answer(asked))
    return agrees(judgement)


def review(table: Table, voice: Voice) -> Sequence[str]:
    """Analyse every decision; return the costliest, worst first, one paragraph each."""
    level = review_level(table.game.name, len(table.seats))
    if table.outcome is None:
        return ["You can review a game only after it has ended."]
    if not level:
        return [f"This game can't be reviewed{'' if has_searches() else f': {MISSING}'}."]
    found = GameReview(table)
    while (number := found.next_from(0)) is not None:
        try:
            found = found.judged(number, the_judgement(answer(found.case(number, level))))
        except Exception:  # noqa: BLE001 (whatever went wrong, the session goes on)
            return [REVIEW_FAULT]
    return tell_review(found, table.bots.index(""), voice)


def tell_review(found: GameReview, seat: Seat, voice: Voice) -> list[str]:
    """Return the costliest analysed decisions, worst first, one paragraph each."""
    if not found.decisions:
        return ["The game ended before the first decision."]
    worst = costliest(found.verdicts.values())
    told = [rows_text(step_rows(found, one.number, _ANY_WIDTH, voice)) for one in worst]
    lost = lost_from(compute_chance_line(found, seat))
    if lost is not None:
        told.append(f"After action {lost}, the chance stayed below 50%.")
    return ["The costliest decisions:" if worst else "No costly decisions.", *told]
