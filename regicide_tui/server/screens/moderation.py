"""The lists of a moderator: the people, the tables, and the acts on them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from regicide_tui.games.words import counted, named
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.order import LONGEST_WHY, Act, Kind, is_address
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.lists import BACK, InnerList
from regicide_tui.server.screens.words import describe_activity, describe_game
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import Entry

_HOUR, _DAY = 3600.0, 86400.0
_MOST_SHOWN = 20
"""The maximum tables, and the maximum bans and mutes, that are listed."""


class _Choice(NamedTuple):
    """A possible act on a person."""

    verb: str
    time: str
    kind: Kind
    seconds: float = 0.0
    by_address: bool = False

    @property
    def label(self) -> str:
        """The act, without the person."""
        return self.of("the address") if self.by_address else f"{self.verb} {self.time}"

    @property
    def detail(self) -> str:
        """What it means for the person."""
        return _ADDRESS_BANNED if self.by_address else _MEANS[self.kind]

    def of(self, whom: str) -> str:
        """Return the act on a person: `Mute ada for an hour`."""
        return f"{self.verb} {whom} {self.time}"


_BAN_FOR_LONG = _Choice("Ban", "for 30 days", Kind.BAN, 30 * _DAY)
_CHOICES = (
    _Choice("Kick", "now", Kind.KICK),
    _Choice("Mute", "for an hour", Kind.MUTE, _HOUR),
    _Choice("Mute", "for a week", Kind.MUTE, 7 * _DAY),
    _Choice("Ban", "for a day", Kind.BAN, _DAY),
    _BAN_FOR_LONG,
    _Choice("Ban", "for good", Kind.BAN),
    _Choice("Ban", "for a day", Kind.BAN, _DAY, by_address=True),
    _Choice("Ban", "for 30 days", Kind.BAN, 30 * _DAY, by_address=True),
)
_MEANS = {
    Kind.KICK: "can reconnect at once",
    Kind.MUTE: "can play, but not chat",
    Kind.BAN: "the name and its key",
}
_ADDRESS_BANNED = "everyone from there"
_HOLDS = {Kind.BAN: "Banned", Kind.MUTE: "Muted"}
_LIFTS = {Kind.BAN: Kind.UNBAN, Kind.MUTE: Kind.UNMUTE}
_DONE = {
    Kind.BAN: "{whom} is banned {end}.",
    Kind.UNBAN: "{whom} is no longer banned.",
    Kind.MUTE: "{whom} is muted {end}.",
    Kind.UNMUTE: "{whom} is no longer muted.",
    Kind.KICK: "{whom} has been kicked.",
    Kind.CLOSE: "The table is closed.",
    Kind.CANCEL: "{whom} is cancelled.",
    Kind.RENAME_LATER: "{whom} will be renamed to {new} when the server restarts.",
}
"""The effect of each act, as its moderator reads it."""


class _OrderList(InnerList):
    """A list in which a moderator acts and gives a reason."""

    def ask_why(self, what: str, do: Callable[[str], Awaitable[Act]]) -> None:
        """Announce the act, ask for the reason, and show the effect."""

        async def take(why: str) -> None:
            act = await do(why)
            said = _DONE[act.kind]
            self.say(said.format(whom=act.whom, end=act.describe_end(), new=act.new_name))

        self.visitor_app.ask_text(f"{what}. Why?", take, LONGEST_WHY)

    def choose(self, choice: _Choice, whom: str, person: str = "") -> None:
        """Do this, with a reason; first show who else a ban of an address keeps out."""
        order = self.api.order
        warning = f". {_warn_of(order.others_at(whom, person))}" if is_address(whom) else ""
        self.ask_why(
            f"{choice.of(whom)}{warning}",
            lambda why: order.act(choice.kind, whom, why, choice.seconds),
        )


class ModerationScreen(_OrderList):
    """The people who are here, the tables, and the bans and mutes in force."""

    headline = "Moderation"
    told = "Every act is logged, with your name and the reason you give."

    def entries(self) -> list[Entry]:
        """Return the people, the tables, and the bans and mutes in force."""
        view, order = self.api.lobby.view(), self.api.order
        found = [
            Entry("t", "Announce", "in the lobby and at the tables", "announce"),
            Entry("", "Ban someone else", "a name, key, address or range", "ban_other"),
        ]
        found += [
            Entry("", one, describe_activity(activity), f"person({one!r})")
            for one, activity in view.others.items()
        ]
        for one in view.tables[:_MOST_SHOWN]:
            found.append(Entry("", "Close a table", _table(one.table), f"close_table('{one.id}')"))
        found += [
            Entry("", "Cancel a tournament", one.attributed, f"cancel('{one.id}')")
            for one in view.coming
        ]
        found += [
            Entry("", f"Lift the {act.kind}", _short(act), f"lift('{act.kind}', {act.whom!r})")
            for act in order.holding[-_MOST_SHOWN:]
        ]
        return [*found, Entry("", "Back to the lobby", "", "back")]

    def action_announce(self) -> None:
        """Ask for an announcement."""
        order = self.api.order
        self.visitor_app.ask_text(
            "Announcement to everyone here:",
            lambda words: order.act(Kind.SAY, "", words),
            LONGEST_WHY,
        )

    def action_ban_other(self) -> None:
        """Ask who to ban for 30 days, and why."""

        async def ask(whom: str) -> None:
            self.choose(_BAN_FOR_LONG, whom)

        self.visitor_app.ask_text("Ban for 30 days: a name, key, address or range", ask)

    def action_person(self, name: str) -> None:
        """Show the possible acts on a person."""
        self.open(PersonScreen, name)

    def action_close_table(self, table: str) -> None:
        """Close a table without a result."""
        api = self.api
        seen = api.tables.describe(table)
        if seen is not None:
            self.ask_why(f"Close {_table(seen)}", lambda why: api.order.close_table(table, why))

    def action_cancel(self, tournament: str) -> None:
        """Cancel a tournament that hasn't started."""
        api = self.api
        found = api.deals.tournament(tournament)
        if found is not None:
            self.ask_why(
                f"Cancel {found.attributed}",
                lambda why: api.order.cancel_tournament(found, why),
            )

    def action_lift(self, kind: str, whom: str) -> None:
        """End a ban or a mute."""
        order, lifts = self.api.order, _LIFTS[Kind(kind)]
        self.ask_why(f"Lift the {kind} of {whom}", lambda why: order.act(lifts, whom, why))


