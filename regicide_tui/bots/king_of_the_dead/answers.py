"""The candidate answers to every prompt, with their appeals: `rate_answers` for encoded states."""

from regicide_tui.bots.king_of_the_dead.appeals import (
    CHOSEN,
    IN_DECK,
    IN_HAND,
    ITEMS,
    KEYS,
    MOST_OPTIONS,
    OPTIONS,
    OPTIONS_KEPT,
    OPTIONS_SPARE,
    SPARE,
    VALUES,
    add_candidate,
    choose_first,
    choose_next,
)
from regicide_tui.bots.king_of_the_dead.state import (
    ABSCOND,
    ACCEDE,
    ACTOR,
    ANSWER,
    BESTIR,
    CARD_BITS,
    CARD_SHIFT,
    CARDS,
    CONSECRATE,
    CORRUPT,
    COST,
    COUNT,
    DECANT,
    DECANT_TAKE,
    DEVILRY,
    DISCARDS,
    DRAWS,
    ENCUMBER,
    ENCUMBER_TARGET,
    EXHUME,
    FAMILIAR,
    FORETELL,
    FORM,
    FORMS,
    GIVEN,
    HANDS,
    HIGHEST_COST,
    LITURGY,
    LITURGY_PLUS,
    LOOKED,
    OF_DISCARD,
    OF_DRAWS,
    OF_HAND,
    ORDER,
    PARADE,
    PASS,
    PILLAGE,
    PILLAGE_TARGET,
    PLACE_SHIFT,
    PLAYERS,
    POINT,
    POINTS,
    PROMPT,
    ROOM,
    RUN_BITS,
    SCORED,
    SCRY,
    SEARCH,
    SELF_TARGET,
    SEPULCHER,
    SIZES,
    SUPPLANT,
    TARGET,
    TURN,
    VOID_DISCARD,
    VOID_HAND,
    VOID_TARGET,
    WELL,
    best_run,
    card_of,
    hand_run_bits,
    place_of,
)
from regicide_tui.bots.library import Ints, compiled, ints_of
from regicide_tui.bots.rng import insert_number

_OWN_SEAT = 8 * POINT
_SCORE_SHARE = POINT // 20
_LOOT = 6 * POINT
_HOPE = POINT * 5 // 2
"""The page prefers to keep cards worth more than this in the hand."""


def _piles() -> Ints:
    """Return the pile whose cards an answer names, by prompt; for players' piles, the first."""
    found = ints_of([LOOKED] * (DEVILRY + 1))
    piles = {
        HANDS: (LITURGY, ACCEDE, VOID_HAND),
        DRAWS: (SEARCH, BESTIR),
        DISCARDS: (DECANT, SEPULCHER, VOID_DISCARD),
        WELL: (EXHUME, ENCUMBER),
    }
    for pile, prompts in piles.items():
        for prompt in prompts:
            found[prompt] = pile
    return found


_PILES = _piles()


@compiled
def write_answer_candidates(encoded: Ints, work: Ints) -> None:
    """Add the candidates of the seat that must answer."""
    prompt = encoded[PROMPT]
    work[OPTIONS_KEPT] = 0
    work[OPTIONS_SPARE] = 0
    if prompt in (PILLAGE_TARGET, VOID_TARGET, ENCUMBER_TARGET, DEVILRY):
        _write_targets(encoded, work, prompt)
    elif prompt in (SUPPLANT, ABSCOND, DECANT_TAKE):
        _write_slots(encoded, work, prompt)
    elif prompt in (LITURGY_PLUS, CONSECRATE, PILLAGE):
        _write_cards_of_two_places(encoded, work, prompt)
    elif prompt == FAMILIAR:
        _write_familiars(encoded, work)
    else:
        _write_cards(encoded, work, prompt)
    if prompt in (DECANT_TAKE, CONSECRATE):
        add_candidate(work, PASS, 0)


# ---------------------------------------------------------------- options


@compiled
def _keep_option(work: Ints, bits: int, key: int, value: int, several: bool) -> None:
    """Keep an option if it is among the best; the first of equal ones.

    If `several` may be chosen, the other equal ones are spare.
    """
    kept = work[OPTIONS_KEPT]
    for place in range(kept):
        if work[KEYS + place] == key:
            if several and work[OPTIONS_SPARE] < MOST_OPTIONS:
                work[SPARE + work[OPTIONS_SPARE]] = bits
                work[OPTIONS_SPARE] += 1
            return
    if kept < MOST_OPTIONS:
        work[OPTIONS_KEPT] = kept + 1
    else:
        kept -= 1
        if value <= work[VALUES + kept]:
            return
    while kept > 0 and work[VALUES + kept - 1] < value:
        for row in (OPTIONS, KEYS, VALUES):
            work[row + kept] = work[row + kept - 1]
        kept -= 1
    work[OPTIONS + kept] = bits
    work[KEYS + kept] = key
    work[VALUES + kept] = value


