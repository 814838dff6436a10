"""The bots of a plan as players of whole games, with the times that they take."""

import asyncio
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from regicide_tui import games
from regicide_tui.bots.base import BotGame, Decision, Observation
from regicide_tui.bots.roster import AnyBot, make_bot
from regicide_tui.games.base import AnyGame, Outcome, Seat, Value
from regicide_tui.simulate.bot_names import name_and_evaluations, program_command
from regicide_tui.simulate.plan import GameResult, Plan, RecordedDecision, Row
from regicide_tui.simulate.reference import ALL_CARDS, RANDOM
from regicide_tui.simulate.reference.random_bot import RandomBot
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.external_bot import ExternalBot
from regicide_tui.thinking.processes import Guard

if TYPE_CHECKING:
    from regicide_tui.simulate.reference.all_cards import AllCardsPlayer

FAULT = "fault"
"""The reason if a program ended the game by a fault."""

_Running = BotGame[Value, Value]


class _Player(Protocol):
    """A bot of the plan."""

    def decide(
        self, running: _Running, seat: Seat, observation: Observation[Value]
    ) -> Decision[Value]:
        """Return the bot's decision in the seat that must act. Raises `Fault`."""

    def wish(self, seat: Seat, observation: Observation[Value], seed: int) -> bool | None:
        """Return whether the bot would like to go next (R-9); None if it says nothing."""

    def processor_seconds(self) -> float | None:
        """Return a processor time that grows while the bot thinks, or None if unknown."""

    def end_game(self) -> None:
        """Forget the game."""


class _OwnPlayer:
    """One of our own players. It thinks in this thread."""

    def wish(self, seat: Seat, observation: Observation[Value], seed: int) -> bool | None:
        """Say nothing."""
        return None

    def processor_seconds(self) -> float | None:
        """Return the time of this thread."""
        return time.thread_time()

    def end_game(self) -> None:
        """Do nothing: it keeps no state."""


class _BotPlayer(_OwnPlayer):
    """One of our bots. It gets only an observation."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot

    def decide(
        self, running: _Running, seat: Seat, observation: Observation[Value]
    ) -> Decision[Value]:
        """Return the bot's decision."""
        return self._bot.decide(observation, running.bot_seed)

    def wish(self, seat: Seat, observation: Observation[Value], seed: int) -> bool | None:
        """Return the bot's wish."""
        return self._bot.wish(seat, observation, seed)


class _SeeingPlayer(_OwnPlayer):
    """A player who gets the whole state."""

    def __init__(self, player: "AllCardsPlayer") -> None:
        self._player = player

    def decide(
        self, running: _Running, seat: Seat, observation: Observation[Value]
    ) -> Decision[Value]:
        """Return the player's decision."""
        return self._player.decide(running.state, observation, running.bot_seed)


class _ProgramPlayer:
    """A foreign program. It is restarted for every game, so it can't remember a deal."""

    def __init__(self, plan: Plan, game: AnyGame, bot: ExternalBot, runner: asyncio.Runner) -> None:
        self._plan, self._game = plan, game
        self._bot = bot
        self._runner = runner

    def decide(
        self, running: _Running, seat: Seat, observation: Observation[Value]
    ) -> Decision[Value]:
        """Return the program's decision. Raises `Fault`."""
        parse = self._game.parse
        found = self._runner.run(
            self._bot.answer(
                self._game,
                self._plan.options,
                seat,
                observation,
                lambda action: running.check(parse(action)),
            )
        )
        return Decision(parse(found.action), found.chance)

    def wish(self, seat: Seat, observation: Observation[Value], seed: int) -> bool | None:
        """Say nothing: the protocol has no wishes for programs."""
        return None

    def processor_seconds(self) -> float | None:
        """Return the program's time; None before its first action, which includes its start."""
        return self._bot.processor_seconds

    def end_game(self) -> None:
        """End the program."""
        self._runner.run(self._bot.end())


def play_games(plan: Plan, numbers: Iterable[int]) -> Generator[GameResult, None, None]:
    """Play the games with these numbers, and yield each result when its game ends.

    Raises `KeyError` for an unknown bot, `BadSetup`, `BadWeights`, and `OSError` if the guard of
    programs can't start.
    """
    game = games.find(plan.game)
    with ExitStack() as stack:
        players = _make_players(plan, game, stack)
        _think_once(plan, game, players)
        for number in numbers:
            try:
                result = _play_game(plan, game, number, players)
            finally:
                for player in players:
                    player.end_game()
            yield result


