"""The candidate actions of a seat, with their appeals."""

from regicide_tui.bots.king_of_the_dead.answers import write_answer_candidates
from regicide_tui.bots.king_of_the_dead.appeals import (
    ABSENT,
    ACE_LOSS,
    ACE_TOKENS,
    APPEALS_OF_POWERS,
    BLOCKED,
    CARD_LOSS,
    CHOSEN,
    CROWD,
    DOUBLE,
    FOUND,
    IN_DECK,
    ITEMS,
    KEYS,
    LARGE_DECK,
    LIMIT,
    MANY,
    MOST_ACES,
    MOST_CARDS,
    NEIGHBOUR,
    NEWCOMER_PRICE,
    NUMBER_LOSS,
    PAYMENT_SIZE,
    PAYMENTS,
    PAYMENTS_OF_COLOUR,
    PAYMENTS_OF_COST,
    POWER_APPEALS,
    PRICE,
    PURCHASE,
    ROYAL,
    RUN,
    SMALLEST_DECK,
    TOKENS,
    WELL_CARD,
    add_candidate,
    choose_first,
    choose_next,
)
from regicide_tui.bots.king_of_the_dead.powers import DISINTER, has_slot, power_of
from regicide_tui.bots.king_of_the_dead.state import (
    ACE,
    ACES,
    BLACK_SHIFT,
    BLACKS,
    BUY,
    CARD_BITS,
    CARD_SHIFT,
    CARDS,
    COST,
    DEITIES,
    DISCARDS,
    DRAWS,
    END,
    FINAL_ROUND,
    FORM,
    HANDS,
    HIGHEST_COST,
    JACK,
    JOKER,
    KEPT,
    NEWCOMER,
    NO_PROMPT,
    NUMBER,
    PARADE,
    PLACE_SHIFT,
    PLAY,
    PLAYERS,
    POINT,
    PROMPT,
    QUEEN,
    RANK,
    RECALL,
    ROOM,
    SCORE,
    SIZES,
    TURN,
    WELL,
    WILD_ACES,
    best_run,
    deck_size,
    hand_run_bits,
    top_of,
)
from regicide_tui.bots.library import Ints, compiled, ints_of
from regicide_tui.games.king_of_the_dead.state import NEWCOMER_COST


@compiled
def write_runs(encoded: Ints, work: Ints) -> None:
    """Add every run of the active hand and the Well's top card; the first of equal ones."""
    if best_run(hand_run_bits(encoded, encoded[TURN])) == 0:
        return
    _collect_tokens(encoded, work)
    well = NUMBER[top_of(encoded, WELL)]
    may_score = encoded[FINAL_ROUND] > 0 or deck_size(encoded, encoded[TURN]) > SMALLEST_DECK
    for colour in range(2):
        for top in range(3, 11):
            for source in range(2):
                high = work[TOKENS + 2 * (11 * colour + top) + source]
                if high != ABSENT:
                    points = NUMBER[high] if high > 0 else well
                    token = TOKENS + 2 * (11 * colour + top)
                    if may_score or high == 0:
                        _add_runs(work, token, high, RUN + POINT * points, WELL_CARD)
                    else:
                        _add_runs(work, token, high, BLOCKED, 0)


@compiled
def _collect_tokens(encoded: Ints, work: Ints) -> None:
    """Write one card of each form in the hand, and the Well's, which is 0 in an action."""
    seat = encoded[TURN]
    for token in range(TOKENS, PAYMENTS):
        work[token] = ABSENT
    first = CARDS + (HANDS + seat) * ROOM
    for place in range(first, first + encoded[SIZES + HANDS + seat]):
        card = encoded[place]
        number = NUMBER[card]
        token = TOKENS + 2 * (11 * BLACKS[card] + number)
        if number > 1 and work[token] == ABSENT:
            work[token] = card
        elif number == 1 and work[ACE_TOKENS] == ABSENT:
            work[ACE_TOKENS] = card
        elif number == 1 and FORM[card] != FORM[work[ACE_TOKENS]] and work[ACE_TOKENS + 1] < 0:
            work[ACE_TOKENS + 1] = card
    top = top_of(encoded, WELL)
    if NUMBER[top] > 1:
        work[TOKENS + 2 * (11 * BLACKS[top] + NUMBER[top]) + 1] = 0
    elif NUMBER[top] == 1:
        work[ACE_TOKENS + 2] = 0


