"""The rules of Regicide: `reduce(state, action)` returns the next state.

    PLAY -play-> powers, damage -alive-> SUFFER -pay-> the next player's PLAY
      | -jester-> CHOOSE -choice-> the chosen player's PLAY
      | -kill-> the same player's PLAY, or OVER
      ' -yield-> SUFFER

Every action is checked first, and a failed check raises `IllegalAction`. The steps after the checks
can't fail. Each step takes a state, appends its events to `events` and returns the next state.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    JESTER,
    SPADES,
    UNKNOWN,
    Card,
    Suit,
    ascending,
)
from regicide_tui.games.base import (
    Events,
    IllegalAction,
    Json,
    Option,
    Pile,
    Seat,
    Step,
    Value,
)
from regicide_tui.games.piles import lay_on_pile, replace_at
from regicide_tui.games.regicide.state import (
    ATTACK,
    CHOOSE,
    HAND_MAXIMUM,
    OVER,
    PLAY,
    SOLO_JESTERS,
    SUFFER,
    TAVERN_JESTERS,
    Action,
    AttackBlocked,
    AttackSuffered,
    CardsDrawn,
    Choose,
    DamageDealt,
    DiscardHealed,
    EnemyDefeated,
    EnemyRevealed,
    Flip,
    GameLost,
    GameWon,
    ImmunityCancelled,
    JesterFlipped,
    NextChosen,
    Options,
    Pay,
    Phase,
    Play,
    PlayerYielded,
    PowerBlocked,
    ShieldRaised,
    State,
    TurnBegan,
    Yield,
    attack,
    immune_suit,
    lay,
    may_yield,
    medal,
    remaining,
    shield,
)
from regicide_tui.games.regicide_family.dealing import deal_cards
from regicide_tui.games.regicide_family.events import heal_discard, take_payment, take_play
from regicide_tui.games.regicide_family.plays import (
    PayPreview,
    joinable_cards,
    payments,
    plays,
    total,
    why_not,
)
from regicide_tui.games.setup import (
    BOOLEANS,
    OVERPAY,
    check_players,
    check_seed,
    diamond_redeal,
    first_player,
    read_options,
)


def options_for(players: int) -> tuple[Option, ...]:
    """Return the house rules of docs/rules.md for this number of players."""
    return (
        diamond_redeal(True),
        Option("combos", True, BOOLEANS, "Cards of one number, 2 to 5, may be played together."),
        Option(
            "solo_yield",
            False,
            BOOLEANS,
            "A solo player may yield, but not twice in a row.",
            matters=players == 1,
        ),
        OVERPAY,
        first_player(players),
    )


def read_rules(players: int, given: Mapping[str, Json]) -> Options:
    """Return the checked house rules for this number of players. Raises `BadSetup`."""
    check_players("Regicide", players, tuple(HAND_MAXIMUM))
    return read_options("Regicide", options_for(players), given, Options)


def deal(players: int, seed: str, given: Mapping[str, Json]) -> State:
    """Return the first state of a game (R-1, R-2, R-3, R-4, R-5). Raises `BadSetup`."""
    options = read_rules(players, given)
    check_seed(seed)
    dealt = deal_cards(
        seed,
        players,
        HAND_MAXIMUM[players],
        jesters=TAVERN_JESTERS[players],
        first_player=options.first_player,
        diamond_redeal=options.diamond_redeal,
    )
    return State(
        options=options,
        seed=seed,
        shuffles=dealt.shuffles,
        hands=dealt.hands,
        tavern=dealt.tavern,
        tavern_known=0,
        castle=dealt.castle[1:],
        enemy=dealt.castle[0],
        damage=0,
        immunity_cancelled=False,
        table=(),
        discard=(),
        turn=dealt.first,
        phase=PLAY,
        yielded=(False,) * players,
        jesters_unused=SOLO_JESTERS if players == 1 else 0,
        result=None,
        reason=None,
    )


def legal_actions(view: State) -> list[Action]:
    """Return every legal action once; none if the view hides the hand of the seat that must act."""
    hand = view.hands[view.turn]
    if UNKNOWN in hand:
        return []
    if view.phase is OVER:
        return []
    if view.phase is CHOOSE:
        return [Choose(seat) for seat in range(len(view.hands))]
    actions: list[Action] = []
    if view.phase is PLAY:
        actions += map(Play, plays(hand, view.options.combos))
        if may_yield(view):
            actions.append(Yield())
    else:
        actions += map(Pay, payments(hand, attack(view), view.options.overpay))
    if view.jesters_unused:
        actions.append(Flip())
    return actions


def reduce(state: State, action: Action) -> Step[State]:
    """Return the state after an action, and its events. The given state never changes.

    On a view, the events tell what its seat can know beforehand: how many cards move, not which.
    Whether unknown cards can pay or be played is unknown, so there is no event for the game's end.
    Raises `IllegalAction`; docs/rules.md has the codes and their order.
    """
    if state.phase is OVER:
        raise IllegalAction("game_over", "The game is over.")
    handler = _HANDLERS.get((state.phase, type(action)))
    if handler is None or (isinstance(action, Flip) and len(state.hands) > 1):
        raise IllegalAction("wrong_phase", _WRONG_PHASE[state.phase])
    events: Events = []
    after = handler(state, action, events)
    return Step(after, tuple(events))


_WRONG_PHASE = {
    PLAY: "Play cards now: there is nothing to pay.",
    CHOOSE: "First choose who goes next.",
    SUFFER: "The enemy attacks. Pay for the damage first.",
}


# ---------------------------------------------------------------- step 1: play, yield, flip


def _play(state: State, action: Play, events: Events) -> State:
    seat = state.turn
    hand, cards, value = take_play(state, action.cards, events, state.options.combos)
    state = replace(
        state,
        hands=replace_at(state.hands, seat, hand),
        table=(*state.table, lay(seat, cards)),
        yielded=replace_at(state.yielded, seat, False),
    )
    if cards[0] is JESTER:
        return _cancel_immunity(state, events)
    state, doubled = _activate_powers(state, cards, value, events)
    return _deal_damage(state, 2 * value if doubled else value, doubled, events)


def _cancel_immunity(state: State, events: Events) -> State:
    """Play the Jester: no damage and no attack; the player chooses who is next.

    Rulings R-26, R-27, R-28, R-29, R-30. Powers of earlier plays have no effect now (R-28); only
    Spades shield, because `shield` counts them.
    """
    state = replace(state, immunity_cancelled=True, phase=CHOOSE)
    if state.enemy:
        events.append(ImmunityCancelled(state.enemy, shield(state)))
    return state


def _yield(state: State, action: Yield, events: Events) -> State:
    if not may_yield(state):
        raise IllegalAction("cannot_yield", _why_no_yield(state))
    events.append(PlayerYielded(state.turn))
    state = replace(state, yielded=replace_at(state.yielded, state.turn, True))
    return enter_suffering(state, events)


def _choose(state: State, action: Choose, events: Events) -> State:
    if not 0 <= action.seat < len(state.hands):
        raise IllegalAction("bad_target", f"There is no player {action.seat + 1}.")
    events.append(NextChosen(state.turn, action.seat))
    return _begin_turn(state, action.seat, events)


def _flip(state: State, action: Flip, events: Events) -> State:
    """Flip the solo Jester, at the start of step 1 or of step 4 (R-48, R-50, R-51).

    The phase stays the same, so the other Jester can be flipped at once (R-49).
    """
    if not state.jesters_unused:
        raise IllegalAction("no_jester", "Both Jesters are used.")
    hand, tavern = state.hands[0], state.tavern
    drawn = ascending(tavern[: HAND_MAXIMUM[1]])
    left = state.jesters_unused - 1
    events.append(JesterFlipped(0, hand, drawn, left))
    state = replace(
        state,
        hands=(drawn,),
        discard=lay_on_pile(state.discard, hand),
        tavern=tavern[len(drawn) :],
        tavern_known=max(0, state.tavern_known - len(drawn)),
        jesters_unused=left,
    )
    if state.phase is SUFFER:
        return _lose_if_unpayable(state, attack(state), events)
    return lose_if_unable_to_act(state, events)


# ---------------------------------------------------------------- step 2: the suit powers


def _activate_powers(state: State, cards: Pile, value: int, events: Events) -> tuple[State, bool]:
    """Return the state after each suit acted once, at the whole value (R-17, R-25, R-35).

    The second result says whether Clubs double the damage.
    """
    suits = {card.suit for card in cards}
    immune = immune_suit(state)
    if immune is not None and immune in suits:
        suits.remove(immune)
        events.append(PowerBlocked(immune))
    if HEARTS in suits:  # Hearts come before Diamonds
        state = heal_discard(state, value, events)
    if DIAMONDS in suits:
        state = _draw(state, value, events)
    if SPADES in suits:
        events.append(ShieldRaised(value, shield(state)))
    return state, CLUBS in suits


def _draw(state: State, value: int, events: Events) -> State:
    """Diamonds: draw in turn, clockwise from the active player, up to full hands (R-33)."""
    drawn = draws([len(hand) for hand in state.hands], state.turn, value, len(state.tavern))
    hands = list(state.hands)
    new: dict[Seat, list[Card]] = {}
    for seat, card in zip(drawn, state.tavern, strict=False):
        new.setdefault(seat, []).append(card)
    for seat, cards in new.items():
        taken = ascending(cards)
        hands[seat] = ascending(hands[seat] + taken)
        events.append(CardsDrawn(seat, taken))
    return replace(
        state,
        hands=tuple(hands),
        tavern=state.tavern[len(drawn) :],
        tavern_known=max(0, state.tavern_known - len(drawn)),
    )


def draws(held: list[int], first: Seat, value: int, available: int) -> list[Seat]:
    """Return the seat that draws each card, in order; `held` are the sizes of the hands (R-33)."""
    players = len(held)
    maximum = HAND_MAXIMUM[players]
    room = [max(0, maximum - size) for size in held]
    order = [*range(first, players), *range(first)]
    rounds = range(max(room))
    turns = [seat for lap in rounds for seat in order if room[seat] > lap]
    return turns[: min(value, available)]


# ---------------------------------------------------------------- step 3: damage


def _deal_damage(state: State, amount: int, doubled: bool, events: Events) -> State:
    left = max(0, remaining(state) - amount)
    exact = remaining(state) == amount
    events.append(DamageDealt(amount, doubled, left))
    if left:
        return enter_suffering(replace(state, damage=state.damage + amount), events)
    return _defeat(state, exact, events)


def _defeat(state: State, exact: bool, events: Events) -> State:
    """Clear the table and turn up the next royal for the same player.

    Rulings R-37, R-38, R-39, R-40, R-41.
    """
    enemy, discard, tavern = state.enemy, state.discard, state.tavern
    assert enemy is not None
    events.append(EnemyDefeated(state.turn, enemy, exact))
    if exact:
        tavern = (enemy, *tavern)
    else:
        discard = (enemy, *discard)
    for play in state.table:
        discard = lay_on_pile(discard, play.cards)
    state = replace(
        state,
        enemy=state.castle[0] if state.castle else None,
        castle=state.castle[1:],
        tavern=tavern,
        tavern_known=state.tavern_known + int(exact),
        discard=discard,
        table=(),
        damage=0,
        immunity_cancelled=False,
    )
    if state.enemy is None:
        state = replace(state, phase=OVER, result="won", reason="all_enemies_defeated")
        events.append(GameWon(medal(state)))
        return state
    events.append(EnemyRevealed(state.enemy))
    return _begin_turn(state, state.turn, events)


# ---------------------------------------------------------------- step 4: suffer


def enter_suffering(state: State, events: Events) -> State:
    """Return the state of step 4: the attack is blocked, can't be paid, or waits for a payment.

    The same after a play as after a yield, even with an empty hand (R-21).
    """
    due = attack(state)
    if due == 0:
        events.append(AttackBlocked(state.turn))
        return _next_turn(state, events)
    if state.enemy is not None:
        strength = ATTACK[state.enemy.rank]
        events.append(AttackSuffered(state.turn, strength, strength - due, due))
    return _lose_if_unpayable(replace(state, phase=SUFFER), due, events)


def _lose_if_unpayable(state: State, due: int, events: Events) -> State:
    """End the game as lost if the player can't pay (R-44) and has no solo Jester left (R-51)."""
    if total(state.hands[state.turn]) < due and not state.jesters_unused:
        return _lose(state, "cannot_pay", events)
    return state