@compiled
def _keep_cards(encoded: Ints, work: Ints, pile: int, place: int, gives: bool, most: int) -> None:
    """Keep the best cards of a pile, from the top down, or for a hand from the lowest card up.

    `place` is the action's place. With `gives`, the least valuable cards are the best.
    """
    first, size = CARDS + pile * ROOM, encoded[SIZES + pile]
    upwards = HANDS <= pile < DRAWS
    for index in range(size):
        card = encoded[first + (index if upwards else size - 1 - index)]
        value = IN_DECK[card] if place > 0 else IN_HAND[card]
        bits = place << PLACE_SHIFT | card << CARD_SHIFT
        key = place * FORMS + FORM[card]
        _keep_option(work, bits, key, -value if gives else value, most > 1)


@compiled
def _keep_slots(encoded: Ints, work: Ints, cost: int) -> None:
    """Keep the best slots with a card of at most this cost."""
    for slot in range(1, 2 * encoded[PLAYERS] + 1):
        card = encoded[PARADE + slot - 1]
        if card > 0 and COST[card] <= cost:
            _keep_option(work, slot << PLACE_SHIFT, FORM[card], IN_DECK[card], False)


@compiled
def _take_items(work: Ints) -> int:
    """Make the kept cards the items, in ascending order. Return their number."""
    kept = work[OPTIONS_KEPT]
    count = min(MOST_OPTIONS, kept + work[OPTIONS_SPARE])
    for index in range(count):
        bits = work[OPTIONS + index] if index < kept else work[SPARE + index - kept]
        insert_number(work, ITEMS, index, card_of(bits, 0))
    for index in range(count):
        work[KEYS + index] = work[ITEMS + index]
    return count


# ---------------------------------------------------------------- cards of one pile


@compiled
def _write_cards(encoded: Ints, work: Ints, prompt: int) -> None:
    """Add answers that name cards from one pile."""
    pile = _PILES[prompt]
    if pile >= HANDS:
        pile += encoded[ACTOR]
    least, most = _how_many(encoded, prompt, encoded[SIZES + pile])
    takes = prompt in (SEARCH, EXHUME)
    _keep_cards(encoded, work, pile, 0, not (takes or prompt == ORDER), most)
    count = _take_items(work)
    if prompt in (ORDER, SEPULCHER):
        _write_orders(work, prompt, count, least)
        return
    hand = hand_run_bits(encoded, encoded[TURN]) if takes else 0
    for number in range(least, min(most, count) + 1):
        more = True
        choose_first(work, number)
        while more:
            _add_choice(work, prompt, number, hand)
            more = choose_next(work, count, number)


@compiled
def _how_many(encoded: Ints, prompt: int, size: int) -> tuple[int, int]:
    """Return the minimum and maximum number of `size` cards that an answer names."""
    if prompt in (SEARCH, EXHUME):
        count = min(encoded[COUNT], size)
        return count, count
    if prompt in (ACCEDE, SCRY):
        return 0, size
    if prompt == FORETELL:
        return 0, 1
    if prompt == SEPULCHER:
        return 2, 2
    if prompt == ORDER:
        return size, size
    return 1, 1


