"""Plays the games for pars in the background, one after the other, in a process of its own.

That process has the lowest priority of the system. So it holds up neither the loop nor the bots
that play for people.
"""

import asyncio
import subprocess
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, cast

import msgspec

from regicide_tui.play.history import Start
from regicide_tui.server.base.tasks import Workers
from regicide_tui.server.model.boards.par import Par, Pars, PlayedGame, deal_key, has_par
from regicide_tui.server.services.common import Common
from regicide_tui.server.storage.store import StoreError
from regicide_tui.simulate.pars.messages import ParAnswer, ParQuestion
from regicide_tui.thinking.processes import start_module

_MODULE = "regicide_tui.simulate.pars"
_MOST_WAITING = 200
"""The deals that wait before those that only one table has played are left out. Their pars are
computed once somebody looks at them."""
_TASK = "pars"
"""The task that one process does for all."""
_AGAIN = 60.0
"""Seconds after a failure until the next try."""


class ParProcess:
    """Plays games in a process of its own, which starts with the first game."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    async def play(self, asked: ParQuestion) -> ParAnswer:
        """Return how a game ends. Raises `OSError`, `EOFError`, `ValueError` if it fails."""
        if self._process is None or self._process.poll() is not None:
            self._process = start_module(_MODULE, answers=True, own_session=True)
        return await asyncio.to_thread(_ask, self._process, asked)

    def close(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            with suppress(OSError, ValueError):
                self._process.wait()


def _ask(process: "subprocess.Popen[bytes]", asked: ParQuestion) -> ParAnswer:
    """Send a question and wait for its answer. The seed stands in no list of processes."""
    questions, answers = cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout)
    questions.write(msgspec.json.encode(asked) + b"\n")
    questions.flush()
    line = answers.readline()
    if not line:
        raise EOFError("the process has ended")
    return msgspec.json.decode(line, type=ParAnswer)


class ParWork:
    """The pars of the server, and the deals whose pars are computed now.

    What somebody looks at comes first, then the deal that waits longest.

    Without a `player` no par is computed. The process that owns this task computes them for all;
    the others know what waits, too, in case that it ends. `told` is called after each game.
    """

    def __init__(
        self,
        common: Common,
        player: ParProcess | None,
        told: Callable[[], object],
        again: float = _AGAIN,
    ) -> None:
        self._common, self.player, self._told, self._again = common, player, told, again
        self._log = Pars.project(common.store, common.report)
        self._log.follow(common.tasks, self._note_news)
        self._waiting: dict[str, Start] = {}
        """The deals that wait for their pars, by their keys, the next one first."""
        self._workers = Workers(lambda error, _: common.report(error))

    @property
    def pars(self) -> Pars:
        """All pars."""
        return self._log.value

    @property
    def is_working(self) -> bool:
        """Whether pars are computed here at all."""
        return self.player is not None

    def find(self, deal: Start) -> Par:
        """Return what is known of a deal."""
        return self.pars.find(deal_key(deal))

    async def open(self) -> None:
        """Take the pars that were computed before. Raises `StoreError`."""
        await self._log.catch_up()

    def _note_news(self) -> None:
        """Let no deal wait whose par another process has computed."""
        waiting = self._waiting.values()
        self._waiting = {deal_key(one): one for one in waiting if not self.find(one).is_ready}
        self._told()

    def want(self, deal: Start, *, first: bool = False) -> None:
        """Compute the par of a deal in the background, unless that is done."""
        if self.player is None or not has_par(deal.game, deal.players):
            return
        if self.find(deal).is_ready:
            return
        if first:
            self._waiting = {deal_key(deal): deal, **self._waiting}
        self._waiting.setdefault(deal_key(deal), deal)
        self.wake()

    def want_sometime(self, deal: Start) -> None:
        """Compute the par of a deal that only one table has played, unless many wait."""
        if len(self._waiting) < _MOST_WAITING:
            self.want(deal)

    def wake(self) -> None:
        """Go on with what waits, if it is the task of this process."""
        if (player := self.player) is not None and self._has_work:
            self._workers.wake(_TASK, lambda: self._work(player))

    @property
    def _has_work(self) -> bool:
        return bool(self._waiting) and self._common.processes.owns(_TASK)

    async def close(self) -> None:
        """End the game that is played now; games that were played are kept."""
        if self.player is not None:
            self.player.close()
        await self._workers.close()

    async def _work(self, player: ParProcess) -> None:
        """Play until nobody waits for a par, or another process does it."""
        while self._has_work:
            deal = next(iter(self._waiting.values()))
            try:
                goes_on = await self._play_next(player, deal)
            except (StoreError, OSError, EOFError, ValueError) as error:
                self._common.report(error)
                self._waiting[deal_key(deal)] = self._waiting.pop(deal_key(deal), deal)
                await asyncio.sleep(self._again)
            except Exception as error:  # noqa: BLE001 # one deal must not end the work
                self._common.report(error)
                self._waiting.pop(deal_key(deal), None)
            else:
                if not goes_on:
                    self._waiting.pop(deal_key(deal), None)

    async def _play_next(self, player: ParProcess, deal: Start) -> bool:
        """Play and keep one game of a deal; tell whether there are more."""
        if not (missing := self.pars.missing(deal_key(deal))):
            return False
        number = missing[0]
        asked = ParQuestion(deal.game, deal.players, deal.options, deal.seed, number)
        # The pars are left to a newer version of the program that goes on with them.
        found = None if self._log.is_outdated else await player.play(asked)
        if found is None or not found.played:  # the bots can't be compiled here
            self.player = None
            self._waiting.clear()
            return False
        played = PlayedGame(deal_key(deal), number, found.won, found.medal)
        await self._log.append(lambda _: played)
        return True
