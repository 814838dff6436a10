"""The rules of Regicide Duel: `reduce(state, action)` returns the next state.

    PLAY -play-> powers, attack -damage-> PAY -pay-> clean-up, the other player's PLAY
                   |                 ' -cannot pay-> OVER
                   ' -no damage-> clean-up, the other player's PLAY, or OVER without cards

Every action is checked first, and a failed check raises `IllegalAction`. The steps after the checks
can't fail. Each step takes a state, appends its events to `events` and returns the next state.
"""

from collections.abc import Callable

from msgspec.structs import replace

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, ascending
from regicide_tui.games.base import Event, IllegalAction, Pile, Seat, Step
from regicide_tui.games.duel.events import (
    AttackMade,
    CardsDrawn,
    CardsPlayed,
    CastleCardDrawn,
    DamagePaid,
    DamageSuffered,
    DiscardHealed,
    PlayerDefeated,
    ShieldDestroyed,
    ShieldRaised,
    TurnBegan,
)
from regicide_tui.games.duel.state import (
    HAND_MAXIMUM,
    OVER,
    PAY,
    PLAY,
    Phase,
    State,
    becomes_shield,
    other,
    shield,
)
from regicide_tui.games.hands import remove_cards, replace_at
from regicide_tui.games.piles import heal, lay_on_pile
from regicide_tui.games.regicide_family.payments import pay_from
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play
from regicide_tui.games.regicide_family.plays import is_play, play_order, total, why_no_play


def reduce(state: State, action: Play | Pay) -> Step[State]:
    """Return the state after an action, and its events. The given state never changes.

    Raises `IllegalAction`; docs/rules.md has the codes and their order.
    """
    if state.phase is OVER:
        raise IllegalAction("game_over", "The game is over.")
    handler = _HANDLERS.get((state.phase, type(action)))
    if handler is None:
        raise IllegalAction("wrong_phase", _WRONG_PHASE[state.phase])
    events: list[Event] = []
    after = handler(state, action, events)
    return Step(after, tuple(events))


_WRONG_PHASE = {
    PLAY: "Play cards now: there is nothing to pay.",
    PAY: "Pay for the damage first.",
}


# ---------------------------------------------------------------- step 1: play


def _play(state: State, action: Play, events: list[Event]) -> State:
    seat, cards = state.turn, action.cards
    hand = hand_after_play(state, cards)
    if len(cards) > 1:
        cards = tuple(sorted(cards, key=play_order))
    value = total(cards)
    events.append(CardsPlayed(seat, cards, value))
    state = replace(state, hands=replace_at(state.hands, seat, hand), played=cards)  # D-14
    suits = {card.suit for card in cards}  # nobody is immune to one (D-19)
    if HEARTS in suits:  # Hearts come before Diamonds (D-6)
        state = _heal(state, value, events)
    if DIAMONDS in suits:
        state = _draw(state, value, events)
    return _attack(state, attack_of(cards), events)


def hand_after_play(state: State, cards: Pile) -> Pile:
    """Return the active hand without these cards. Raises `IllegalAction` if they are no play."""
    hand = remove_cards(state.hands[state.turn], cards)
    if not is_play(cards):
        raise IllegalAction("bad_combo", why_no_play(cards))
    return hand


def attack_of(cards: Pile) -> int:
    """Return the attack value of a play: its value, doubled once by Clubs (D-10)."""
    return total(cards) * (2 if CLUBS in [card.suit for card in cards] else 1)


# ---------------------------------------------------------------- steps 2 and 3: red powers


def _heal(state: State, value: int, events: list[Event]) -> State:
    """Hearts: shuffle the discard pile and put cards of it under the Tavern, unseen (D-6)."""
    assert state.seed is not None  # only a view has no seed
    tavern, discard, healed = heal(state.tavern, state.discard, value, state.seed, state.shuffles)
    events.append(DiscardHealed(healed))
    return replace(state, shuffles=state.shuffles + 1, discard=discard, tavern=tavern)


