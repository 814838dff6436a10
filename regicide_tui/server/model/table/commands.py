"""The commands of a table, by name; each is in the file of its family."""

from regicide_tui.server.model.table.absence import Close, End, Return, StandIn, Why
from regicide_tui.server.model.table.asking import (
    END,
    PAUSE,
    PAUSE_DAYS,
    STAND_IN,
    UNDO,
    Ask,
    Refuse,
)
from regicide_tui.server.model.table.clocks import CallTime, GiveTime, StartClocks
from regicide_tui.server.model.table.command import Command
from regicide_tui.server.model.table.gathering import (
    BeReady,
    FreeSeat,
    Open,
    PassHost,
    SeatBot,
    SendBotAway,
    SendPersonAway,
    Sit,
    Stand,
    StartGame,
)
from regicide_tui.server.model.table.joining import AskNoMore, LetIn, TakeOver
from regicide_tui.server.model.table.playing import Act, Draw, Resign
from regicide_tui.server.model.table.talk import Say, Tell, Wish

__all__ = [
    "END",
    "PAUSE",
    "PAUSE_DAYS",
    "STAND_IN",
    "UNDO",
    "Act",
    "Ask",
    "AskNoMore",
    "BeReady",
    "CallTime",
    "Close",
    "Command",
    "Draw",
    "End",
    "FreeSeat",
    "GiveTime",
    "LetIn",
    "Open",
    "PassHost",
    "Refuse",
    "Resign",
    "Return",
    "Say",
    "SeatBot",
    "SendBotAway",
    "SendPersonAway",
    "Sit",
    "Stand",
    "StandIn",
    "StartClocks",
    "StartGame",
    "TakeOver",
    "Tell",
    "Why",
    "Wish",
]
