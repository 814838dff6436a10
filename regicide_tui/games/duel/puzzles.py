"""The puzzles of the duel: positions in which exactly one line of play reaches the goal.

Luck decides nothing. The solution of a puzzle made by hand works against every hand the opponent
may hold. That of a puzzle found by bots works against the hand that its text names. The tests prove
that each solution is unique.
"""

from collections.abc import Iterable, Iterator, Mapping

from regicide_tui.cards import PACK
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Json, Move, Step, of_kind
from regicide_tui.games.duel.found import FOUND
from regicide_tui.games.duel.rules import legal_actions, reduce
from regicide_tui.games.duel.state import (
    PAY,
    AttackMade,
    CardsDrawn,
    CardsPlayed,
    CastleCardDrawn,
    State,
)
from regicide_tui.games.practice import Puzzle, PuzzleVerdict, read_found
from regicide_tui.games.setup import items, texts
from regicide_tui.games.words import counted

SOLVER = 0


class Aim(TextEnum):
    """What the solver's play must achieve."""

    WIN = "win"
    """The opponent loses, whatever she pays."""
    HOLD = "hold"
    """The solver's shield survives every next play of the opponent. A win counts too."""
    FORCE = "force"
    """The solver wins with this play or the next one, whatever the opponent does."""


def judge(aim: Aim, state: State) -> PuzzleVerdict:
    """Return the verdict on the state after the solver's play.

    The solver can't have lost here: only the opponent must pay, and then the turn is hers.
    """
    states = list(states_after_payment(state))
    if all(one.winner == SOLVER for one in states):
        return PuzzleVerdict(True, _why_won(state))
    match aim:
        case Aim.WIN:
            return _judge_game_going_on(state)
        case Aim.HOLD:
            return _hold(states)
    return _force(state)


def states_after_payment(state: State) -> Iterator[State]:
    """Yield the state after each payment of the opponent; the state itself if nothing is due."""
    if state.phase is not PAY:
        yield state
        return
    for action in legal_actions(state):
        yield reduce(state, action).state


def _why_won(state: State) -> str:
    if state.phase is PAY:
        return f"Paying {state.due} takes the last card, so she can't play on."
    return f"{state.due} are due, and her hand can't pay as much."


def _judge_game_going_on(state: State) -> PuzzleVerdict:
    if state.phase is PAY:
        return PuzzleVerdict(False, f"She can pay the {state.due} and keep a card.")
    return PuzzleVerdict(False, "There was nothing to pay, so the duel goes on.")


def _force(state: State) -> PuzzleVerdict:
    answer = refutation(state)
    if answer is None:
        return PuzzleVerdict(True, "Whatever she does, your next play wins.")
    return PuzzleVerdict(False, f"She answers with {answer.attack}, and you can't win at once.")


def refutation(state: State, *, unseen: bool = True) -> AttackMade | None:
    """Return an attack of the opponent after which the solver can't win with the next play.

    None means that the solver wins by force. If `unseen` is false, drawn cards may not help: an
    attack that draws a card is a refutation, and the solver's winning play draws none.
    """
    for paid in states_after_payment(state):
        if paid.winner is not None:
            continue
        for step in steps_of_plays(paid):
            if (draws_cards(step) and not unseen) or not _wins_at_once(step.state, unseen):
                return _attack_of(step)
    return None


def _wins_at_once(state: State, unseen: bool) -> bool:
    """Return whether the solver can pay and then win with one play."""
    return (
        any(
            all(one.winner == SOLVER for one in states_after_payment(step.state))
            for mine in states_after_payment(state)
            if mine.winner is None
            for step in steps_of_plays(mine)
            if unseen or not draws_cards(step)
        )
        or state.winner == SOLVER
    )


def steps_of_plays(state: State) -> Iterator[Step[State]]:
    """Yield the step of each play of the player whose turn it is."""
    for action in legal_actions(state):
        yield reduce(state, action)


def draws_cards(step: Step[State]) -> bool:
    """Return whether a player draws a card in this step."""
    return any(isinstance(event, CardsDrawn | CastleCardDrawn) for event in step.events)


