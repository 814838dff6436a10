"""Powers on an encoded state: their cards, effects and prompts, and the answers.

The numbers of powers are below. Pairs of equal numbers follow `PAIRS` by rank. Two royals follow
`TWO_ROYALS`: for each rank both black, mixed, both red. Three or four royals follow `DEITY`.
"""

from regicide_tui.bots.king_of_the_dead.state import (
    ABSCOND,
    ACCEDE,
    ACE,
    ACES,
    ACTOR,
    BESTIR,
    BLACKS,
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
    GIVEN,
    HANDS,
    HIGHEST_COST,
    JACK,
    JOKER,
    KEPT,
    KING,
    LITURGY,
    LITURGY_PLUS,
    LOOKED,
    OF_DISCARD,
    OF_HAND,
    ORDER,
    PARADE,
    PASS,
    PILLAGE,
    PILLAGE_TARGET,
    PLAYERS,
    PLAYS,
    PROMPT,
    QUEEN,
    RANK,
    ROOM,
    SCRY,
    SEARCH,
    SENT,
    SEPULCHER,
    SIZES,
    SUPPLANT,
    TARGET,
    TURN,
    VOID_DISCARD,
    VOID_HAND,
    VOID_TARGET,
    WELL,
    card_of,
    discard_card,
    draw_for,
    ensure_draws,
    insert,
    kind_of,
    lay_in_slot,
    look,
    place_of,
    pop,
    push,
    put_discards_under,
    read_cards,
    remove,
    shuffle_pile,
    take_from_slot,
    take_newcomer,
)
from regicide_tui.bots.library import Ints, compiled

CORRUPT_POWER, LITURGY_POWER, DISINTER = range(3)
PAIRS = 3
TWO_ROYALS = PAIRS + 10
WILD_BESTIR = TWO_ROYALS + 9
CIPHER = WILD_BESTIR + 1
PILLAGE_POWER, VOID, ENCUMBER_POWER, DEVILRY_POWER = range(CIPHER + 1, CIPHER + 5)
DEITY = DEVILRY_POWER + 1
POWERS = DEITY + 3


@compiled
def power_of(first: int, second: int, third: int) -> int:
    """Return the power of a legal play; missing cards are 0.

    The highest rank comes first, a Joker last. Only the first three cards matter (K-42).
    """
    rank = RANK[first]
    if third > 0:
        return DEITY + rank - JACK
    if second == 0:
        return CORRUPT_POWER + rank - JACK
    if first == JOKER:
        return DEVILRY_POWER
    if second == JOKER:
        return CIPHER if rank == ACE else PILLAGE_POWER + rank - JACK
    if rank != RANK[second]:
        return WILD_BESTIR  # K-38
    if rank < JACK:
        return PAIRS + rank  # K-32
    return TWO_ROYALS + 3 * (rank - JACK) + 2 - (BLACKS[first] + BLACKS[second])


@compiled
def play_power(encoded: Ints, action: int, rng: Ints) -> None:
    """Play cards of the active hand for their power. A power may leave a prompt."""
    seat, count = encoded[TURN], 0
    while card_of(action, count) > 0:
        remove(encoded, HANDS + seat, card_of(action, count))
        insert(encoded, PLAYS + seat, card_of(action, count))
        count += 1
    first, second = card_of(action, 0), card_of(action, 1)
    power = power_of(first, second, card_of(action, 2))
    if power < PAIRS:
        _play_royal(encoded, power, rng)
    elif power == PAIRS:
        if encoded[SIZES + HANDS + seat] > 0:
            ask(encoded, FAMILIAR)  # K-33
            encoded[GIVEN] = first
            encoded[GIVEN + 1] = second
    elif power < TWO_ROYALS:
        _play_numbers(encoded, power - PAIRS + 1, rng)
    elif power <= WILD_BESTIR:
        _play_two_royals(encoded, power, rng)
    elif power < DEITY:
        _play_joker(encoded, power, first, rng)
    else:
        _play_deity(encoded, power - DEITY + JACK, count, rng)


@compiled
def ask(encoded: Ints, prompt: int) -> None:
    """Open a prompt for the active player."""
    encoded[PROMPT] = prompt
    encoded[ACTOR] = encoded[TURN]


