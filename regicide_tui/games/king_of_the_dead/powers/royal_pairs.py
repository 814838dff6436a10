"""The powers of two royals of a rank: both red, both black, or mixed."""

from msgspec.structs import replace

from regicide_tui.games.base import Events, Pile
from regicide_tui.games.king_of_the_dead.actions import (
    OptionPlace,
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
    shuffle,
    shuffle_draws,
)
from regicide_tui.games.king_of_the_dead.powers.pairs import (
    CORRUPT,
    SEARCH,
    send_one,
    sends_and_draws,
    take_from_slot,
    take_from_well,
)
from regicide_tui.games.king_of_the_dead.powers.power import (
    ALL,
    COUNT,
    Power,
    PromptKind,
    asks,
    draws,
    looks,
    names,
    open_prompt,
    searches,
)
from regicide_tui.games.king_of_the_dead.state import COST, Prompt, State, change_side
from regicide_tui.games.piles import remove_cards

# ---------------------------------------------------------------- Jacks: Scry, Foretell


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
    names("discard", OptionPlace.LOOKED, least=0, most=ALL),
    _discard_some,
    looks=4,
)


def _discard_one(state: State, prompt: Prompt, chosen: PromptOptions, events: Events) -> State:
    state = discard(state, chosen_cards(chosen), events)
    return (
        open_prompt(state, ORDER, looked=remove_cards(prompt.looked, chosen_cards(chosen))) or state
    )


FORETELL = PromptKind(
    "foretell",
    "Which of these cards do you discard, if any?",
    names("discard", OptionPlace.LOOKED, least=0),
    _discard_one,
    looks=3,
)


ORDER = PromptKind(
    "order",
    "In which order do you put the cards back on your draw pile? The first is on top.",
    names("order", OptionPlace.LOOKED, least=ALL, most=ALL, ordered=True),
    lambda state, _, chosen, events: _put_back(state, chosen_cards(chosen), True, events),
    looks=3,
)

# ---------------------------------------------------------------- Queens: Bestir, Decant, Liturgy+


def _send_from_draws(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    state = banish(state, state.turn, "draws", chosen_cards(chosen), events)
    return draw(shuffle_draws(state), state.turn, 2, events)


BESTIR = PromptKind(
    "bestir",
    "Which card of your draw pile do you send to the Well? Then you draw 2.",
    names("send", OptionPlace.DRAWS),
    _send_from_draws,
)


def _pay_with_discard(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    cards = chosen_cards(chosen)
    state = banish(state, state.turn, "discard", cards, events)
    return open_prompt(state, DECANT_TAKE, count=COST[cards[0]]) or state


DECANT = PromptKind(
    "decant",
    "Which card of your discard pile do you send to the Well? You may take one that costs no more.",
    names("send", OptionPlace.DISCARD),
    _pay_with_discard,
)


def _affordable(state: State, prompt: Prompt) -> PromptOptions:
    slots = enumerate(state.parade, 1)
    return tuple([Slot(number) for number, card in slots if card and COST[card] <= prompt.count])


def _take_or_pass(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    return take_from_slot(state, chosen_slot(chosen), events) if chosen else state


DECANT_TAKE = PromptKind(
    "decant_take",
    "Which card of the Parade do you take, if any?",
    names("take", OptionPlace.PARADE, options=_affordable, may_pass=True),  # K-39
    _take_or_pass,
    counts=(0, 10),
)


LITURGY_PLUS = PromptKind(
    "liturgy+",
    "Which card of your hand or discard pile do you send to the Well? Then you draw 3.",
    names("send", OptionPlace.HAND_OR_DISCARD),
    sends_and_draws(3),
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
    names("send", OptionPlace.DISCARD, least=2, most=2, ordered=True),
    _swap_discards_for_well_card,
)


EXHUME = PromptKind(
    "exhume",
    "Which {cards} of the Well do you take?",
    names("take", OptionPlace.WELL, least=COUNT, most=COUNT),
    lambda state, _, chosen, events: take_from_well(state, chosen_cards(chosen), events),
    counts=(1, 3),
)

BESTIR_POWER = Power(
    "Bestir",
    "Send any card of your draw pile to the Well, shuffle it, draw 2.",
    searches(1, asks(BESTIR, draws(2))),
    "send 1, draw 2",
)

POWERS = {
    "JJ red": Power(
        "Scry",
        "Look at the top 4 cards of your draw pile: discard any, the rest goes back.",
        looks(4, SCRY),
        "discard any of 4",
    ),
    "JJ black": Power(
        "Foretell",
        "Look at the top 3 cards of your draw pile: discard one or none, order the rest.",
        looks(3, FORETELL),
        "arrange the next 3",
    ),
    "JJ mixed": Power(
        "Corrupt+",
        "Look at the top 3 cards of your draw pile: discard one, take the others.",
        looks(3, CORRUPT),
        "best 2 of 3",
    ),
    "QQ red": BESTIR_POWER,
    "QQ black": Power(
        "Decant",
        "Send a card from your discard pile to the Well; take a Parade card that costs no more.",
        asks(DECANT),
        "a discard for a card of the Parade",
    ),
    "QQ mixed": Power(
        "Liturgy+",
        "Send a card from your hand or discard pile to the Well, then draw 3.",
        asks(LITURGY_PLUS, draws(3)),
        "3 for 1",
    ),
    "KK red": Power("Emendate", "Take two random cards from the Well.", _emendate, "2 of the Well"),
    "KK black": Power(
        "Sepulcher",
        "Swap two cards from your discard pile for the top card of the Well.",
        _sepulcher,
        "2 discards for 1 of the Well",
    ),
    "KK mixed": Power(
        "Disinter+", "Take any card from the Well.", asks(EXHUME, count=1), "any of the Well"
    ),
}

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
    names("send", OptionPlace.HAND_OR_DISCARD, may_pass=True),
    _send_or_pass,
    counts=(1, 4),
)


def _royal_powers(size: int) -> dict[str, Power]:
    """Return the powers of `size` royals of one rank."""
    take, send = _WORDS[size - 1], _WORDS[size]
    return {
        "J" * size: Power(
            "Manifest",
            f"Take any {take} cards from your draw pile, then shuffle it.",
            searches(size - 1, asks(SEARCH, count=size - 1)),
            f"pick {size - 1} to draw",
        ),
        "Q" * size: Power(
            "Consecrate",
            f"Send up to {send} hand or discard cards to the Well, then draw as many.",
            _consecrate,
            f"up to {size} for as many",
        ),
        "K" * size: Power(
            "Exhume",
            f"Take any {take} cards from the Well.",
            asks(EXHUME, count=size - 1),
            f"any {size - 1} of the Well",
        ),
    }


DEITY_POWERS = _royal_powers(3) | _royal_powers(4)

PROMPT_KINDS = (
    SCRY,
    FORETELL,
    ORDER,
    BESTIR,
    DECANT,
    DECANT_TAKE,
    LITURGY_PLUS,
    SEPULCHER,
    EXHUME,
    CONSECRATE,
)