def _pay(state: State, action: Pay, events: Events) -> State:
    overpay = state.options.overpay
    paid = take_payment(state, state.turn, action.cards, attack(state), overpay, events)
    return _next_turn(paid, events)


# ---------------------------------------------------------------- turns and the end


def _next_turn(state: State, events: Events) -> State:
    return _begin_turn(state, (state.turn + 1) % len(state.hands), events)


def _begin_turn(state: State, seat: Seat, events: Events) -> State:
    events.append(TurnBegan(seat))
    return lose_if_unable_to_act(replace(state, turn=seat, phase=PLAY), events)


def lose_if_unable_to_act(state: State, events: Events) -> State:
    """End the game as lost if the player can't play, yield or flip (R-18, R-51)."""
    if state.hands[state.turn] or state.jesters_unused or may_yield(state):
        return state
    return _lose(state, "cannot_act", events)


def _lose(state: State, reason: str, events: Events) -> State:
    events.append(GameLost(state.turn, reason))
    return replace(state, phase=OVER, result="lost", reason=reason)


# ---------------------------------------------------------------- messages and handlers


def _why_no_yield(state: State) -> str:
    if len(state.hands) > 1:
        return "You can't yield: all other players yielded on their last turn."
    if state.options.solo_yield:
        return "You can't yield twice in a row."
    return "You can't yield in a solo game."