class PersonScreen(_OrderList):
    """The possible acts on one person."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look)
        self._person = name
        self._address = ""
        """The last address, kept if the person leaves while the page is open."""

    @property
    def headline(self) -> str:
        """The person's name."""
        return self._person

    def told_rows(self) -> list[Row]:
        """Return the person's address, and the bans and mutes against them."""
        here = self.api.order.address_of(self._person)
        told = f"address: {self._address or 'unknown'}{'' if here else ', no longer here'}"
        rows = [*prose(told, "muted", self.measure)]
        for act in self.api.order.against(self._person):
            rows += prose(_tell(act), "text", self.measure)
        return rows

    def refresh_list(self) -> None:
        """Show the list. Keep the address: it is unknown once the person has left."""
        self._address = self.api.order.address_of(self._person) or self._address
        super().refresh_list()

    def entries(self) -> list[Entry]:
        """Return the choices."""
        found = [
            Entry(str(number), choice.label, choice.detail, f"choose({number - 1})")
            for number, choice in enumerate(_CHOICES, 1)
            if self._address or not choice.by_address
        ]
        return [
            *found,
            Entry(
                str(len(_CHOICES) + 1),
                "Rename",
                "when the server restarts",
                "rename",
            ),
            BACK,
        ]

    def action_rename(self) -> None:
        """Ask for the new name, and for the reason."""
        order = self.api.order

        async def ask(name: str) -> None:
            await order.check_rename(self._person, name)
            self.ask_why(
                f"Rename {self._person} to {name}",
                lambda why: order.rename(self._person, name, why),
            )

        self.visitor_app.ask_text("New name:", ask)

    def action_choose(self, number: int) -> None:
        """Do this, with a reason."""
        choice = _CHOICES[number]
        self.choose(choice, self._address if choice.by_address else self._person, self._person)


def _warn_of(others: Sequence[str]) -> str:
    """Return who else a ban of an address keeps out."""
    guests = sum(map(is_guest, others))
    shown = [one for one in others if not is_guest(one)]
    shown += [counted(guests, "guest")] if guests else []
    are = f"{counted(len(others), 'other')} from there {'is' if len(others) == 1 else 'are'} here"
    more = f"{are}: {named(shown)}" if others else "Nobody else from there is here"
    return f"It keeps out everyone from there, even guests, except moderators. {more}"


def _tell(act: Act) -> str:
    """Return a ban or a mute as a moderator reads it: `Muted until ... by bea: rude`."""
    why = f": {act.why}" if act.why else "."
    whom = f" ({act.whom})" if is_address(act.whom) else ""
    return f"{_HOLDS[act.kind]}{whom} {act.describe_end()} by {act.actor}{why}"


def _table(table: VisitorTable) -> str:
    """Return the game, people and turn of a table, for moderators who may close it."""
    people = named(table.people) if table.people else "nobody"
    state = f"turn {table.turn}" if table.begun else "waiting"
    private = ", private" if table.private else ""
    return f"{describe_game(table.game, table.players)}, {people}, {state}{private}"


def _short(act: Act) -> str:
    return f"{act.whom[:40]}, {act.describe_end()}"
