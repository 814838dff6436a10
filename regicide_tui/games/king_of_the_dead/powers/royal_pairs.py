"""The powers of two royals of a rank: both red, both black, or mixed."""

from msgspec.structs import replace

from regicide_tui.games.base import Events, Pile
from regicide_tui.games.king_of_the_dead.actions import (
    AnswerForm,
    FromDiscard,
    FromHand,
    OptionPlace,
    Pick,
    PromptOption,
    PromptOptions,
    Slot,
    chosen_cards,
    chosen_slot,
)
from regicide_tui.games.king_of_the_dead.events import CardsReturned
from regicide_tui.games.king_of_the_dead.piles import (
    active_side,
    banish,
    discard,
    draw,
    look,
    shuffle,
    shuffle_draws,
)
from regicide_tui.games.king_of_the_dead.powers.pairs import (
    make_corrupt,
    make_search,
    pick_exactly,
    start_search,
    take_from_slot,
    take_from_well,
)
from regicide_tui.games.king_of_the_dead.powers.power import (
    Power,
    PromptKind,
    asks,
    open_prompt,
    sends,
)
from regicide_tui.games.king_of_the_dead.state import COST, Prompt, State, change_side
from regicide_tui.games.piles import remove_cards

# ---------------------------------------------------------------- Jacks: Scry, Foretell


def _scry(state: State, _: Pile, events: Events) -> State:
    state, looked = look(state, 4, events)
    return open_prompt(state, SCRY, looked=looked) or state


def _discard_some(state: State, prompt: Prompt, chosen: PromptOptions, events: Events) -> State:
    state = discard(state, chosen_cards(chosen), events)  # before the rest goes back (K-30)
    return _put_back(state, remove_cards(prompt.looked, chosen_cards(chosen)), False, events)


def _put_back(state: State, cards: Pile, ordered: bool, events: Events) -> State:
    if cards:
        events.append(CardsReturned(state.turn, len(cards), ordered))
    return change_side(state, state.turn, draws=cards + active_side(state).draws)


SCRY = PromptKind(
    "scry",
    "Which of these cards do you discard? The rest go back in the same order.",
    lambda _, prompt: AnswerForm(
        "discard", (Pick(OptionPlace.LOOKED, prompt.looked, 0, len(prompt.looked)),)
    ),
    _discard_some,
    looks=4,
)


def _foretell(state: State, _: Pile, events: Events) -> State:
    state, looked = look(state, 3, events)
    return open_prompt(state, FORETELL, looked=looked) or state


def _discard_one(state: State, prompt: Prompt, chosen: PromptOptions, events: Events) -> State:
    state = discard(state, chosen_cards(chosen), events)
    return (
        open_prompt(state, ORDER, looked=remove_cards(prompt.looked, chosen_cards(chosen))) or state
    )


FORETELL = PromptKind(
    "foretell",
    "Which of these cards do you discard, if any?",
    lambda _, prompt: AnswerForm("discard", (Pick(OptionPlace.LOOKED, prompt.looked, 0, 1),)),
    _discard_one,
    looks=3,
)


def _all_in_order(_: State, prompt: Prompt) -> AnswerForm:
    many = len(prompt.looked)
    return AnswerForm("order", (Pick(OptionPlace.LOOKED, prompt.looked, many, many, ordered=True),))


ORDER = PromptKind(
    "order",
    "In which order do you put the cards back on your draw pile? The first is on top.",
    _all_in_order,
    lambda state, _, chosen, events: _put_back(state, chosen_cards(chosen), True, events),
    looks=3,
)

# ---------------------------------------------------------------- Queens: Bestir, Decant, Liturgy+


def _bestir(state: State, _: Pile, events: Events) -> State:
    state = start_search(state, 1, events)
    return open_prompt(state, BESTIR) or draw(state, state.turn, 2, events)


