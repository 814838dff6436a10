"""What may be done at a table and what comes of it: case by case, and how long a log may get."""

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec.json
import pytest
from msgspec import convert, field
from msgspec.structs import replace

from regicide_tui.play.table import Table
from regicide_tui.server.model.table import commands, playing
from regicide_tui.server.model.table.command import Caller, Command, Dealt, Refused, decide
from regicide_tui.server.model.table.people import People
from regicide_tui.server.model.table.record import apply
from regicide_tui.server.model.table.state import TableState
from tests.loose import loose
from tests.play.games import begun
from tests.server.gatherings import first_action, legal_actions
from tests.server.tables.tables import (
    START,
    STEP,
    TableCase,
    moment,
    people_of,
    read_cases,
    read_command,
    table_of,
)
from tests.tui.models import TRIO, saved

ADA, BEA, CYD = "ada", "bea", "cyd"
SEED = "7F3K"
HERE = People(frozenset((ADA, BEA, CYD)))
MOMENTS = ("since", "latest", "deadline")
"""The facts that are moments."""


class Case(TableCase, forbid_unknown_fields=True, kw_only=True):
    """A table and a script; see the file of cases."""

    script: str
    away: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)


CASES = read_cases("decide_cases.yaml", Case)


class Script:
    """A table to which things are done one after the other."""

    def __init__(self, case: Case) -> None:
        self.table, self.at = table_of(case), START
        self.away, self.left_at = {*case.away}, dict[str, int]()
        self._people = people_of(case)
        self._dealt = Dealt(SEED, "b1" if case.board else "", tuple(case.board))

    def run(self, line: str) -> None:
        """Do what a line says, or check it."""
        if line.startswith("= "):
            what, _, value = line.removeprefix("= ").partition(" ")
            assert known(self.table, what, self.at) == json.loads(value), line
        elif line.startswith("at "):
            self.at = moment(line.removeprefix("at "))
        elif line.endswith(" leaves"):
            self.away.add(name := line.removesuffix(" leaves"))
            self.left_at[name] = self.at
        elif line.endswith(" comes"):
            self.away.remove(line.removesuffix(" comes"))
        else:
            step = STEP.fullmatch(line)
            assert step is not None, f"{line} says nothing"
            self._give(step["who"], step["command"], step["why"])

    def _give(self, name: str, text: str, why: str | None) -> None:
        facts = self.table.facts
        if name in "*-":
            assert facts.to_act is not None
            name = facts.seats[facts.to_act if name == "*" else 1 - facts.to_act]
        here = frozenset({*facts.people} - self.away)
        newcomers = frozenset({*facts.asking} - self.away)
        people = replace(self._people, here=here, newcomers=newcomers, left_at=self.left_at)
        who = Caller(name, self.at, people, self._dealt, invitation="word")
        command = self._command(text)
        if why is None:
            self.table = apply(self.table, decide(self.table, command, who))
        else:
            with pytest.raises(Refused, match=re.escape(why)):
                decide(self.table, command, who)

    def _command(self, text: str) -> Command:
        """Return the command of a text such as `Ask undo answers=5s`."""
        made, given = read_command(commands, text)
        if made is commands.Act and not given.get("action"):
            given["action"] = legal_actions(self.table)[1][0]
        command: Command = convert(given, made)
        return command


def known(table: TableState, what: str, at: int) -> object:
    """Return what is known of a table; moments are those of a case."""
    facts, game = table.facts, table.game
    special: Mapping[str, Any] = {
        "moves": lambda: game.moves if game is not None else None,
        "undos": lambda: game.undos if game is not None else None,
        "winners": lambda: facts.outcome.winners if facts.outcome is not None else None,
        "says": lambda: (facts.said[-1].by, facts.said[-1].text),
        "asked": lambda: facts.question.agreed if facts.question is not None else None,
        "time_left": lambda: facts.time_left(at),
    }
    if what in special:
        found = special[what]()
    else:
        found = getattr(facts if hasattr(facts, what) else table.secrets, what)
    if what in MOMENTS and found is not None:
        found -= START
    return json.loads(msgspec.json.encode(found))


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_case_of_what_may_be_done_holds(case: Case) -> None:
    script = Script(case)
    for line in case.script.splitlines():
        script.run(line)


def act(table: TableState, at: int = START) -> TableState:
    """Let whoever must act do the first thing they can."""
    by, action = first_action(table)
    return do(table, by, commands.Act(action), at)


def do(table: TableState, by: str, command: Command, at: int = START) -> TableState:
    """Return a table after a command; all its people are here."""
    who = Caller(by, at, People(frozenset(table.facts.people)), Dealt(SEED))
    return apply(table, decide(table, command, who))


def table_like(**more: Any) -> TableState:
    """Return a table that is written like that of a case."""
    return table_of(TableCase(id="", title="", **more))


def test_the_cards_of_the_table_are_those_of_its_seed() -> None:
    table = do(table_like(waiting=[ADA, BEA], game="regicide"), BEA, commands.BeReady(True))
    assert do(table, ADA, commands.StartGame()).game == Table(begun(2, SEED), (ADA, BEA))


def test_a_game_that_goes_on_and_on_ends_without_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_ACTIONS", 3)
    table = act(act(table_like(playing=[ADA, BEA])))
    assert table.facts.playing
    table = act(table)
    assert table.facts.ended
    assert table.game is not None
    assert table.game.moves == 3, "the last action counts"