@compiled
def close_prompt(encoded: Ints) -> None:
    """Close the prompt. The looked-at cards stay where they are."""
    encoded[PROMPT] = 0
    encoded[ACTOR] = encoded[TURN]
    encoded[COUNT] = 0
    encoded[SENT] = 0
    encoded[GIVEN] = 0
    encoded[GIVEN + 1] = 0


@compiled
def take_top_of_well(encoded: Ints, count: int) -> None:
    """Move up to `count` cards from the top of the Well to the active hand (K-41)."""
    for _ in range(min(count, encoded[SIZES + WELL])):
        card = pop(encoded, WELL)
        insert(encoded, HANDS + encoded[TURN], card)


@compiled
def _play_royal(encoded: Ints, power: int, rng: Ints) -> None:
    seat = encoded[TURN]
    if power == CORRUPT_POWER:
        if look(encoded, 2, rng) > 0:
            ask(encoded, CORRUPT)
    elif power == DISINTER:
        take_top_of_well(encoded, 1)
    elif encoded[SIZES + HANDS + seat] > 0:
        ask(encoded, LITURGY)
    else:
        draw_for(encoded, seat, seat, 2, rng)


@compiled
def _play_numbers(encoded: Ints, number: int, rng: Ints) -> None:
    """Carry out the power of two equal numbers from 2 to 10."""
    seat = encoded[TURN]
    if number == 2:
        draw_for(encoded, seat, seat, 2, rng)
    elif number == 4:
        draw_for(encoded, seat, seat, 3, rng)
        for step in range(1, encoded[PLAYERS]):
            other = (seat + step) % encoded[PLAYERS]
            draw_for(encoded, other, other, 1, rng)
    elif number == 6:
        take_newcomer(encoded, rng)
    elif number == 8:
        _remand(encoded, rng)
    elif number == 9:
        put_discards_under(encoded, seat)  # K-35
        shuffle_pile(encoded, DRAWS + seat, rng)
        draw_for(encoded, seat, seat, 3, rng)
    elif number == 10:
        start_search(encoded, 2, rng)
    else:
        _ask_about_hand_or_parade(encoded, number)


@compiled
def _ask_about_hand_or_parade(encoded: Ints, number: int) -> None:
    """Open the prompt of two 3s, 5s or 7s, if there is something to choose."""
    has_hand = encoded[SIZES + HANDS + encoded[TURN]] > 0
    if number == 3 and has_hand and has_slot(encoded, HIGHEST_COST):
        ask(encoded, SUPPLANT)
    elif number == 5 and has_slot(encoded, HIGHEST_COST):
        ask(encoded, ABSCOND)
    elif number == 7 and has_hand:
        ask(encoded, ACCEDE)


@compiled
def _remand(encoded: Ints, rng: Ints) -> None:
    """Take the top two cards of the shuffled discard pile (K-34)."""
    seat = encoded[TURN]
    shuffle_pile(encoded, DISCARDS + seat, rng)
    for _ in range(min(2, encoded[SIZES + DISCARDS + seat])):
        insert(encoded, HANDS + seat, pop(encoded, DISCARDS + seat))


@compiled
def start_search(encoded: Ints, count: int, rng: Ints) -> None:
    """Ask which cards to take from the draw pile, unless it is empty (K-36)."""
    seat = encoded[TURN]
    ensure_draws(encoded, seat, count, rng)
    if encoded[SIZES + DRAWS + seat] > 0:
        ask(encoded, SEARCH)
        encoded[COUNT] = count


@compiled
def _play_two_royals(encoded: Ints, power: int, rng: Ints) -> None:
    if power == WILD_BESTIR:
        _bestir(encoded, rng)
        return
    rank, reds = (power - TWO_ROYALS) // 3 + JACK, (power - TWO_ROYALS) % 3
    if rank == JACK:
        if reds == 2:
            prompt, count = SCRY, 4
        elif reds == 1:
            prompt, count = CORRUPT, 3
        else:
            prompt, count = FORETELL, 3
        if look(encoded, count, rng) > 0:
            ask(encoded, prompt)
    elif rank == QUEEN:
        _play_two_queens(encoded, reds, rng)
    else:
        _play_two_kings(encoded, reds, rng)