def _send_from_draws(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    state = banish(state, state.turn, "draws", chosen_cards(chosen), events)
    return draw(shuffle_draws(state), state.turn, 2, events)


BESTIR = PromptKind(
    "bestir",
    "Which card of your draw pile do you send to the Well? Then you draw 2.",
    sends("draws"),
    _send_from_draws,
)


def _pay_with_discard(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    cards = chosen_cards(chosen)
    state = banish(state, state.turn, "discard", cards, events)
    return open_prompt(state, DECANT_TAKE, count=COST[cards[0]]) or state


DECANT = PromptKind(
    "decant",
    "Which card of your discard pile do you send to the Well? You may take one that costs no more.",
    sends("discard"),
    _pay_with_discard,
)


def _affordable(state: State, prompt: Prompt) -> AnswerForm:
    slots = [
        Slot(number)
        for number, card in enumerate(state.parade, 1)
        if card and COST[card] <= prompt.count  # K-39
    ]
    return AnswerForm("take", (Pick(OptionPlace.PARADE, tuple(slots)),), may_pass=True)


def _take_or_pass(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    return take_from_slot(state, chosen_slot(chosen), events) if chosen else state


DECANT_TAKE = PromptKind(
    "decant_take",
    "Which card of the Parade do you take, if any?",
    _affordable,
    _take_or_pass,
    counts=(0, 10),
)


def _liturgy_plus(state: State, _: Pile, events: Events) -> State:
    return open_prompt(state, LITURGY_PLUS) or draw(state, state.turn, 3, events)


def pick_from_hand_or_discard(state: State) -> Pick:
    """Return the pick of one card of the active player's hand or discard pile."""
    side = active_side(state)
    options: list[PromptOption] = [FromHand(card) for card in side.hand]
    options += [FromDiscard(card) for card in side.discard]
    return Pick(OptionPlace.HAND_OR_DISCARD, tuple(options))


def send_one(state: State, chosen: PromptOptions, events: Events) -> State:
    """Send the chosen card of the hand or the discard pile to the Well."""
    zone = "hand" if isinstance(chosen[0], FromHand) else "discard"
    return banish(state, state.turn, zone, chosen_cards(chosen), events)


def _send_one_and_draw(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    return draw(send_one(state, chosen, events), state.turn, 3, events)


LITURGY_PLUS = PromptKind(
    "liturgy+",
    "Which card of your hand or discard pile do you send to the Well? Then you draw 3.",
    lambda state, _: AnswerForm("send", (pick_from_hand_or_discard(state),)),
    _send_one_and_draw,
)

# ---------------------------------------------------------------- Kings


def _emendate(state: State, _: Pile, events: Events) -> State:
    state, well = shuffle(state, state.well)
    return take_from_well(replace(state, well=well), well[:2], events)


def _sepulcher(state: State, _: Pile, __: Events) -> State:
    return (state.well and open_prompt(state, SEPULCHER)) or state  # K-40


def _swap_discards_for_well_card(
    state: State, _: Prompt, chosen: PromptOptions, events: Events
) -> State:
    """Swap two cards of the discard pile for the top card of the Well; a Joker follows its rule."""
    old = state.well[:1]
    state = replace(state, well=state.well[1:])
    state = banish(state, state.turn, "discard", chosen_cards(chosen), events)
    return discard(state, old, events)


SEPULCHER = PromptKind(
    "sepulcher",
    "Which two cards of your discard pile do you send to the Well? The second ends on top.",
    sends("discard", 2),
    _swap_discards_for_well_card,
)


EXHUME = PromptKind(
    "exhume",
    "Which {cards} of the Well do you take?",
    lambda state, prompt: AnswerForm(
        "take", (pick_exactly(OptionPlace.WELL, state.well, prompt.count),)
    ),
    lambda state, _, chosen, events: take_from_well(state, chosen_cards(chosen), events),
    counts=(1, 3),
)

BESTIR_POWER = Power(
    "Bestir",
    "Send any card of your draw pile to the Well, shuffle it, draw 2.",
    _bestir,
    "send 1, draw 2",
)

POWERS = {
    "JJ red": Power(
        "Scry",
        "Look at the top 4 cards of your draw pile: discard any, the rest goes back.",
        _scry,
        "discard any of 4",
    ),
    "JJ black": Power(
        "Foretell",
        "Look at the top 3 cards of your draw pile: discard one or none, order the rest.",
        _foretell,
        "arrange the next 3",
    ),
    "JJ mixed": Power(
        "Corrupt+",
        "Look at the top 3 cards of your draw pile: discard one, take the others.",
        make_corrupt(3),
        "best 2 of 3",
    ),
    "QQ red": BESTIR_POWER,
    "QQ black": Power(
        "Decant",
        "Send a card of your discard pile to the Well; take one of the Parade of at most its cost.",
        asks(DECANT),
        "a discard for a card of the Parade",
    ),
    "QQ mixed": Power(
        "Liturgy+",
        "Send a card of your hand or discard pile to the Well, draw 3.",
        _liturgy_plus,
        "3 for 1",
    ),
    "KK red": Power("Emendate", "Take two random cards of the Well.", _emendate, "2 of the Well"),
    "KK black": Power(
        "Sepulcher",
        "Swap two cards of your discard pile for the top card of the Well.",
        _sepulcher,
        "2 discards for 1 of the Well",
    ),
    "KK mixed": Power(
        "Disinter+", "Take any card of the Well.", asks(EXHUME, count=1), "any of the Well"
    ),
}

PROMPT_KINDS = (SCRY, FORETELL, ORDER, BESTIR, DECANT, DECANT_TAKE, LITURGY_PLUS, SEPULCHER, EXHUME)


_WORDS = {2: "two", 3: "three", 4: "four"}


def _consecrate(state: State, cards: Pile, events: Events) -> State:
    return _ask_again(state, len(cards), 0, events)


def _ask_again(state: State, count: int, sent: int, events: Events) -> State:
    """Ask for one more card while `count` is above 0, then draw `sent` cards."""
    posed = open_prompt(state, CONSECRATE, count=count, sent=sent) if count else None
    return posed or draw(state, state.turn, sent, events)


def _send_or_pass(state: State, prompt: Prompt, chosen: PromptOptions, events: Events) -> State:
    if not chosen:
        return draw(state, state.turn, prompt.sent, events)
    state = send_one(state, chosen, events)
    return _ask_again(state, prompt.count - 1, prompt.sent + 1, events)


CONSECRATE = PromptKind(
    "consecrate",
    "Which card of your hand or discard pile do you send to the Well? You draw one for each.",
    lambda state, _: AnswerForm("send", (pick_from_hand_or_discard(state),), may_pass=True),
    _send_or_pass,
    counts=(1, 4),
)


def _royal_powers(size: int) -> dict[str, Power]:
    """Return the powers of `size` royals of one rank."""
    take, send = _WORDS[size - 1], _WORDS[size]
    return {
        "J" * size: Power(
            "Manifest",
            f"Take any {take} cards of your draw pile, then shuffle it.",
            make_search(size - 1),
            f"pick {size - 1} to draw",
        ),
        "Q" * size: Power(
            "Consecrate",
            f"Send up to {send} cards of hand or discard pile to the Well, draw as many.",
            _consecrate,
            f"up to {size} for as many",
        ),
        "K" * size: Power(
            "Exhume",
            f"Take any {take} cards of the Well.",
            asks(EXHUME, count=size - 1),
            f"any {size - 1} of the Well",
        ),
    }


DEITY_POWERS = _royal_powers(3) | _royal_powers(4)

DEITY_PROMPT_KINDS = (CONSECRATE,)
