"""Plays the games for pars in the background, one after the other, in a separate process.

That process has the lowest priority, so that it delays neither the event loop nor the bots that
play with people.
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
"""The number of waiting deals above which deals of a single table aren't added. Their pars are
computed once someone looks at them."""
_TASK = "pars"
"""The name of the task, which one process does for all."""
_AGAIN = 60.0
"""Seconds after a failure until the next try."""


class ParProcess:
    """Plays games in a separate process, which starts with the first game."""

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
    """Send a question and wait for its answer. The seed doesn't appear in the process list."""
    questions, answers = cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout)
    questions.write(msgspec.json.encode(asked) + b"\n")
    questions.flush()
    line = answers.readline()
    if not line:
        raise EOFError("the process has ended")
    return msgspec.json.decode(line, type=ParAnswer)


class ParWork:
    """The pars of the server, and the deals whose pars are being computed.

    Deals that someone looks at come first, then the deal that has waited longest.

    Without a `player`, no pars are computed. The process that owns this task computes them for all;
    the others also keep the waiting deals, in case it ends. `told` is called after each game.
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
        """The deals that wait for their pars, by key, the next one first."""
        self._workers = Workers(lambda error, _: common.report(error))

    @property
    def pars(self) -> Pars:
        """All pars."""
        return self._log.value

    @property
    def is_working(self) -> bool:
        """Whether pars are computed here."""
        return self.player is not None

    def find(self, deal: Start) -> Par:
        """Return the par of a deal so far."""
        return self.pars.find(deal_key(deal))

    async def open(self) -> None:
        """Read the pars computed earlier. Raises `StoreError`."""
        await self._log.catch_up()

    def _note_news(self) -> None:
        """Remove waiting deals whose pars another process has computed."""
        waiting = self._waiting.values()
        self._waiting = {deal_key(one): one for one in waiting if not self.find(one).is_ready}
        self._told()

    def want(self, deal: Start, *, first: bool = False) -> None:
        """Compute the par of a deal in the background, unless it is ready."""
        if self.player is None or not has_par(deal.game, deal.players):
            return
        if self.find(deal).is_ready:
            return
        if first:
            self._waiting = {deal_key(deal): deal, **self._waiting}
        self._waiting.setdefault(deal_key(deal), deal)
        self.wake()

    def want_sometime(self, deal: Start) -> None:
        """Compute the par of a deal that only one table has played, unless many are waiting."""
        if len(self._waiting) < _MOST_WAITING:
            self.want(deal)

    def wake(self) -> None:
        """Continue with waiting deals, if this process owns the task."""
        if (player := self.player) is not None and self._has_work:
            self._workers.wake(_TASK, lambda: self._work(player))

    @property
    def _has_work(self) -> bool:
        return bool(self._waiting) and self._common.processes.owns(_TASK)

    async def close(self) -> None:
        """Stop the current game; finished games are kept."""
        if self.player is not None:
            self.player.close()
        await self._workers.close()

    async def _work(self, player: ParProcess) -> None:
        """Play until no deal waits, or another process owns the task."""
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
        """Play and store one game of a deal; return whether there are more."""
        if not (missing := self.pars.missing(deal_key(deal))):
            return False
        number = missing[0]
        asked = ParQuestion(deal.game, deal.players, deal.options, deal.seed, number)
        # If a newer version of the program writes the pars, this one leaves them to it.
        found = None if self._log.is_outdated else await player.play(asked)
        if found is None or not found.played:  # the bots can't be compiled here
            self.player = None
            self._waiting.clear()
            return False
        played = PlayedGame(deal_key(deal), number, found.won, found.medal)
        await self._log.append(lambda _: played)
        return True