def _make_players(plan: Plan, game: AnyGame, stack: ExitStack) -> list[_Player]:
    """Return a player for each bot of the plan; the stack closes them."""
    commands = [program_command(bot) for bot in plan.bots]
    if not any(commands):
        return [_make_own_player(plan, game, bot) for bot in plan.bots]
    guard = stack.enter_context(closing(Guard()))
    runner = stack.enter_context(asyncio.Runner())
    return [
        _make_own_player(plan, game, bot)
        if command is None
        else _ProgramPlayer(
            plan,
            game,
            ExternalBot(command, plan.program_seconds, guard.add, guard.remove),
            runner,
        )
        for bot, command in zip(plan.bots, commands, strict=True)
    ]


def _make_own_player(plan: Plan, game: AnyGame, bot: str) -> _Player:
    name, evaluations = name_and_evaluations(bot)
    if name == RANDOM:
        return _BotPlayer(RandomBot(game))
    if name == ALL_CARDS:
        # Only this player needs the nets and searches of all games.
        from regicide_tui.simulate.reference.all_cards import AllCardsPlayer

        return _SeeingPlayer(AllCardsPlayer(plan.game, len(plan.bots), evaluations))
    return _BotPlayer(make_bot(plan.game, name, len(plan.bots), evaluations))


def _think_once(plan: Plan, game: AnyGame, players: Sequence[_Player]) -> None:
    """Let our own players think once, so that the times don't include loading their code."""
    running = BotGame(game, len(players), plan.seed_of(1), plan.options)
    seat = running.to_act
    assert seat is not None  # the game has just begun
    for player in players:
        if isinstance(player, _OwnPlayer):
            player.decide(running, seat, running.observe(seat))


def _play_game(plan: Plan, game: AnyGame, number: int, players: Sequence[_Player]) -> GameResult:
    """Play one game to its end, or to a program's fault."""
    seating = plan.seating(number)
    running = BotGame(game, len(players), plan.seed_of(number), plan.options)
    thinking: list[list[float]] = [[] for _ in players]
    decisions: list[RecordedDecision] = []
    fault: Fault | None = None
    seated = [players[player] for player in seating]
    while fault is None and (seat := running.to_act) is not None:
        running.hear_wishes(seated)
        observation = running.observe(seat)
        thought = _think(players[seating[seat]], running, seat, observation)
        fault = thought.fault
        if thought.decision is not None:
            running.take(thought.decision.action)
            if thought.processor_seconds is not None:
                thinking[seat].append(round(1000 * thought.processor_seconds, 3))
        if plan.recorded:
            bot, choice = plan.bots[seating[seat]], None if fault else running.actions[-1]
            step = len(decisions) + 1
            decisions.append(_record(game, step, seat, bot, observation, thought, choice))
    row = _row(plan, game, number, running, fault)
    return GameResult(row, tuple([tuple(one) for one in thinking]), tuple(decisions))


class _Thought(NamedTuple):
    """A decision or a fault, and how long it took."""

    decision: Decision[Value] | None
    fault: Fault | None
    processor_seconds: float | None
    wall_seconds: float


def _think(
    player: _Player, running: _Running, seat: Seat, observation: Observation[Value]
) -> _Thought:
    processor, wall = player.processor_seconds(), time.perf_counter()
    decision = fault = None
    try:
        decision = player.decide(running, seat, observation)
    except Fault as error:
        fault = error
    wall, after = time.perf_counter() - wall, player.processor_seconds()
    used = None if fault or processor is None or after is None else after - processor
    return _Thought(decision, fault, used, wall)


def _record(
    game: AnyGame,
    step: int,
    seat: Seat,
    bot: str,
    observation: Observation[Value],
    thought: _Thought,
    choice: str | None,
) -> RecordedDecision:
    view = observation.view
    return RecordedDecision(
        step,
        seat,
        bot,
        msgspec.json.encode(game.position(view)).decode(),
        tuple([game.format(action) for action in game.legal_actions(view)]),
        game.is_complete(view),
        choice,
        thought.decision.chance if thought.decision else None,
        thought.processor_seconds,
        thought.wall_seconds,
    )


def _row(plan: Plan, game: AnyGame, number: int, running: _Running, fault: Fault | None) -> Row:
    """Return the result of a game. After a fault, that seat and its partners lose.

    Its opponents win.
    """
    seat, text = running.to_act, ""
    if fault is not None:
        others = tuple([one for one in range(len(plan.bots)) if one != seat])
        end = Outcome(others if game.rivals else (), FAULT)
        text = f"{fault} ({fault.details})" if fault.details else f"{fault}"
    else:
        found = running.outcome
        assert found is not None  # no seat must act
        end = found
    return Row(
        number,
        plan.seed_of(number),
        end.won,
        tuple(end.winners),
        end.medal or "",
        end.reason,
        1 + sum(event.begins_turn for event in running.events),
        len(running.actions),
        dict(game.figures(running.events)),
        seat,
        text,
    )