@compiled
def _bestir(encoded: Ints, rng: Ints) -> None:
    seat = encoded[TURN]
    ensure_draws(encoded, seat, 1, rng)
    if encoded[SIZES + DRAWS + seat] > 0:
        ask(encoded, BESTIR)
    else:
        draw_for(encoded, seat, seat, 2, rng)


@compiled
def _play_two_queens(encoded: Ints, reds: int, rng: Ints) -> None:
    seat = encoded[TURN]
    if reds == 2:
        _bestir(encoded, rng)
    elif reds == 0:
        if encoded[SIZES + DISCARDS + seat] > 0:
            ask(encoded, DECANT)
    elif encoded[SIZES + HANDS + seat] + encoded[SIZES + DISCARDS + seat] > 0:
        ask(encoded, LITURGY_PLUS)
    else:
        draw_for(encoded, seat, seat, 3, rng)


@compiled
def _play_two_kings(encoded: Ints, reds: int, rng: Ints) -> None:
    if reds == 2:
        shuffle_pile(encoded, WELL, rng)
        take_top_of_well(encoded, 2)
    elif reds == 1:
        start_exhume(encoded, 1)
    elif encoded[SIZES + WELL] > 0 and encoded[SIZES + DISCARDS + encoded[TURN]] > 1:
        ask(encoded, SEPULCHER)  # K-40


@compiled
def start_exhume(encoded: Ints, count: int) -> None:
    """Ask which cards to take from the Well, unless it is empty."""
    if encoded[SIZES + WELL] > 0:
        ask(encoded, EXHUME)
        encoded[COUNT] = count


@compiled
def _play_deity(encoded: Ints, rank: int, count: int, rng: Ints) -> None:
    """Carry out the power of `count` royals of a rank (K-42)."""
    if rank == JACK:
        start_search(encoded, count - 1, rng)
    elif rank == KING:
        start_exhume(encoded, count - 1)
    else:
        ask_to_consecrate(encoded, count, 0, rng)


@compiled
def ask_to_consecrate(encoded: Ints, count: int, sent: int, rng: Ints) -> None:
    """Ask for one more card while `count` is above 0, then draw `sent` cards."""
    seat = encoded[TURN]
    left = encoded[SIZES + HANDS + seat] + encoded[SIZES + DISCARDS + seat]
    if count > 0 and left > 0:
        ask(encoded, CONSECRATE)
        encoded[COUNT] = count
        encoded[SENT] = sent
    else:
        draw_for(encoded, seat, seat, sent, rng)


@compiled
def _play_joker(encoded: Ints, power: int, companion: int, rng: Ints) -> None:
    """Carry out the power of a Joker with a companion (K-43)."""
    seat = encoded[TURN]
    if power == CIPHER:
        remove(encoded, PLAYS + seat, companion)
        remove(encoded, PLAYS + seat, JOKER)
        discard_card(encoded, companion, rng)
        discard_card(encoded, JOKER, rng)
    elif power == PILLAGE_POWER:
        ask(encoded, PILLAGE_TARGET)
    elif power == VOID:
        ask_next_hand(encoded, seat)
    elif power == ENCUMBER_POWER:
        ask(encoded, ENCUMBER if encoded[SIZES + WELL] > 0 else ENCUMBER_TARGET)  # K-53
    else:
        ask(encoded, DEVILRY)


@compiled
def ask_next_hand(encoded: Ints, after: int) -> None:
    """Ask the next player with cards in hand after this seat; after the last, for a target."""
    players, turn = encoded[PLAYERS], encoded[TURN]
    seat = (after + 1) % players
    while seat != turn and encoded[SIZES + HANDS + seat] == 0:
        seat = (seat + 1) % players  # K-44
    ask(encoded, VOID_TARGET if seat == turn else VOID_HAND)
    encoded[ACTOR] = seat


@compiled
def has_slot(encoded: Ints, cost: int) -> bool:
    """Return whether any slot has a card of at most this cost."""
    found = False
    for slot in range(2 * encoded[PLAYERS]):
        card = encoded[PARADE + slot]
        found = found or (card > 0 and COST[card] <= cost)
    return found