_HANDLERS: dict[tuple[Phase, type[Action]], Callable[..., State]] = {
    (PLAY, Play): _play,
    (PLAY, Yield): _yield,
    (PLAY, Flip): _flip,
    (CHOOSE, Choose): _choose,
    (SUFFER, Pay): _pay,
    (SUFFER, Flip): _flip,
}


class PlayPreview(Value):
    """What a play would do.

    `healed` and `drawn` count cards; they are None if the play has no such power. `own` counts the
    drawn cards that the player gets. `shield` is the whole shield afterwards, None without Spades.
    `due` is what the player must then pay: 0 after a kill, and after a Jester what a player who
    plays no card would pay. `hand` is the value of the hand without unknown cards.
    """

    cards: Pile
    value: int
    jester: bool
    blocked: Suit | None
    healed: int | None
    drawn: int | None
    own: int
    shield: int | None
    damage: int
    before: int
    after: int
    due: int
    hand: int

    @property
    def kills(self) -> bool:
        """Whether the play defeats the enemy."""
        return not self.jester and self.after == 0

    @property
    def exact(self) -> bool:
        """Whether the play is an exact kill."""
        return not self.jester and self.damage == self.before

    @property
    def payable(self) -> bool | None:
        """Whether the hand can pay what is due; None if that depends on the drawn cards."""
        if self.kills or self.jester or self.hand >= self.due:
            return True
        return None if self.own else False


