"""The rules of Regicide Duel: `reduce(state, action)` returns the next state.

    PLAY -play-> powers, attack -damage-> PAY -pay-> clean-up, the other player's PLAY
                   |                 ' -cannot pay-> OVER
                   ' -no damage-> clean-up, the other player's PLAY, or OVER without cards

Every action is checked first, and a failed check raises `IllegalAction`. The steps after the checks
can't fail. Each step takes a state, appends its events to `events` and returns the next state.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, UNKNOWN, ascending
from regicide_tui.games.base import Event, Events, IllegalAction, Json, Pile, Seat, Step, Value
from regicide_tui.games.duel.state import (
    HAND_MAXIMUM,
    OVER,
    PAY,
    PLAY,
    PLAYERS,
    AttackMade,
    CardsDrawn,
    CastleCardDrawn,
    DamageSuffered,
    DiscardHealed,
    Options,
    Phase,
    PlayerDefeated,
    ShieldDestroyed,
    ShieldRaised,
    State,
    TurnBegan,
    actor,
    becomes_shield,
    holder,
    other,
    shield,
)
from regicide_tui.games.piles import lay_on_pile, replace_at
from regicide_tui.games.regicide_family.dealing import deal_cards
from regicide_tui.games.regicide_family.events import heal_discard, take_payment, take_play
from regicide_tui.games.regicide_family.plays import (
    Pay,
    PayPreview,
    Play,
    joinable_cards,
    payments,
    plays,
    total,
    why_not,
)
from regicide_tui.games.setup import (
    OVERPAY,
    check_players,
    check_seed,
    diamond_redeal,
    first_player,
    read_options,
)

TITLE = "Regicide Duel"

OPTIONS = (diamond_redeal(False), OVERPAY, first_player(PLAYERS))
"""The house rules of docs/rules-duel.md."""


def read_rules(players: int, given: Mapping[str, Json]) -> Options:
    """Return the checked house rules for this number of players. Raises `BadSetup`."""
    check_players(TITLE, players, (PLAYERS,))
    return read_options(TITLE, OPTIONS, given, Options)


def deal(players: int, seed: str, given: Mapping[str, Json]) -> State:
    """Return the first state of a game (D-1, D-2, D-3). Raises `BadSetup`."""
    options = read_rules(players, given)
    dealt = deal_cards(
        check_seed(seed),
        PLAYERS,
        HAND_MAXIMUM,
        jesters=0,
        first_player=options.first_player,
        diamond_redeal=options.diamond_redeal,
    )
    return State(
        options=options,
        seed=seed,
        shuffles=dealt.shuffles,
        hands=dealt.hands,
        shields=((), ()),
        tavern=dealt.tavern,
        castle=dealt.castle,
        discard=(),
        turn=dealt.first,
        phase=PLAY,
        played=(),
        due=0,
        winner=None,
        reason=None,
    )


def legal_actions(view: State) -> list[Play | Pay]:
    """Return every legal action once; none if the view hides the hand of the seat that must act."""
    seat = actor(view)
    if seat is None or UNKNOWN in view.hands[seat]:
        return []
    hand = view.hands[seat]
    if view.phase is PLAY:
        return [Play(cards) for cards in plays(hand)]  # D-4, D-5, D-18
    return [Pay(cards) for cards in payments(hand, view.due, view.options.overpay)]


def reduce(state: State, action: Play | Pay) -> Step[State]:
    """Return the state after an action, and its events. The given state never changes.

    On a view, the events tell what its seat can know beforehand: how many cards move, not which.
    Whether unknown cards can pay is unknown, so there is no event for the game's end.
    Raises `IllegalAction`; docs/rules.md has the codes and their order.
    """
    if state.phase is OVER:
        raise IllegalAction("game_over", "The game is over.")
    handler = _HANDLERS.get((state.phase, type(action)))
    if handler is None:
        raise IllegalAction("wrong_phase", _WRONG_PHASE[state.phase])
    events: Events = []
    after = handler(state, action, events)
    return Step(after, tuple(events))


_WRONG_PHASE = {
    PLAY: "Play cards now: there is nothing to pay.",
    PAY: "Pay for the damage first.",
}


# ---------------------------------------------------------------- step 1: play


def _play(state: State, action: Play, events: Events) -> State:
    hand, cards, value = take_play(state, action.cards, events)
    hands = replace_at(state.hands, state.turn, hand)
    state = replace(state, hands=hands, played=cards)  # D-14
    suits = {card.suit for card in cards}  # nobody is immune to one (D-19)
    if HEARTS in suits:  # Hearts come before Diamonds (D-6)
        state = heal_discard(state, value, events)
    if DIAMONDS in suits:
        state = _draw(state, value, events)
    return _attack(state, attack_of(cards), events)


def attack_of(cards: Pile) -> int:
    """Return the attack value of a play: its value, doubled once by Clubs (D-10)."""
    return total(cards) * (2 if CLUBS in [card.suit for card in cards] else 1)


# ---------------------------------------------------------------- steps 2 and 3: red powers


def _draw(state: State, value: int, events: Events) -> State:
    """Diamonds: draw from the Tavern; then the opponent draws from the Castle (D-7).

    The opponent may pay for this attack with the card from the Castle (D-15).
    """
    seat, foe = state.turn, other(state.turn)
    hands = state.hands
    room = max(0, HAND_MAXIMUM - len(hands[seat]))
    drawn = ascending(state.tavern[: min(value, room)])
    if drawn:
        hands = replace_at(hands, seat, ascending(hands[seat] + drawn))
        events.append(CardsDrawn(seat, drawn))
    from_castle = state.castle[:1] if len(hands[foe]) < HAND_MAXIMUM else ()
    if from_castle:
        hands = replace_at(hands, foe, ascending(hands[foe] + from_castle))
        events.append(CastleCardDrawn(foe, from_castle[0]))
    return replace(
        state,
        hands=hands,
        tavern=state.tavern[len(drawn) :],
        castle=state.castle[len(from_castle) :],
    )


# ---------------------------------------------------------------- step 4: attack and payment


def _attack(state: State, attack: int, events: Events) -> State:
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


def _destroy_shield(state: State, seat: Seat, events: Events) -> State:
    """Discard the whole shield, the oldest play first (D-12)."""
    cards = tuple([card for play in state.shields[seat] for card in play])
    events.append(ShieldDestroyed(seat, cards))
    return replace(
        state,
        shields=replace_at(state.shields, seat, ()),
        discard=lay_on_pile(state.discard, cards),
    )


def lose_if_unpayable(state: State, events: Events) -> State:
    """End the game if the opponent can't pay; all cards stay where they are (D-16)."""
    foe = other(state.turn)
    if total(state.hands[foe]) < state.due:
        return _defeat(state, foe, "cannot_pay", events)
    return state