def _draw(state: State, value: int, events: list[Event]) -> State:
    """Diamonds: draw from the Tavern; then the opponent draws from the Castle (D-7).

    The opponent may pay for this attack with the card from the Castle (D-15).
    """
    seat, foe = state.turn, other(state.turn)
    hands = state.hands
    count = draws(len(hands[seat]), value, len(state.tavern))
    if count:
        drawn = ascending(state.tavern[:count])
        hands = replace_at(hands, seat, ascending(hands[seat] + drawn))
        events.append(CardsDrawn(seat, drawn))
    from_castle = state.castle[: castle_draws(state)]
    if from_castle:
        hands = replace_at(hands, foe, ascending(hands[foe] + from_castle))
        events.append(CastleCardDrawn(foe, from_castle[0]))
    return replace(
        state,
        hands=hands,
        tavern=state.tavern[count:],
        castle=state.castle[len(from_castle) :],
    )


def draws(held: int, value: int, available: int) -> int:
    """Return the number of cards that Diamonds draw for a hand of `held` cards (D-7)."""
    return min(value, max(0, HAND_MAXIMUM - held), available)


def castle_draws(state: State) -> int:
    """Return the number of Castle cards that Diamonds give the opponent: 1 or 0 (D-7)."""
    return int(bool(state.castle) and len(state.hands[other(state.turn)]) < HAND_MAXIMUM)


# ---------------------------------------------------------------- step 4: attack and payment


def _attack(state: State, attack: int, events: list[Event]) -> State:
    """Attack the opponent: a shield stops it, or is destroyed; the rest is damage (D-8, D-11)."""
    foe = other(state.turn)
    strength = shield(state, foe)
    events.append(AttackMade(state.turn, attack, attack > total(state.played), strength))
    if attack < strength:
        return _clean_up(state, events)
    if strength:
        state = _destroy_shield(state, foe, events)
    if attack == strength:
        return _clean_up(state, events)
    damage = attack - strength
    events.append(DamageSuffered(foe, damage))
    return lose_if_unpayable(replace(state, due=damage, phase=PAY), events)


def _destroy_shield(state: State, seat: Seat, events: list[Event]) -> State:
    """Discard the whole shield, the oldest play first (D-12)."""
    cards = tuple([card for play in state.shields[seat] for card in play])
    events.append(ShieldDestroyed(seat, cards))
    return replace(
        state,
        shields=replace_at(state.shields, seat, ()),
        discard=lay_on_pile(state.discard, cards),
    )


def lose_if_unpayable(state: State, events: list[Event]) -> State:
    """End the game if the opponent can't pay; all cards stay where they are (D-16)."""
    foe = other(state.turn)
    if total(state.hands[foe]) < state.due:
        return _defeat(state, foe, "cannot_pay", events)
    return state


def _pay(state: State, action: Pay, events: list[Event]) -> State:
    foe = other(state.turn)
    hand = hand_after_payment(state, action.cards)
    cards = ascending(action.cards)
    events.append(DamagePaid(foe, cards, state.due))
    state = replace(
        state, hands=replace_at(state.hands, foe, hand), discard=lay_on_pile(state.discard, cards)
    )
    return _clean_up(state, events)


def hand_after_payment(state: State, cards: Pile) -> Pile:
    """Return the paying hand without a payment. Raises `IllegalAction` if it is bad (D-17)."""
    return pay_from(state.hands[other(state.turn)], cards, state.due, state.options.overpay)


# ---------------------------------------------------------------- step 5 and the end


def _clean_up(state: State, events: list[Event]) -> State:
    """Add the play to the shield or discard it, and pass the turn (D-13, D-14)."""
    seat, cards = state.turn, state.played
    shields, discard = state.shields, state.discard
    if becomes_shield(cards):
        shields = replace_at(shields, seat, (*shields[seat], cards))
        amount = total(cards)
        events.append(ShieldRaised(seat, amount, shield(state, seat) + amount))
    else:
        discard = lay_on_pile(discard, cards)
    state = replace(
        state,
        shields=shields,
        discard=discard,
        turn=other(seat),
        phase=PLAY,
        played=(),
        due=0,
    )
    events.append(TurnBegan(state.turn))
    return lose_if_unable_to_act(state, events)


def lose_if_unable_to_act(state: State, events: list[Event]) -> State:
    """End the game if the player has no card to play (D-16)."""
    if state.hands[state.turn]:
        return state
    return _defeat(state, state.turn, "cannot_play", events)


def _defeat(state: State, seat: Seat, reason: str, events: list[Event]) -> State:
    events.append(PlayerDefeated(seat, reason))
    return replace(state, phase=OVER, winner=other(seat), reason=reason)


_HANDLERS: dict[tuple[Phase, type[Play | Pay]], Callable[..., State]] = {
    (PLAY, Play): _play,
    (PAY, Pay): _pay,
}
