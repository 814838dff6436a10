"""The bot of Regicide with a net."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, log

from msgspec.structs import replace

from regicide_tui.bots.base import (
    A,
    Decision,
    Observation,
    Ranking,
    RatedAction,
    Stopped,
    never_stop,
)
from regicide_tui.bots.encoded.bot import EncodedSearchBot
from regicide_tui.bots.encoded.search import (
    SHORT,
    InformationSet,
    Workspace,
    determinize,
    evaluate_legal_actions,
)
from regicide_tui.bots.encoded.state import (
    LENGTH,
    MOST_ACTIONS,
    PHASE,
    PLAYERS,
    SUFFER,
    TURN,
    hand_value,
)
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.net import Net
from regicide_tui.bots.regicide.rules import JESTERS, due, write_legal_actions
from regicide_tui.bots.regicide.state import (
    Memory,
    decode_action,
    encode_action,
    infer_information_set,
)
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.search_bot import compare_with_best
from regicide_tui.cards import HEARTS, SPADES, Card
from regicide_tui.games.base import Seat
from regicide_tui.games.regicide.rules import PlayPreview, legal_actions, preview, reduce
from regicide_tui.games.regicide.state import (
    Action,
    Choose,
    Flip,
    Pay,
    Phase,
    Play,
    State,
    Yield,
    attack,
)
from regicide_tui.games.regicide_family.plays import VALUE, total

_HOPELESS = -1000.0
_LAST_RESORT = -500.0


# The page's values, in points for each point or card, found by trial and error.
_KILL = 15.0
_EXACT = 19.0
_OVERKILL = 0.6
_DAMAGE = 0.6
_COST = 0.7
_OWN_CARD = 1.5
_OTHER_CARD = 6.0
_HEALED = 0.45
_SHIELD = 1.3
_LASTING = 0.05
_BLOW = 0.65
_PASSING = 1.2
_JESTER = 1.5


def list_candidates(view: State) -> list[tuple[Action, float]]:
    """Return every legal action with its appeal."""
    return [(action, _appeal(view, action)) for action in legal_actions(view)]


def _appeal(view: State, action: Action) -> float:
    match action:
        case Play(cards):
            effect = preview(view, cards)
            assert isinstance(effect, PlayPreview)  # these cards are a legal play
            return _appeal_of_play(view, effect)
        case Pay(cards):
            return -sum(_card_cost(card) for card in cards)
        case Yield():
            return _appeal_of_blow(attack(view), total(view.hands[view.turn])) - _PASSING
        case Choose(seat):
            return len(view.hands[seat]) + 0.5 * (seat == view.turn)
        case Flip():
            return _LAST_RESORT


def _appeal_of_play(view: State, effect: PlayPreview) -> float:
    """Return the gain of a play, minus the cards it takes and the attack that follows."""
    if effect.jester:
        return 1.0 if attack(view) > effect.hand else -_JESTER
    gain = _OWN_CARD * effect.own + _OTHER_CARD * ((effect.drawn or 0) - effect.own)
    gain += _HEALED * (effect.healed or 0) - _COST * effect.value
    if effect.kills:
        over = effect.damage - effect.before
        return gain + _KILL + _EXACT * effect.exact - _OVERKILL * over
    if effect.payable is False:
        return _HOPELESS
    if effect.shield is not None:
        gain += (attack(view) - effect.due) * (_SHIELD + _LASTING * effect.after / 10)
    return gain + _DAMAGE * effect.damage + _appeal_of_blow(effect.due, effect.hand)


def _appeal_of_blow(due: int, hand: int) -> float:
    return _HOPELESS if due > hand else -_BLOW * due


def _card_cost(card: Card) -> float:
    """Return how much the page wants to keep a card."""
    return 0.5 + VALUE[card] * (1.1 if card.suit in (HEARTS, SPADES) else 1.0) + 3 * (not card.rank)


_GUESSES = 32
"""The number of guesses of the hidden cards for a wish."""
_WEIGHT = 1.0
"""By how much a wish changes the log-odds that order choices (docs/strength.md)."""
_SURE = 1e-4
"""The minimum distance of a chance from 0 and 1, where log-odds would be infinite."""


def would_like_to_go_next(
    seat: Seat, information: InformationSet, net: Net, workspace: Workspace, rng: Ints
) -> bool:
    """Return whether the turn seems worth more at this seat than at any other.

    `information` is what the seat would know if it were its turn.
    """
    encoded = ints(LENGTH)
    values = [0.0] * information.encoded[PLAYERS]
    for _ in range(_GUESSES):
        determinize(information, encoded, rng)
        for other in range(len(values)):
            encoded[TURN] = other
            count = evaluate_legal_actions(encoded, net, workspace)
            values[other] += max(workspace.values[:count], default=0.0)
    own, values[seat] = values[seat], -inf
    return own > max(values)


def heed(rated: Iterable[RatedAction[A]], wishes: Mapping[Seat, bool]) -> list[RatedAction[A]]:
    """Return choices of the next player, reordered by wishes, the best first.

    Their chances stay those of the search, since the effect of a wish on them was never measured.
    Seats without a wish keep their order.
    """
    choices = [*rated]
    most = choices[0].chance  # a higher chance of an action tried less is an accident
    return sorted(choices, key=lambda one: _log_odds(one, most, wishes), reverse=True)


def _log_odds(one: RatedAction[A], most: float, wishes: Mapping[Seat, bool]) -> float:
    """Return the log-odds of winning, with the chance capped at `most`, changed by a wish."""
    chance = min(1 - _SURE, max(_SURE, min(one.chance, most)))
    odds = log(chance / (1 - chance))
    wish = wishes.get(one.action.seat) if isinstance(one.action, Choose) else None
    return odds if wish is None else odds + (_WEIGHT if wish else -_WEIGHT)


DESPERATE = 0.1
"""A solo player considers a Jester if the chance of winning without one is below this."""
SOLO_JESTERS = 2
"""The number of Jesters that a solo player has at first."""


class RegicideBot(EncodedSearchBot[State, Action]):
    """A bot of Regicide. In a solo game, it flips a Jester only with little hope without one."""

    list_legal = staticmethod(legal_actions)
    decode_action = staticmethod(decode_action)
    encode_action = staticmethod(encode_action)

    def infer(self, observation: Observation[State]) -> InformationSet:
        """Return what the seat to act knows."""
        memory = Memory(observation.view.turn, observation.first_view, observation.events)
        memory.see_top(observation.view.discard)
        return infer_information_set(memory, observation.view)

    def decide(
        self,
        observation: Observation[State],
        seed: int,
        stopped: Stopped = never_stop,
    ) -> Decision[Action]:
        """Return an action, with its chance unless it is the only one."""
        if not observation.wishes:
            return super().decide(observation, seed, stopped)
        best = self.rank(observation, seed, stopped)[0]
        return Decision(best.action, best.chance)

    def wish(self, seat: Seat, observation: Observation[State], seed: int) -> bool | None:
        """Return whether the turn seems worth more here than elsewhere (R-9). Raises `NoAnswer`."""
        at_turn = reduce(observation.view, Choose(seat)).state
        if at_turn.phase is Phase.OVER:  # the seat couldn't act, and all would lose
            return False
        information = self.infer(replace(observation, view=at_turn))
        return would_like_to_go_next(seat, information, self._net, self._workspace, new_rng(seed))

    def find_best(
        self, known: InformationSet, seed: int, stopped: Stopped = never_stop
    ) -> RatedAction[Action]:
        """Return the action to take, after a search."""
        return self._rank_for_goal(known, seed, stopped)[0][0]

    def _rank_for_goal(
        self, information: InformationSet, seed: int, stopped: Stopped
    ) -> tuple[Ranking[Action], bool]:
        """Return the actions rated without another Jester, and whether there is hope.

        With little hope, the actions are rated with the remaining Jesters.
        """
        without_jesters = _without_jesters(information)
        ranked = self.search(without_jesters, seed, stopped) if without_jesters else ()
        has_hope = _has_hope(ranked)
        return (ranked if has_hope else self.search(information, seed, stopped)), has_hope

    def rank(
        self, observation: Observation[State], seed: int, stopped: Stopped = never_stop
    ) -> Ranking[Action]:
        """Return every legal action, the best first. Raises `NoAnswer`."""
        return self._rank(
            observation,
            lambda information, most: self.search(information, seed, stopped, most=most),
        )

    def rank_quickly(self, observation: Observation[State], seed: int) -> Ranking[Action]:
        """Return every legal action rated by the net, the best first. Raises `NoAnswer`."""
        return self._rank(
            observation, lambda information, _: self.rank_by_net(information, new_rng(seed))
        )

    def review(
        self,
        observation: Observation[State],
        done: Action | None,
        seed: int,
        stopped: Stopped = never_stop,
    ) -> tuple[RatedAction[Action], RatedAction[Action]]:
        """Return the best action and the one taken, with their chances.

        The two are searched separately: in a solo game, once for gold and once for any medal.
        """
        information = self.infer(observation)
        without_jesters = _without_jesters(information)
        if without_jesters is None:
            best, own = super().review(observation, done, seed, stopped)
            gold = 0.0 if _gold_is_open(information) else None
            return replace(best, gold=gold), replace(own, gold=gold)

        def search_one(action: Action, number: int) -> RatedAction[Action]:
            (found, *_) = self.search(information, seed + number, stopped, action)
            if isinstance(action, Flip):
                return _with_gold(found, information, 0.0)
            (unflipped, *_) = self.search(without_jesters, seed + number, stopped, action)
            return _with_gold(found, information, unflipped.chance)

        ranked, has_hope = self._rank_for_goal(information, seed, stopped)
        aims_at_gold = has_hope and _gold_is_open(information)
        return compare_with_best(
            ranked,
            done,
            lambda one, number: replace(search_one(one, number), aims_at_gold=aims_at_gold),
        )

    def _rank(
        self,
        observation: Observation[State],
        search: Callable[[InformationSet, int | None], Ranking[Action]],
    ) -> Ranking[Action]:
        """Return every legal action with its chances, and the chance of gold if it can be won.

        `search` gets what is known, and a maximum of evaluations or None.
        """
        information = self.infer(observation)
        without_jesters = _without_jesters(information)
        if without_jesters is None:
            ranked = search(information, None)
            gold = 0.0 if _gold_is_open(information) else None
            heeded = heed(ranked, observation.wishes) if observation.wishes else ranked
            return tuple([replace(one, gold=gold) for one in heeded])
        unflipped = search(without_jesters, None)
        chances = {one.action: one.chance for one in unflipped}
        has_hope = _has_hope(unflipped)
        # With hope, the order is already known, and only the chance of any win is missing.
        ranked = search(information, SHORT if has_hope else None)
        found = {
            one.action: replace(
                _with_gold(one, information, chances.get(one.action, 0.0)),
                aims_at_gold=has_hope and _gold_is_open(information),
            )
            for one in ranked
        }
        if has_hope:
            first = [found[one.action] for one in unflipped]
            return (*first, *[one for one in found.values() if one.action not in chances])
        return tuple(found.values())


def _has_hope(ranked: Sequence[RatedAction[Action]]) -> bool:
    """Return whether there is hope without another Jester."""
    return bool(ranked) and ranked[0].chance >= DESPERATE


def _gold_is_open(information: InformationSet) -> bool:
    """Return whether both Jesters of a solo player are unused."""
    return information.encoded[JESTERS] == SOLO_JESTERS


def _with_gold(
    one: RatedAction[Action], information: InformationSet, unflipped: float
) -> RatedAction[Action]:
    """Return a rating that includes `unflipped`, the chance to win without another Jester.

    If both Jesters are unused, that is the chance of gold. A win with any medal is at least as
    likely.
    """
    gold = unflipped if _gold_is_open(information) else None
    return replace(one, chance=max(one.chance, unflipped), gold=gold)


def _without_jesters(information: InformationSet) -> InformationSet | None:
    """Return the same without solo Jesters.

    Return None if there are none, or if only a Jester can save the game.
    """
    if not information.encoded[JESTERS]:
        return None
    encoded = information.encoded[:]
    encoded[JESTERS] = 0
    payable = encoded[PHASE] != SUFFER or hand_value(encoded, 0) >= due(encoded)
    found = ints(MOST_ACTIONS)
    return (
        information._replace(encoded=encoded)
        if payable and write_legal_actions(encoded, found)
        else None
    )
