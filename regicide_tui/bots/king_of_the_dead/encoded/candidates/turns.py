"""The candidate actions of a turn, with the same appeals as in `page.list_candidates`."""

from regicide_tui.bots.king_of_the_dead.encoded.candidates.prompts import write_answer_candidates
from regicide_tui.bots.king_of_the_dead.encoded.candidates.purchases import write_purchases
from regicide_tui.bots.king_of_the_dead.encoded.candidates.runs import write_runs
from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import (
    BLOCKED,
    CHOSEN,
    FOUND,
    ITEMS,
    KEYS,
    LIMIT,
    add_candidate,
    choose_first,
    choose_next,
)
from regicide_tui.bots.king_of_the_dead.encoded.piles import top_of
from regicide_tui.bots.king_of_the_dead.encoded.powers import DISINTER, has_slot, power_of
from regicide_tui.bots.king_of_the_dead.encoded.state import (
    ACE,
    ACES,
    BLACKS,
    CARD_BITS,
    CARD_SHIFT,
    CARDS,
    DEITIES,
    DISCARDS,
    END,
    FORM,
    HANDS,
    HIGHEST_COST,
    IN_DECK,
    JACK,
    JOKER,
    NEWCOMER,
    NO_PROMPT,
    PLACE_SHIFT,
    PLAY,
    POINT,
    PROMPT,
    QUEEN,
    RANK,
    RECALL,
    ROOM,
    SIZES,
    TURN,
    WELL,
    WILD_ACES,
)
from regicide_tui.bots.king_of_the_dead.page import OF_MANY, POWER_APPEALS
from regicide_tui.bots.library import Ints, compiled, ints_of
from regicide_tui.cards import RANKS

_ROYALS = "JQK"
_POWER_KEYS = [
    *_ROYALS,
    *[2 * rank for rank in RANKS[:10]],
    *[f"{2 * rank} {colour}" for rank in _ROYALS for colour in ("black", "mixed", "red")],
    "QA red",
    *[f"{rank}*" for rank in "AJQK*"],
    *[3 * rank for rank in _ROYALS],
]
"""The key of each power, in the order of their numbers; that of three royals is for four, too."""
_APPEALS = ints_of([round(POINT * POWER_APPEALS.get(key, OF_MANY)) for key in _POWER_KEYS])

_NOTHING, _WELL, _PARADE, _NEWCOMER, _DISCARDS = range(5)
_WORKS_ON = {
    "K": _WELL,
    "KK red": _WELL,
    "KK mixed": _WELL,
    "KKK": _WELL,
    "33": _PARADE,
    "55": _PARADE,
    "66": _NEWCOMER,
    "88": _DISCARDS,
    "QQ black": _DISCARDS,
    "KK black": _DISCARDS,
}
_NEEDS = ints_of([_WORKS_ON.get(key, _NOTHING) for key in _POWER_KEYS])
"""What must be there for a power to work on."""


@compiled
def write_turn_candidates(encoded: Ints, work: Ints) -> None:
    """Add the candidates of the active player; to end the turn has the appeal 0."""
    add_candidate(work, END, 0)
    for number in range(1, encoded[SIZES + ACES + encoded[TURN]] + 1):
        add_candidate(work, RECALL | number << PLACE_SHIFT, POINT // 2)
    write_runs(encoded, work)
    write_purchases(encoded, work)
    _write_plays(encoded, work)


@compiled
def _write_plays(encoded: Ints, work: Ints) -> None:
    """Add every play of the hand; of equal ones, the first."""
    seat = encoded[TURN]
    hand, size = CARDS + (HANDS + seat) * ROOM, encoded[SIZES + HANDS + seat]
    first = 0
    while first < size:
        rank, count = RANK[encoded[hand + first]], 0
        while first + count < size and RANK[encoded[hand + first + count]] == rank:
            card = encoded[hand + first + count]
            work[ITEMS + count] = card
            work[KEYS + count] = FORM[card]
            count += 1
        most = 2
        if JACK <= rank < RANK[JOKER]:
            _write_plays_of_rank(encoded, work, count, 1)
            most = 4 if encoded[DEITIES] else 2
        for cards in range(2, min(most, count) + 1):
            _write_plays_of_rank(encoded, work, count, cards)
        first += count
    if encoded[WILD_ACES]:
        _write_wild_bestirs(encoded, work, hand, size)
    if size > 0 and encoded[hand + size - 1] == JOKER:
        _write_joker_plays(encoded, work, hand, size)


@compiled
def _write_plays_of_rank(encoded: Ints, work: Ints, count: int, size: int) -> None:
    """Add the plays of `size` of the `count` cards of one rank; of equal colours, the first."""
    seen, more = 0, True
    choose_first(work, size)
    while more:
        cards, colours = 0, 0
        for place in range(size):
            card = work[ITEMS + work[CHOSEN + place]]
            cards |= card << CARD_BITS * place
            colours = 2 * colours + BLACKS[card]
        if not seen >> colours & 1:
            seen |= 1 << colours
            _add_play(encoded, work, cards)
        more = choose_next(work, count, size)


@compiled
def _write_wild_bestirs(encoded: Ints, work: Ints, hand: int, size: int) -> None:
    """Add the first red Queen with an Ace of each colour (K-38)."""
    seen = 0
    for place in range(hand, hand + size):
        queen = encoded[place]
        if RANK[queen] == QUEEN and not BLACKS[queen]:
            for other in range(hand, hand + size):
                ace = encoded[other]
                if RANK[ace] == ACE and not seen >> BLACKS[ace] & 1:
                    seen |= 1 << BLACKS[ace]
                    _add_play(encoded, work, queen | ace << CARD_BITS)
            return


@compiled
def _write_joker_plays(encoded: Ints, work: Ints, hand: int, size: int) -> None:
    """Add the plays of a Joker with an Ace or a royal of each form (K-43)."""
    seen = 0
    for place in range(hand, hand + size):
        card = encoded[place]
        if card != JOKER and (RANK[card] == ACE or RANK[card] >= JACK):
            if not seen >> FORM[card] & 1:
                _add_play(encoded, work, card | JOKER << CARD_BITS)
            seen |= 1 << FORM[card]


@compiled
def _add_play(encoded: Ints, work: Ints, cards: int) -> None:
    """Add a play; its appeal is low if there is nothing for the power to work on."""
    power = power_of(cards & 63, cards >> CARD_BITS & 63, cards >> 2 * CARD_BITS & 63)
    appeal = _APPEALS[power]
    if not _has(encoded, _NEEDS[power]):
        appeal = BLOCKED
    elif power == DISINTER:
        appeal = 2 * POINT + IN_DECK[top_of(encoded, WELL)] // 2
    add_candidate(work, PLAY | cards << CARD_SHIFT, appeal)


@compiled
def _has(encoded: Ints, needed: int) -> bool:
    """Return whether there is what a power needs."""
    if needed == _WELL:
        return encoded[SIZES + WELL] > 0
    if needed == _NEWCOMER:
        return encoded[NEWCOMER] > 0
    if needed == _DISCARDS:
        return encoded[SIZES + DISCARDS + encoded[TURN]] > 0
    if needed == _PARADE:
        return has_slot(encoded, HIGHEST_COST)
    return True


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
    return work[FOUND]