@compiled
def _add_choice(work: Ints, prompt: int, size: int, hand: int) -> None:
    """Add the chosen cards as an answer."""
    bits, in_hand, in_deck = 0, 0, 0
    for place in range(size):
        card = work[ITEMS + work[CHOSEN + place]]
        bits |= card << CARD_SHIFT + CARD_BITS * place
        in_hand += IN_HAND[card]
        in_deck += IN_DECK[card]
        hand |= RUN_BITS[card]
    if prompt in (SEARCH, EXHUME):
        appeal = in_hand // 2 + POINT * best_run(hand)
    elif prompt in (CORRUPT, ACCEDE, SCRY, FORETELL):
        appeal = _HOPE * size - in_hand
    elif prompt == ENCUMBER:
        appeal = -in_deck
    else:
        appeal = -(in_deck // 2)
    add_candidate(work, ANSWER | bits, appeal)


@compiled
def _write_orders(work: Ints, prompt: int, count: int, size: int) -> None:
    """Add every order of `size` of the items; the first of orders of equal cards."""
    for number in range(count**size):
        left, used, bits, rated, given = number, 0, 0, 0, 0
        for place in range(size):
            weight = count ** (size - 1 - place)
            item = left // weight
            left %= weight
            card = work[ITEMS + item]
            equal = item > 0 and work[ITEMS + item - 1] == card and not used >> (item - 1) & 1
            if equal or used >> item & 1:
                used = -1
                break
            used |= 1 << item
            bits |= card << CARD_SHIFT + CARD_BITS * place
            rated += IN_HAND[card] // (1 + place)
            given += IN_DECK[card]
        if used >= 0:
            add_candidate(work, ANSWER | bits, rated if prompt == ORDER else -(given // 2))


# ---------------------------------------------------------------- other answers


@compiled
def _write_cards_of_two_places(encoded: Ints, work: Ints, prompt: int) -> None:
    """Add answers that name one card from a hand or a discard pile, or the top of a draw pile."""
    if prompt == PILLAGE:
        target = encoded[TARGET]
        _keep_cards(encoded, work, DISCARDS + target, OF_DISCARD, False, 1)
        if encoded[SIZES + DRAWS + target] + encoded[SIZES + DISCARDS + target] > 0:
            _keep_option(work, OF_DRAWS << PLACE_SHIFT, OF_DRAWS * FORMS, 0, False)
    else:
        seat = encoded[TURN]
        _keep_cards(encoded, work, HANDS + seat, OF_HAND, True, 1)
        _keep_cards(encoded, work, DISCARDS + seat, OF_DISCARD, True, 1)
    for index in range(work[OPTIONS_KEPT]):
        bits = work[OPTIONS + index]
        value = IN_DECK[card_of(bits, 0)]
        if prompt != PILLAGE:
            value = -(value // 2)
        elif place_of(bits) == OF_DRAWS:
            value = _LOOT
        add_candidate(work, ANSWER | bits, value)


@compiled
def _write_slots(encoded: Ints, work: Ints, prompt: int) -> None:
    """Add answers that name a slot of the Parade, and for Supplant a card of the hand."""
    seat = encoded[TURN]
    _keep_slots(encoded, work, encoded[COUNT] if prompt == DECANT_TAKE else HIGHEST_COST)
    hand, slots = hand_run_bits(encoded, seat), work[OPTIONS_KEPT]
    for index in range(slots):
        work[CHOSEN + index] = work[OPTIONS + index]
    count = 1
    if prompt == SUPPLANT:
        work[OPTIONS_KEPT] = 0
        _keep_cards(encoded, work, HANDS + seat, 0, False, 1)
        count = _take_items(work)
    else:
        work[ITEMS] = 0
    for index in range(slots):
        bits = work[CHOSEN + index]
        card = encoded[PARADE + place_of(bits) - 1]
        gain = IN_DECK[card] + POINT * best_run(hand | RUN_BITS[card])
        for item in range(count):
            laid = work[ITEMS + item]
            add_candidate(work, ANSWER | bits | laid << CARD_SHIFT, gain - IN_DECK[laid])


@compiled
def _write_familiars(encoded: Ints, work: Ints) -> None:
    """Add answers that name a card of the hand and the Ace that stays with it."""
    seat, ace, other = encoded[TURN], encoded[GIVEN], encoded[GIVEN + 1]
    _keep_cards(encoded, work, HANDS + seat, 0, False, 1)
    points = POINT * best_run(hand_run_bits(encoded, seat) | RUN_BITS[ace])
    aces = 1 if FORM[ace] == FORM[other] else 2
    for index in range(_take_items(work)):
        card = work[ITEMS + index]
        appeal = points + (IN_HAND[card] + IN_HAND[ace]) // 2
        for number in range(aces):
            kept = ace if number == 0 else other
            add_candidate(work, ANSWER | (card | kept << CARD_BITS) << CARD_SHIFT, appeal)


@compiled
def _write_targets(encoded: Ints, work: Ints, prompt: int) -> None:
    """Add answers that name players: the leader is best, oneself only if there is no other."""
    turn, players = encoded[TURN], encoded[PLAYERS]
    first = turn if prompt == ENCUMBER_TARGET else 0
    for step in range(players):
        seat = (first + step) % players
        if prompt == DEVILRY:
            for other in range(seat + 1, players):
                appeal = _rate_target(encoded, seat) + _rate_target(encoded, other)
                _add_target(work, 1 << seat | 1 << other, appeal)
        elif seat != turn or (prompt != ENCUMBER_TARGET and encoded[SELF_TARGET]):
            _add_target(work, 1 << seat, _rate_target(encoded, seat))


@compiled
def _add_target(work: Ints, seats: int, appeal: int) -> None:
    add_candidate(work, ANSWER | seats << PLACE_SHIFT, appeal)


@compiled
def _rate_target(encoded: Ints, seat: int) -> int:
    """Return the appeal of a player as a target, by the value of their scored cards."""
    appeal = _SCORE_SHARE * (encoded[POINTS + seat] - encoded[SCORED + seat])
    return appeal - _OWN_SEAT if seat == encoded[TURN] else appeal
