"""The actions that a search considers, with their appeals."""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.king_of_the_dead.encoded.candidates.prompts import write_answer_candidates
from regicide_tui.bots.king_of_the_dead.encoded.candidates.turns import write_turn_candidates
from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import FOUND, LIMIT
from regicide_tui.bots.king_of_the_dead.encoded.layout import NO_PROMPT, PROMPT


@compiled
def write_candidates(encoded: Ints, work: Ints, limit: int) -> int:
    """Write the best candidates into the working memory, at most `limit`. Return their number.

    The greatest appeal comes first. The state may be what the seat to act knows, if it shows
    whether there is a Newcomer.
    """
    work[FOUND] = 0
    work[LIMIT] = limit
    if encoded[PROMPT] == NO_PROMPT:
        write_turn_candidates(encoded, work)
    else:
        write_answer_candidates(encoded, work)
    return int(work[FOUND])