@compiled
def answer_prompt(encoded: Ints, action: int, cards: Ints, rng: Ints) -> None:
    """Carry out an answer to the open prompt. `cards` is room for the cards of the answer."""
    prompt, actor = encoded[PROMPT], encoded[ACTOR]
    count, sent, given = encoded[COUNT], encoded[SENT], encoded[GIVEN]
    chosen = read_cards(encoded, action, cards)
    close_prompt(encoded)
    if prompt in (CORRUPT, SCRY, FORETELL, ORDER):
        _answer_looked(encoded, prompt, cards, chosen, rng)
    elif prompt in (FAMILIAR, SUPPLANT, ABSCOND, DECANT_TAKE):
        _answer_parade_or_familiar(encoded, prompt, action, rng)
    elif prompt in (ACCEDE, SEARCH, EXHUME, SEPULCHER):
        _answer_many(encoded, prompt, cards, chosen, rng)
    elif prompt in (LITURGY, LITURGY_PLUS, BESTIR, DECANT):
        _answer_queen(encoded, prompt, action, rng)
    elif prompt == CONSECRATE:
        if kind_of(action) == PASS:
            draw_for(encoded, actor, actor, sent, rng)
        else:
            _send(encoded, place_of(action), card_of(action, 0))
            ask_to_consecrate(encoded, count - 1, sent + 1, rng)
    elif prompt in (PILLAGE_TARGET, VOID_TARGET, ENCUMBER_TARGET, DEVILRY):
        _answer_players(encoded, prompt, place_of(action), given)
    else:
        _answer_joker(encoded, prompt, actor, action, rng)


@compiled
def _answer_looked(encoded: Ints, prompt: int, cards: Ints, chosen: int, rng: Ints) -> None:
    """Discard some of the looked-at cards; the others go to the hand or back (K-30)."""
    seat = encoded[TURN]
    for index in range(chosen):
        remove(encoded, LOOKED, cards[index])
    if prompt == ORDER:
        for index in range(chosen - 1, -1, -1):
            push(encoded, DRAWS + seat, cards[index])
        return
    for index in range(chosen):
        discard_card(encoded, cards[index], rng)
    if prompt == FORETELL:
        if encoded[SIZES + LOOKED] > 0:
            ask(encoded, ORDER)
        return
    for place in range(encoded[SIZES + LOOKED]):
        card = encoded[CARDS + LOOKED * ROOM + place]
        if prompt == CORRUPT:
            insert(encoded, HANDS + seat, card)
        else:
            push(encoded, DRAWS + seat, card)
    encoded[SIZES + LOOKED] = 0


@compiled
def _answer_parade_or_familiar(encoded: Ints, prompt: int, action: int, rng: Ints) -> None:
    seat, slot, card = encoded[TURN], place_of(action), card_of(action, 0)
    if prompt == FAMILIAR:
        remove(encoded, HANDS + seat, card)
        remove(encoded, PLAYS + seat, card_of(action, 1))
        push(encoded, KEPT + seat, card)
        push(encoded, ACES + seat, card_of(action, 1))
    elif prompt == SUPPLANT:
        taken = encoded[PARADE + slot - 1]
        remove(encoded, HANDS + seat, card)
        lay_in_slot(encoded, slot, card, rng)  # K-29
        insert(encoded, HANDS + seat, taken)
    elif kind_of(action) != PASS:
        take_from_slot(encoded, slot)


@compiled
def _answer_many(encoded: Ints, prompt: int, cards: Ints, chosen: int, rng: Ints) -> None:
    """Carry out an answer that names several cards from one pile."""
    seat = encoded[TURN]
    if prompt == SEPULCHER:
        old = pop(encoded, WELL)
        for index in range(chosen):
            remove(encoded, DISCARDS + seat, cards[index])
            push(encoded, WELL, cards[index])
        discard_card(encoded, old, rng)  # K-40
        return
    pile = HANDS + seat
    if prompt == SEARCH:
        pile = DRAWS + seat
    elif prompt == EXHUME:
        pile = WELL
    for index in range(chosen):
        remove(encoded, pile, cards[index])
    for index in range(chosen):
        if prompt == ACCEDE:
            discard_card(encoded, cards[index], rng)
        else:
            insert(encoded, HANDS + seat, cards[index])
    if prompt == SEARCH:
        shuffle_pile(encoded, DRAWS + seat, rng)  # K-36
    elif prompt == ACCEDE:
        draw_for(encoded, seat, seat, chosen, rng)  # K-39