@compiled
def _add_runs(work: Ints, token: int, high: int, appeal: int, bonus: int) -> None:
    """Add the runs with this high card, whose tokens begin at `token`.

    `bonus` is added to the appeal of a run with the Well's card.
    """
    for middle in (token - 2, token - 1):
        for low in (token - 4, token - 3):
            _add_run(work, work[low], work[middle], high, appeal, bonus)
    for middle in (token - 2, token - 1):
        for ace in range(ACE_TOKENS, ACE_TOKENS + 3):
            _add_run(work, work[ace], work[middle], high, appeal, bonus)
    for ace in range(ACE_TOKENS, ACE_TOKENS + 3):
        for low in (token - 4, token - 3):
            _add_run(work, work[low], work[ace], high, appeal, bonus)


@compiled
def _add_run(work: Ints, low: int, middle: int, high: int, appeal: int, bonus: int) -> None:
    if low != ABSENT and middle != ABSENT:
        cards = low | middle << CARD_BITS | high << 2 * CARD_BITS
        if 0 in (low, middle, high):
            appeal += bonus
        add_candidate(work, SCORE | cards << CARD_SHIFT, appeal)


_ALL_NUMBERS = (1 << 11) - 2
_COMPANY = ints_of(
    [
        (NEIGHBOUR * ((near >> 1 & 1) + (near >> 3 & 1)))
        + (NEIGHBOUR * ((near & 1) + (near >> 4)) // 2)
        - DOUBLE * (near >> 2 & 1)
        for near in range(32)
    ],
)
"""What a card gains from the deck's numbers that are at most two away, with a bit for each."""
_NO_PAYMENT = 1 << 40
"""The loss if there is no payment."""


@compiled
def write_purchases(encoded: Ints, work: Ints) -> None:
    """Add the purchases of the active player (K-21, K-22, K-23, K-24)."""
    payments = _write_payments(encoded, work, 0)
    payments += _write_payments(encoded, work, 1)
    if payments == 0:
        return
    seat = encoded[TURN]
    deck = _numbers_owned(encoded, seat)
    common = PURCHASE - CROWD * max(0, deck_size(encoded, seat) - LARGE_DECK)
    if encoded[NEWCOMER] > 0:
        _add_newcomer(encoded, work, common + NEWCOMER_PRICE)
    offered = 0
    for slot in range(1, 2 * encoded[PLAYERS] + 1):
        card = encoded[PARADE + slot - 1]
        if card > 0 and not offered >> FORM[card] & 1:
            offered |= 1 << FORM[card]
            value = common + _rate_card(card, deck)
            best = PAYMENTS + PAYMENTS_OF_COLOUR * (1 - BLACKS[card])
            best += PAYMENTS_OF_COST * COST[card]
            _add_purchase(encoded, work, slot, value, best)
            _add_purchase(encoded, work, slot, value, best + PAYMENT_SIZE)


@compiled
def _numbers_owned(encoded: Ints, seat: int) -> int:
    """Return the numbers that a player owns, with a bit for each number and colour."""
    found = 0
    for pile in range(HANDS + seat, KEPT + seat + 1, DRAWS - HANDS):
        first = CARDS + pile * ROOM
        for place in range(first, first + encoded[SIZES + pile]):
            card = encoded[place]
            found |= 1 << (NUMBER[card] + BLACK_SHIFT * BLACKS[card])
    return found


@compiled
def _rate_card(card: int, deck: int) -> int:
    """Return the value of a card, by its cost and the runs that it may be in."""
    value, number = PRICE * COST[card], NUMBER[card]
    if number == 0:
        return value + ROYAL
    owned = deck >> BLACK_SHIFT * BLACKS[card] & _ALL_NUMBERS
    return value + _COMPANY[owned << 2 >> number & 31]


@compiled
def _add_purchase(encoded: Ints, work: Ints, slot: int, value: int, payment: int) -> None:
    """Add the purchase of a card with this value using a payment, if there is one."""
    loss = work[payment]
    if loss != _NO_PAYMENT:
        appeal = BLOCKED if encoded[FINAL_ROUND] else value - loss
        add_candidate(work, BUY | slot << PLACE_SHIFT | work[payment + 1], appeal)


@compiled
def _add_newcomer(encoded: Ints, work: Ints, value: int) -> None:
    """Add purchases of the Newcomer with the two best payments in both colours (K-23)."""
    red = PAYMENTS + PAYMENTS_OF_COST * NEWCOMER_COST
    black = red + PAYMENTS_OF_COLOUR
    for _ in range(2):
        if work[red] < work[black]:
            _add_purchase(encoded, work, 0, value, red)
            red += PAYMENT_SIZE
        else:
            _add_purchase(encoded, work, 0, value, black)
            black += PAYMENT_SIZE


@compiled
def _write_payments(encoded: Ints, work: Ints, colour: int) -> int:
    """Write the two best payments in a colour for each cost. Return how many numbers can pay."""
    seat = encoded[TURN]
    first = PAYMENTS + PAYMENTS_OF_COLOUR * colour
    for payment in range(first, first + PAYMENTS_OF_COLOUR, PAYMENT_SIZE):
        work[payment] = _NO_PAYMENT
    count, aces, ace_bits = 0, 0, 0
    hand = CARDS + (HANDS + seat) * ROOM
    for place in range(hand, hand + encoded[SIZES + HANDS + seat]):
        card = encoded[place]
        if NUMBER[card] == 1 and aces < MOST_ACES:
            ace_bits |= card << CARD_SHIFT + CARD_BITS * aces
            aces += 1
        elif NUMBER[card] > 1 and BLACKS[card] == colour:
            work[ITEMS + count] = card
            work[KEYS + count] = FORM[card]
            count += 1
    most = MOST_CARDS if count <= MANY else MOST_CARDS - 1
    for size in range(1, min(most, count) + 1):
        more = True
        choose_first(work, size)
        while more:
            _rate_payment(work, first, size, aces, ace_bits)
            more = choose_next(work, count, size)
    return count


@compiled
def _rate_payment(work: Ints, first: int, size: int, aces: int, ace_bits: int) -> None:
    """Rate the chosen cards as a payment, without Aces and with each number of them (K-22)."""
    value, loss, cards, top = 0, 0, 0, 0
    for place in range(size):
        card = work[ITEMS + work[CHOSEN + place]]
        top = NUMBER[card]
        value += top
        loss += CARD_LOSS + NUMBER_LOSS * top
        cards |= card << CARD_SHIFT + CARD_BITS * place
    for count in range(aces + 1):
        bits = ace_bits & ((1 << CARD_SHIFT + CARD_BITS * count) - 1)
        _keep_payment(work, first, value, loss, bits | cards << CARD_BITS * count)
        value += top - 1
        loss += ACE_LOSS


@compiled
def _keep_payment(work: Ints, first: int, value: int, loss: int, bits: int) -> None:
    """Keep a payment for each cost at which it is one of the best two so far.

    If it isn't for one cost, it isn't for any lower one.
    """
    for cost in range(min(value, HIGHEST_COST), 0, -1):
        best = first + PAYMENTS_OF_COST * cost
        second = best + PAYMENT_SIZE
        if loss >= work[second]:
            return
        if loss < work[best]:
            work[second] = work[best]
            work[second + 1] = work[best + 1]
            second = best
        work[second] = loss
        work[second + 1] = bits


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
_NEEDS = ints_of([_WORKS_ON.get(key, _NOTHING) for key in POWER_APPEALS])
"""What a power needs to have an effect."""


@compiled
def write_turn_candidates(encoded: Ints, work: Ints) -> None:
    """Add the candidates of the active player; ending the turn has the appeal 0."""
    add_candidate(work, END, 0)
    for number in range(1, encoded[SIZES + ACES + encoded[TURN]] + 1):
        add_candidate(work, RECALL | number << PLACE_SHIFT, POINT // 2)
    write_runs(encoded, work)
    write_purchases(encoded, work)
    _write_plays(encoded, work)


@compiled
def _write_plays(encoded: Ints, work: Ints) -> None:
    """Add every play of the hand; the first of equal ones."""
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
    """Add the plays of `size` of the `count` cards of one rank; the first of equal colours."""
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
    """Add a play; its appeal is low if the power would have no effect."""
    power = power_of(cards & 63, cards >> CARD_BITS & 63, cards >> 2 * CARD_BITS & 63)
    appeal = APPEALS_OF_POWERS[power]
    if not _has(encoded, _NEEDS[power]):
        appeal = BLOCKED
    elif power == DISINTER:
        appeal = 2 * POINT + IN_DECK[top_of(encoded, WELL)] // 2
    add_candidate(work, PLAY | cards << CARD_SHIFT, appeal)


@compiled
def _has(encoded: Ints, needed: int) -> bool:
    """Return whether a power has what it needs."""
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
    """Write at most `limit` of the best candidates into the working memory. Return their number.

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