def test_public_counts_may_be_said_as_they_are_now_r9() -> None:
    table = table_like(playing=[ADA, BEA], game="regicide")
    assert table.game is not None
    count = len(loose(table.game.view(None)).tavern)
    sentences = [one.text for one in table.facts.phrases]
    assert f"The Tavern has {count} cards." in sentences
    assert "The discard pile has 0 cards." in sentences
    one = next(one for one in table.facts.phrases if one.number == count)
    assert do(table, BEA, commands.Say(one.id, one.number)).facts.said[-1].text == one.text
    with pytest.raises(Refused, match="what is on the list"):
        do(table, BEA, commands.Say(one.id, count + 1))


def test_wishes_are_for_the_time_in_which_the_next_player_is_chosen_r9() -> None:
    table = table_like(playing=[ADA, BEA, CYD])
    table = table.with_game(replace(saved(TRIO, "*"), seats=table.facts.seats))
    table = do(do(table, BEA, commands.Wish(wish=True)), CYD, commands.Wish(wish=False))
    assert table.facts.wishes == {1: True, 2: False}
    by, _ = first_action(table)
    chosen = do(table, by, commands.Act(">P2"))
    assert chosen.facts.wishes == {}
    assert chosen.facts.playing
    assert not chosen.facts.may_wish


def test_an_undo_by_consent_repeated_for_ever_brings_no_time() -> None:
    table = table_like(playing=[ADA, BEA], clock=(60, 30))
    for at in range(START + 1_000, START + 30_000, 1_000):
        table = do(act(table, at), ADA, commands.Ask("undo"), at)
        table = do(table, BEA, commands.Ask("undo", answers=at), at)
    assert sum(table.facts.left) == 120_000 - 29_000


# ---------------------------------------------------------------- how long a log may get


def until_refused(table: TableState, name: str, *asked: Command) -> TableState:
    """Let somebody do these one after the other, again and again, until one is refused."""
    for _ in range(1000):
        for command in asked:
            try:
                table = do(table, name, command)
            except Refused:
                return table
    raise AssertionError("it is never too much")


def filled(table: TableState, count: int) -> TableState:
    """Return a table at which ada has done so much that is no action; all else is ready."""
    table = table.with_facts(ready=(ADA, BEA)) if table.facts.waiting else table
    return table.with_secrets(beside={ADA: count})


def is_too_much(table: TableState, by: str, command: Command) -> bool:
    """Tell whether a command is refused because the log is too long."""
    try:
        do(table, by, command)
    except Refused as error:
        assert "You can still play on or end the game." in str(error)
        return True
    return False


def test_who_has_said_too_much_can_only_play_on_or_end_the_game() -> None:
    table = until_refused(table_like(playing=[ADA, BEA, CYD]), ADA, commands.Say("hello"))
    assert is_too_much(table, ADA, commands.Say("sorry"))
    assert do(table, ADA, commands.Ask(commands.END)).facts.question


@pytest.mark.parametrize(
    ("command", "stage"),
    [
        (commands.FreeSeat(1), "waiting"),
        (commands.StartGame(), "waiting"),
        (commands.Stand(), "waiting"),
        (commands.Act(""), "playing"),
        (commands.Resign(), "playing"),
        (commands.End(), "playing"),
    ],
    ids=repr,
)
def test_what_happens_once_is_never_too_much(command: Command, stage: str) -> None:
    table = filled(table_like(**{stage: [ADA, BEA]}, to_act=ADA), 9999)
    if isinstance(command, commands.Act):
        command = commands.Act(first_action(table)[1])
    people = People() if isinstance(command, commands.FreeSeat | commands.End) else HERE
    assert decide(table, command, Caller(ADA, START, people)).events


@pytest.mark.parametrize("command", [commands.StandIn(), commands.Draw()], ids=repr)
def test_more_is_allowed_of_what_lets_a_stuck_game_go_on(command: Command) -> None:
    table, who = table_like(playing=[ADA, BEA]), Caller(ADA, START)
    assert decide(filled(table, 549), command, who).events
    with pytest.raises(Refused, match="still play on"):
        decide(filled(table, 550), command, who)
    with pytest.raises(Refused, match="still play on"):
        decide(filled(table, 500), commands.Say("hello"), who)
    assert decide(filled(table, 499), commands.Say("hello"), who).events


def test_nobody_can_say_so_much_that_the_others_have_to_be_silent() -> None:
    table = until_refused(table_like(playing=[ADA, BEA, CYD]), ADA, commands.Say("hello"))
    table = until_refused(table, ADA, commands.Ask(commands.END), commands.Refuse())
    assert table.secrets.beside[ADA] == 550
    assert do(table, BEA, commands.Say("hello")).facts.said[-1].by == BEA
    away = People(frozenset((BEA, CYD)))
    for what in (commands.END, commands.STAND_IN):
        asked = apply(table, decide(table, commands.Ask(what), Caller(BEA, START, away)))
        agrees = Caller(CYD, START, away)
        done = apply(asked, decide(asked, commands.Ask(what, START), agrees)).facts
        assert done.ended or done.bots[0]


def test_before_the_game_so_much_is_done_by_each_and_so_much_by_all() -> None:
    table = table_like(waiting=[ADA, "-", "-"])
    for _ in range(50):
        table = do(do(table, BEA, commands.Sit(1)), BEA, commands.Stand())
    assert is_too_much(table, BEA, commands.Sit(1))
    assert do(table, CYD, commands.Sit(1)).facts.seats[1] == CYD
    for number in range(949):
        assert not is_too_much(table, "zoe", commands.Sit(1))
        table = do(table, f"n{number}", commands.Sit(1))
        table = do(table, f"n{number}", commands.Stand())
    assert sum(table.secrets.beside.values()) == 2000
    assert is_too_much(table, "zoe", commands.Sit(1))
    assert do(table, ADA, commands.Stand()).facts.closed