Preview = PlayPreview | PayPreview


def preview(view: State, cards: Pile) -> Preview | None:
    """Return what these cards of the active player would do; None if they are no play."""
    if view.phase is not PLAY:
        return PayPreview(cards, attack(view), total(cards), total(view.hands[view.turn]))
    if not cards:
        return None
    try:
        step = reduce(view, Play(cards))
    except IllegalAction:
        return None
    return _read_preview(view, cards, step)


def _read_preview(view: State, cards: Pile, step: Step[State]) -> PlayPreview:
    """Read what a play would do from its events on a view."""
    value, before = total(cards), remaining(view)
    jester, suits = cards[0] is JESTER, {card.suit for card in cards}
    blocked, healed, shielded = None, None, None
    drawn = own = damage = due = 0
    after = before
    for event in step.events:
        match event:
            case PowerBlocked(suit):
                blocked = suit
            case DiscardHealed(count):
                healed = count
            case CardsDrawn(seat, new):
                drawn += len(new)
                own += len(new) * (seat == view.turn)
            case ShieldRaised(_, whole):
                shielded = whole
            case DamageDealt(amount, _, left):
                damage, after = amount, left
            case AttackSuffered():
                due = event.due
    return PlayPreview(
        cards=cards,
        value=value,
        jester=jester,
        blocked=blocked,
        healed=healed,
        drawn=drawn if DIAMONDS in suits and blocked is not DIAMONDS else None,
        own=own,
        shield=shielded,
        damage=damage,
        before=before,
        after=after,
        due=attack(step.state) if jester else due,
        hand=total(view.hands[view.turn]) - value,
    )


def effect(view: State, action: Action) -> Hashable:
    """Return what an action does apart from using cards of the hand; None if it is illegal.

    Plays have the same effect if they defeat the enemy alike and heal and draw the same number.
    """
    if not isinstance(action, Play | Pay):
        return action
    if isinstance(action, Pay):
        return "paid" if total(action.cards) >= attack(view) else None
    facts = preview(view, action.cards)
    if not isinstance(facts, PlayPreview):
        return None
    if facts.kills and not view.castle:
        return "won"
    if facts.kills:
        return facts.exact, facts.healed, facts.drawn, facts.own
    return replace(facts, cards=(), hand=0)


def refusal(view: State, cards: Pile) -> str:
    """Return why these cards can't be played or paid now; an empty string if they can."""
    return why_not(reduce, view, Play(cards) if view.phase is PLAY else Pay(cards))


def joinable(view: State, actions: Sequence[Value], chosen: tuple[int, ...]) -> list[bool]:
    """Return for each card of the active hand whether it can be added to the chosen cards."""
    return joinable_cards(view.hands[view.turn], actions, chosen)
