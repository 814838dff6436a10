"""The rules on an encoded state: `apply_action(encoded, action, cards, rng)` plays on, in place.

They are the engine's `reduce` without events and checks, for legal actions. The tests play both
side by side.
"""

from regicide_tui.bots.king_of_the_dead.encoded.piles import (
    discard_card,
    draw_for,
    end_turn,
    insert,
    lay_in_slot,
    pop,
    push,
    remove,
    remove_at,
    shuffle_pile,
    take_from_slot,
    take_newcomer,
)
from regicide_tui.bots.king_of_the_dead.encoded.powers import (
    ask,
    ask_next_hand,
    ask_to_consecrate,
    close_prompt,
    has_slot,
    play_power,
)
from regicide_tui.bots.king_of_the_dead.encoded.state import (
    ABSCOND,
    ACCEDE,
    ACES,
    ACTOR,
    BESTIR,
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
    END,
    EXHUME,
    FAMILIAR,
    FORETELL,
    GIVEN,
    HANDS,
    JOKER,
    KEPT,
    LITURGY,
    LITURGY_PLUS,
    LOOKED,
    NO_PROMPT,
    NUMBER,
    OF_DISCARD,
    OF_HAND,
    ORDER,
    PARADE,
    PASS,
    PILLAGE,
    PILLAGE_TARGET,
    PLAY,
    PLAYERS,
    PLAYS,
    POINTS,
    PROMPT,
    RECALL,
    ROOM,
    SCORE,
    SCORED,
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
    WELL_CARD_STAYS,
    card_of,
    kind_of,
    place_of,
    read_cards,
)
from regicide_tui.bots.library import Ints, compiled


@compiled
def answer_prompt(encoded: Ints, action: int, cards: Ints, rng: Ints) -> None:
    """Carry out an answer to the prompt that waits. `cards` is room for the cards of the answer."""
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
    """Discard some of the cards looked at; the others come to the hand or go back (K-30)."""
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
    """Carry out an answer that names several cards of one pile."""
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
    """Send a card to the Well, as a Queen asks, and draw or take for it."""
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
    """Send a card of the active hand or discard pile to the Well (K-28)."""
    pile = (HANDS if place == OF_HAND else DISCARDS) + encoded[TURN]
    remove(encoded, pile, card)
    push(encoded, WELL, card)


@compiled
def _place_joker(encoded: Ints, seat: int) -> None:
    """Lay the Joker of the play area on a player's discard pile (K-26)."""
    remove(encoded, PLAYS + encoded[TURN], JOKER)
    push(encoded, DISCARDS + seat, JOKER)


@compiled
def _answer_players(encoded: Ints, prompt: int, seats: int, given: int) -> None:
    """Carry out the choice of one or two players. `seats` are their bits."""
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


@compiled
def apply_action(encoded: Ints, action: int, cards: Ints, rng: Ints) -> None:
    """Play a legal action. `cards` is room for the cards of an action."""
    kind = kind_of(action)
    if encoded[PROMPT] != NO_PROMPT:
        answer_prompt(encoded, action, cards, rng)
    elif kind == END:
        end_turn(encoded, rng)
    elif kind == SCORE:
        _score(encoded, action)
    elif kind == RECALL:
        _recall(encoded, place_of(action) - 1)
    elif kind == PLAY:
        play_power(encoded, action, rng)
    else:
        _buy(encoded, action, cards, rng)


@compiled
def _score(encoded: Ints, action: int) -> None:
    """Score a run: its highest card leaves the game (K-20).

    Of its three cards, the one that is 0 is the top of the Well (K-19).
    """
    seat = encoded[TURN]
    high = card_of(action, 2)
    for index in range(3):
        card = card_of(action, index)
        if card > 0:
            remove(encoded, HANDS + seat, card)
        else:
            place = CARDS + WELL * ROOM + encoded[SIZES + WELL] - 1
            if index < 2 and encoded[WELL_CARD_STAYS]:
                continue
            card = encoded[place]
            encoded[SIZES + WELL] -= 1
        if index < 2:
            insert(encoded, PLAYS + seat, card)
        else:
            high = card
    encoded[POINTS + seat] += NUMBER[high]
    encoded[SCORED + seat] += 1


@compiled
def _recall(encoded: Ints, number: int) -> None:
    """Take back the card of a Familiar, and discard its Ace (K-33)."""
    seat = encoded[TURN]
    push(encoded, DISCARDS + seat, encoded[CARDS + (ACES + seat) * ROOM + number])
    insert(encoded, HANDS + seat, encoded[CARDS + (KEPT + seat) * ROOM + number])
    remove_at(encoded, ACES + seat, number)
    remove_at(encoded, KEPT + seat, number)


@compiled
def _buy(encoded: Ints, action: int, cards: Ints, rng: Ints) -> None:
    """Buy the card of a slot or the Newcomer; payment and purchase are discarded (K-25)."""
    seat, slot = encoded[TURN], place_of(action)
    for index in range(read_cards(encoded, action, cards)):
        remove(encoded, HANDS + seat, cards[index])
        push(encoded, DISCARDS + seat, cards[index])
    if slot == 0:
        take_newcomer(encoded, rng)
        return
    push(encoded, DISCARDS + seat, encoded[PARADE + slot - 1])
    encoded[PARADE + slot - 1] = 0


@compiled
def win_share(encoded: Ints, seat: int) -> float:
    """Return a seat's share of the win in a game that is over (K-50)."""
    sharing, own = 0, _rank(encoded, seat)
    for other in range(encoded[PLAYERS]):
        rank = _rank(encoded, other)
        if rank > own:
            return 0.0
        if rank == own:
            sharing += 1
    return 1.0 / sharing


@compiled
def _rank(encoded: Ints, seat: int) -> int:
    """Return a number that is the greater the better a player stands: points, then few cards."""
    return encoded[POINTS + seat] * ROOM - encoded[SCORED + seat]
