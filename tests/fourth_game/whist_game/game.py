"""Little Whist: the contract of a game, over the values in `state.py`."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec.structs import replace

from regicide_tui.cards import PACK, UNKNOWN, Card, ascending, card
from regicide_tui.games import setup as rules
from regicide_tui.games.base import (
    BadSetup,
    Event,
    Game,
    IllegalAction,
    Json,
    Option,
    Outcome,
    Pile,
    Seat,
    Step,
)
from regicide_tui.games.piles import hide_all, hide_other_hands, remove_cards, replace_at, shuffled
from regicide_tui.games.setup import card_texts, first_fault, read_pile, why_surplus
from regicide_tui.games.words import counted, player_name

from .state import HAND, CardPlayed, Options, Play, State, TrickBegan, TrickTaken

TITLE = "Little Whist"
COUNTS = (2, 3, 4)
_Cards = Annotated[list[str], msgspec.Meta(max_length=52)]
_Rows = Annotated[list[_Cards], msgspec.Meta(min_length=2, max_length=4)]


class _Position(msgspec.Struct):
    """The keys of a position that are read; the others are derived from them."""

    hands: _Rows
    turned: str
    stock: _Cards
    played: Annotated[list[_Cards], msgspec.Meta(min_length=1, max_length=HAND)]
    leaders: Annotated[list[int], msgspec.Meta(min_length=1, max_length=HAND)]
    seed: str | None = None


def house_rules(players: int) -> tuple[Option, ...]:
    trumps = Option("trumps", True, rules.BOOLEANS, "Whether the turned-up suit is trumps.")
    return (trumps, rules.first_player(players))


def new(players: int, seed: str, options: Mapping[str, Json]) -> State:
    rules.check_players(TITLE, players, COUNTS)
    house = rules.read_options(TITLE, house_rules(players), options, Options)
    cards = shuffled(PACK, rules.check_seed(seed), 0)
    drawn, given = shuffled(range(players), seed, 1)[0], house.first_player
    dealt = HAND * players
    return State(
        options=house,
        seed=seed,
        hands=tuple([ascending(cards[seat:dealt:players]) for seat in range(players)]),
        turned=cards[dealt],
        stock=cards[dealt + 1 :],
        played=((),),
        leaders=(drawn if given == "random" else int(given) - 1,),
    )


def load(position: Json, seed: str, options: Mapping[str, Json]) -> State:
    try:
        given = msgspec.convert(position, _Position)
        state = State(
            options=rules.read_options(TITLE, house_rules(len(given.hands)), options, Options),
            seed=rules.check_seed(seed if given.seed is None else given.seed),
            hands=tuple([ascending(read_pile(hand)) for hand in given.hands]),
            turned=card(given.turned),
            stock=read_pile(given.stock),
            played=tuple([read_pile(trick) for trick in given.played]),
            leaders=tuple([leader - 1 for leader in given.leaders]),
        )
        if fault := first_fault(_faults(state)):
            raise ValueError(fault)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadSetup("bad_position", f"Not a position of {TITLE}: {error}.") from None
    return state


def position(state: State) -> dict[str, Json]:
    seat, ended = to_act(state), outcome(state)
    written: dict[str, Json] = {
        "players": len(state.hands),
        "hands": [card_texts(hand) for hand in state.hands],
        "turned": state.turned.text,
        "stock": card_texts(state.stock),
        "played": [card_texts(trick) for trick in state.played],
        "leaders": [leader + 1 for leader in state.leaders],
        "actor": None if seat is None else seat + 1,
        "trump": state.trump and state.trump.value,
        "tricks": [state.tricks.count(seat) for seat in range(len(state.hands))],
        "winner": ended.winners[0] + 1 if ended else None,
    }
    return written if state.seed is None else {**written, "seed": state.seed}


def describe(position: Json, seats: tuple[str, ...]) -> str:
    given = position if isinstance(position, dict) else {}
    if winner := player_name(given.get("winner"), seats):
        return f"won by {winner}"
    tricks = given.get("tricks")
    known = isinstance(tricks, list) and all(isinstance(one, int) for one in tricks)
    return f"{counted(sum(tricks), 'trick')} taken" if known and tricks else "just started"


def to_act(state: State) -> Seat | None:
    return None if state.over else state.actor


def legal_actions(view: State) -> Sequence[Play]:
    seat = to_act(view)
    if seat is None or UNKNOWN in view.hands[seat]:
        return []
    return [Play(one) for one in view.hands[seat] if follows(view, one)]


def reduce(state: State, action: Play) -> Step[State]:
    if state.over:
        raise IllegalAction("game_over", "The game is over.")
    seat, one = state.actor, action.card
    hand = remove_cards(state.hands[seat], (one,))
    if not follows(state, one):
        raise IllegalAction("must_follow", why_not(state))
    trick = (*state.played[-1], one)
    state = replace(
        state, hands=replace_at(state.hands, seat, hand), played=(*state.played[:-1], trick)
    )
    if len(trick) < len(state.hands):
        return Step(state, (CardPlayed(seat, one),))
    winner = state.tricks[-1]
    events: tuple[Event, ...] = (CardPlayed(seat, one), TrickTaken(winner, trick))
    if state.over:
        return Step(state, events)
    state = replace(state, played=(*state.played, ()), leaders=(*state.leaders, winner))
    return Step(state, (*events, TrickBegan(winner)))


def view(state: State, seat: Seat | None) -> State:
    hands = hide_other_hands(state.hands, seat)
    return replace(state, seed=None, hands=hands, stock=hide_all(state.stock))


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    tricks = state.tricks
    last = {seat: place for place, seat in enumerate(tricks)}
    winner = max(last, key=lambda seat: (tricks.count(seat), last[seat]))
    points = tuple([tricks.count(seat) for seat in range(len(state.hands))])
    return Outcome((winner,), "most_tricks", points=points)


def parse(text: str) -> Play:
    try:
        found = card(text.strip().upper())
    except ValueError:
        raise IllegalAction("bad_syntax", "An action is a card, such as 8D.") from None
    return Play(found)


def figures(events: Iterable[Event]) -> Mapping[str, int]:
    taken = [event.seat for event in events if isinstance(event, TrickTaken)]
    return {"tricks": max([taken.count(seat) for seat in taken], default=0)}


def determinize(view: State, rng: Random) -> State:
    known = {one for pile in _piles(view) for one in pile}
    left: list[Card] = [one for one in PACK if one not in known]
    rng.shuffle(left)

    def filled(pile: Pile) -> Pile:
        return tuple([left.pop() if one is UNKNOWN else one for one in pile])

    hands = tuple([ascending(filled(hand)) for hand in view.hands])
    return replace(view, seed=f"{rng.getrandbits(64):x}", hands=hands, stock=filled(view.stock))


def follows(state: State, one: Card) -> bool:
    """Tell whether a card may be played by who must act."""
    trick, hand = state.played[-1], state.hands[state.actor]
    led = trick[0].suit if trick else None
    return led in (None, one.suit) or all(other.suit is not led for other in hand)


def why_not(state: State) -> str:
    """Say why another suit may not be played."""
    led = state.played[-1][0].suit
    return f"You must follow suit: {led.name.title()} were led." if led else ""


def _piles(state: State) -> list[Pile]:
    return [*state.hands, (state.turned,), state.stock, *state.played]


def _faults(state: State) -> list[tuple[bool, str]]:
    """List what can't be in any game, each with whether it is so here and a sentence."""
    players, held = len(state.hands), {len(hand) for hand in state.hands}
    whole, (last, *_) = state.played[:-1], state.played[::-1]
    fits = len(state.leaders) == len(state.played)
    return [
        (why_surplus(_piles(state), 1, 0) != "", "a card appears too often"),
        (any(len(trick) != players for trick in whole), "only the last trick may be unfinished"),
        (len(last) > players, "a trick has one card of each player"),
        (not fits or any(one not in range(players) for one in state.leaders), "who led is wrong"),
        (max(held) > HAND or max(held) - min(held) > 1, "the hands don't fit together"),
        (fits and not state.over and not state.hands[state.actor], "who must play has no card"),
    ]


GAME = Game[State, Play](
    name="whist",
    title=TITLE,
    player_counts=COUNTS,
    rivals=True,
    bests=MappingProxyType({"tricks": "Most tricks"}),
    options=house_rules,
    new=new,
    load=load,
    why_impossible=lambda state: why_surplus(_piles(state), 1, 0),
    position=position,
    describe=describe,
    to_act=to_act,
    legal_actions=legal_actions,
    reduce=reduce,
    view=view,
    view_event=lambda event, seat: event,
    outcome=outcome,
    parse=parse,
    format=lambda action: action.card.text,
    say=lambda view, action, seats: f"play {action.card}",
    figures=figures,
    determinize=determinize,
)