@compiled
def _answer_queen(encoded: Ints, prompt: int, action: int, rng: Ints) -> None:
    """Send a card to the Well for a Queen, and draw or take in return."""
    seat, card = encoded[TURN], card_of(action, 0)
    if prompt == BESTIR:
        remove(encoded, DRAWS + seat, card)
        push(encoded, WELL, card)
        shuffle_pile(encoded, DRAWS + seat, rng)
    elif prompt == LITURGY:
        _send(encoded, OF_HAND, card)
    elif prompt == DECANT:
        _send(encoded, OF_DISCARD, card)
        if has_slot(encoded, COST[card]):  # K-39
            ask(encoded, DECANT_TAKE)
            encoded[COUNT] = COST[card]
        return
    else:
        _send(encoded, place_of(action), card)
    draw_for(encoded, seat, seat, 3 if prompt == LITURGY_PLUS else 2, rng)


@compiled
def _send(encoded: Ints, place: int, card: int) -> None:
    """Send a card from the active hand or discard pile to the Well (K-28)."""
    pile = (HANDS if place == OF_HAND else DISCARDS) + encoded[TURN]
    remove(encoded, pile, card)
    push(encoded, WELL, card)


@compiled
def _place_joker(encoded: Ints, seat: int) -> None:
    """Put the Joker in the play area on a player's discard pile (K-26)."""
    remove(encoded, PLAYS + encoded[TURN], JOKER)
    push(encoded, DISCARDS + seat, JOKER)


@compiled
def _answer_players(encoded: Ints, prompt: int, seats: int, given: int) -> None:
    """Carry out the choice of one or two players, given as bits in `seats`."""
    one = 0
    while not seats >> one & 1:
        one += 1
    if prompt == DEVILRY:
        other = one + 1
        while not seats >> other & 1:
            other += 1
        _swap_hands(encoded, one, other)  # K-45
        _place_joker(encoded, one)
        _place_joker(encoded, other)
        return
    has_discards = encoded[SIZES + DISCARDS + one] > 0
    if prompt == ENCUMBER_TARGET:
        if given > 0:
            remove(encoded, PLAYS + encoded[TURN], given)
            push(encoded, DISCARDS + one, given)
    elif prompt == VOID_TARGET and has_discards:
        ask(encoded, VOID_DISCARD)
        encoded[ACTOR] = one
        return
    elif prompt == PILLAGE_TARGET and (has_discards or encoded[SIZES + DRAWS + one] > 0):
        ask(encoded, PILLAGE)
        encoded[TARGET] = one
        return
    _place_joker(encoded, one)


@compiled
def _swap_hands(encoded: Ints, one: int, other: int) -> None:
    first, second = CARDS + (HANDS + one) * ROOM, CARDS + (HANDS + other) * ROOM
    size, others = encoded[SIZES + HANDS + one], encoded[SIZES + HANDS + other]
    for place in range(max(size, others)):
        held = encoded[first + place]
        encoded[first + place] = encoded[second + place]
        encoded[second + place] = held
    encoded[SIZES + HANDS + one] = others
    encoded[SIZES + HANDS + other] = size


@compiled
def _answer_joker(encoded: Ints, prompt: int, actor: int, action: int, rng: Ints) -> None:
    """Carry out the choice of a card for Pillage, Void or Encumber."""
    seat, card = encoded[TURN], card_of(action, 0)
    if prompt == PILLAGE:
        target = encoded[TARGET]
        if place_of(action) == OF_DISCARD:
            remove(encoded, DISCARDS + target, card)
            insert(encoded, HANDS + seat, card)
        else:
            draw_for(encoded, seat, target, 2, rng)  # K-52
        encoded[TARGET] = 0
        _place_joker(encoded, target)
    elif prompt == VOID_HAND:
        remove(encoded, HANDS + actor, card)
        push(encoded, WELL, card)
        ask_next_hand(encoded, actor)
    elif prompt == VOID_DISCARD:
        remove(encoded, DISCARDS + actor, card)
        push(encoded, WELL, card)
        _place_joker(encoded, actor)
    elif prompt == ENCUMBER:
        remove(encoded, WELL, card)
        insert(encoded, PLAYS + seat, card)
        ask(encoded, ENCUMBER_TARGET)
        encoded[GIVEN] = card