def _attack_of(step: Step[State]) -> AttackMade:
    """Return the attack of a play; every play makes one."""
    return next(event for event in step.events if isinstance(event, AttackMade))


def _hold(states: Iterable[State]) -> PuzzleVerdict:
    """Return the verdict after every possible attack; its sentence names the strongest."""
    attacks = [
        _attack_of(step) for one in states if one.winner is None for step in steps_of_plays(one)
    ]
    strongest = max(attacks, key=lambda made: made.attack)
    if not strongest.shield:
        return PuzzleVerdict(False, "You have no shield to keep.")
    shield = f"your shield of {strongest.shield}"
    if strongest.attack >= strongest.shield:
        return PuzzleVerdict(False, f"She answers with {strongest.attack}, and {shield} falls.")
    return PuzzleVerdict(True, f"No answer is stronger than {strongest.attack}: {shield} stands.")


class DuelPuzzle(Puzzle):
    """A position of the duel, and the aim that decides the verdict."""

    game = "duel"
    word = "duel"
    growth = 4.0

    aim: Aim
    pieces: Mapping[str, Json]

    @property
    def size(self) -> str:
        """The number of cards the opponent holds, in words."""
        return f"the opponent holds {counted(len(items(items(self.pieces['hands'])[1])), 'card')}"

    def verdict(self, moves: Iterable[Move]) -> PuzzleVerdict | None:
        """Return the verdict on a line of play; the solver's first play decides it."""
        for move in moves:
            if any(isinstance(event, CardsPlayed) for event in move.events):
                return judge(self.aim, of_kind(State, move.state))
        return None

    def position(self) -> dict[str, Json]:
        """Return the whole position; all other cards are in the Tavern and the discard pile."""
        others = _all_others(self.pieces)
        return {**self.pieces, "tavern": others[::2], "discard": others[1::2]}


def _all_others(pieces: Mapping[str, Json]) -> list[str]:
    """Return the cards of the pack that these pieces don't hold, royals last."""
    plays = [play for shield in items(pieces["shields"]) for play in texts(shield)]
    plays += texts([pieces.get("played")])
    piles = [*[texts(hand) for hand in items(pieces["hands"])], texts(pieces["castle"])]
    piles += [play.split("+") for play in plays]
    placed = {text for pile in piles for text in pile}
    left = [card for card in PACK if card.text not in placed]
    return [card.text for card in sorted(left, key=lambda card: card.rank in "JQK")]


BY_HAND = (
    DuelPuzzle(
        1,
        "Win in this turn; Bea has one card left",
        Aim.WIN,
        {
            "hands": [["AD", "AS", "9H", "TC", "KH"], ["KS"]],
            "shields": [["4S"], ["TS", "8S", "3S"]],
            "castle": ["KC", "KD"],
        },
        line=("TC+AS",),
        nodes=25,
    ),
    DuelPuzzle(
        2,
        "Win in this turn; Bea has two cards left",
        Aim.WIN,
        {
            "hands": [["AC", "AH", "9S", "QC", "KD", "KH"], ["QD", "KC"]],
            "shields": [[], ["7S", "5S"]],
            "castle": ["KS"],
        },
        line=("KH+AC",),
        nodes=42,
    ),
    DuelPuzzle(
        3,
        "Pay so that your next play wins",
        Aim.WIN,
        {
            "hands": [["AS", "4C", "9D", "QC"], ["KD", "KH"]],
            "shields": [[], ["8S", "3S"]],
            "castle": ["KS", "KC"],
            "turn": 2,
            "phase": "pay",
            "played": "QH",
            "due": 13,
        },
        line=("pay 4C 9D", "QC+AS"),
        nodes=40,
    ),
    DuelPuzzle(
        4,
        "Let no answer break your shield",
        Aim.HOLD,
        {
            "hands": [["AH", "5H", "5S", "TS", "KS"], ["AC", "8H", "QC"]],
            "shields": [["9S", "3S"], ["KC+AS"]],
            "castle": ["KH", "KD"],
        },
        line=("KS+AH",),
        nodes=70,
    ),
)

PUZZLES = (*BY_HAND, *read_found(DuelPuzzle, FOUND, len(BY_HAND) + 1))
"""The puzzles made by hand, then those found in bots' games, the easiest first."""