def _pay(state: State, action: Pay, events: Events) -> State:
    foe, overpay = other(state.turn), state.options.overpay  # D-17
    paid = take_payment(state, foe, action.cards, state.due, overpay, events)
    return _clean_up(paid, events)


# ---------------------------------------------------------------- step 5 and the end


def _clean_up(state: State, events: Events) -> State:
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


def lose_if_unable_to_act(state: State, events: Events) -> State:
    """End the game if the player has no card to play (D-16)."""
    if state.hands[state.turn]:
        return state
    return _defeat(state, state.turn, "cannot_play", events)


def _defeat(state: State, seat: Seat, reason: str, events: Events) -> State:
    events.append(PlayerDefeated(seat, reason))
    return replace(state, phase=OVER, winner=other(seat), reason=reason)


_HANDLERS: dict[tuple[Phase, type[Play | Pay]], Callable[..., State]] = {
    (PLAY, Play): _play,
    (PAY, Pay): _pay,
}


class PlayPreview(Value):
    """What a play would do.

    `against` is the opponent's shield against the `attack`. `healed` and `drawn` count cards; they
    are None if the play has no such power. `castle` says whether the opponent draws a Castle card.
    `shield` is the player's whole shield after the turn, None without Spades.
    """

    cards: Pile
    value: int
    attack: int
    against: int
    healed: int | None
    drawn: int | None
    castle: bool
    shield: int | None

    @property
    def doubled(self) -> bool:
        """Whether Clubs double the attack."""
        return self.attack > self.value

    @property
    def breaks(self) -> bool:
        """Whether the attack destroys a shield."""
        return 0 < self.against <= self.attack

    @property
    def damage(self) -> int:
        """What the opponent must pay."""
        return max(0, self.attack - self.against)


Preview = PlayPreview | PayPreview


def preview(view: State, cards: Pile) -> Preview | None:
    """Return what these cards of the seat that must act would do; None if they are no play."""
    seat = holder(view)
    if view.phase is not PLAY:
        return PayPreview(cards, view.due, total(cards), total(view.hands[seat]))
    if not cards:
        return None
    try:
        events = reduce(view, Play(cards)).events
    except IllegalAction:
        return None
    return _read_preview(view, cards, events)


def _read_preview(view: State, cards: Pile, events: tuple[Event, ...]) -> PlayPreview:
    """Read what a play would do from its events on a view."""
    value, healed, drawn = total(cards), None, 0
    attack = against = 0
    castle = False
    for event in events:
        match event:
            case DiscardHealed(count):
                healed = count
            case CardsDrawn(_, new):
                drawn = len(new)
            case CastleCardDrawn():
                castle = True
            case AttackMade():
                attack, against = event.attack, event.shield
    return PlayPreview(
        cards=cards,
        value=value,
        attack=attack,
        against=against,
        healed=healed,
        drawn=drawn if DIAMONDS in [card.suit for card in cards] else None,
        castle=castle,
        shield=shield(view, view.turn) + value if becomes_shield(cards) else None,
    )


def effect(view: State, action: Play | Pay) -> Hashable:
    """Return what an action does apart from using cards of the hand; None if it is illegal.

    Attacks that the shield stops have the same effect if their powers do the same.
    """
    if isinstance(action, Pay):
        return "paid" if total(action.cards) >= view.due else None
    facts = preview(view, action.cards)
    if not isinstance(facts, PlayPreview):
        return None
    return facts.breaks, facts.damage, facts.healed, facts.drawn, facts.castle, facts.shield


def refusal(view: State, cards: Pile) -> str:
    """Return why these cards can't be played or paid now; an empty string if they can."""
    return why_not(reduce, view, Play(cards) if view.phase is PLAY else Pay(cards))


def joinable(view: State, actions: Sequence[Value], chosen: tuple[int, ...]) -> list[bool]:
    """Return for each card of the acting hand whether it can be added to the chosen cards."""
    return joinable_cards(view.hands[holder(view)], actions, chosen)
