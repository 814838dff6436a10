"""What the workers of a server tell each other about a shared review. All pure.

They also tell each other who is in a review: each worker has an `Attendance` for its own people.
"""

from collections.abc import Mapping

from msgspec import convert, to_builtins

from regicide_tui.games.base import Game, Json, Value
from regicide_tui.server.model.review.commands import ReviewCommand
from regicide_tui.server.model.review.events import ReviewEvent
from regicide_tui.server.model.review.state import Pointer, Said
from regicide_tui.thinking.questions import Judgement


class Attendance(Value, frozen=True):
    """The people of one worker who are in a review.

    `people` has their names in the order in which they came, and the moment to which each of them
    came by a link, or None.
    """

    since: int
    """Greater than that of the workers whose people were there before."""
    people: Mapping[str, int | None]


class Message(Value, frozen=True, tag_field="message", tag=True):
    """The base of all messages."""


class Request(Message, frozen=True):
    """Somebody does something in the review; its owner decides what follows."""

    id: int
    """The number that the answer has, too."""
    by: str
    command: ReviewCommand


class Answer(Message, frozen=True):
    """A request was carried out, or refused with a sentence that says why."""

    id: int
    refusal: str = ""


class JudgedDecision(Value, frozen=True):
    """The verdict on a decision, with its actions in the notation of the game.

    The fields are those of `Judgement`. Without `best` nobody can judge the position.
    """

    number: int
    """The number of actions before the decision."""
    best: str = ""
    chance: float = 0.0
    chance_done: float = 0.0
    gold: float | None = None
    gold_done: float | None = None
    aims_at_gold: bool = False
    lead: float = 0.0
    was_best: bool = False
    good: tuple[str, ...] = ()
    error: float = 0.0
    """0 if a server with an earlier version of the program tells it."""


class News(Message, frozen=True):
    """What happened in the review, as its owner decided.

    `number` counts the news of a review: whoever has missed some asks for a copy.
    """

    number: int
    events: tuple[ReviewEvent, ...] = ()
    verdict: JudgedDecision | None = None
    in_what_if: bool = False
    """Whether the verdict is on a decision of the what-if."""


class AskForCopy(Message, frozen=True):
    """The sender has missed something: the owner tells it the whole review."""


class Copy(Message, frozen=True):
    """The whole review after some news, but for the game and the notes: the store has those.

    The fields are those of `ReviewState`; the what-if is the actions that were taken in it.
    """

    number: int
    moment: int
    people: tuple[str, ...]
    leader: str
    alone: Mapping[str, int]
    what_if: tuple[str, ...] | None
    pointer: Pointer | None
    said: tuple[Said, ...]
    judge_failed: bool
    verdicts: tuple[JudgedDecision, ...]
    """The verdicts on the game."""
    verdicts_on_what_if: tuple[JudgedDecision, ...]
    played_by: tuple[str, ...] = ()
    """Empty if a server with an earlier version of the program tells it."""
    known: tuple[JudgedDecision, ...] = ()
    """What other lines of play say of positions of the what-if; empty from an earlier version."""


AnyMessage = Request | Answer | News | AskForCopy | Copy


def encode(value: Attendance | AnyMessage) -> Json:
    """Return a value as JSON."""
    body: Json = to_builtins(value)
    return body


def decode_message(body: Json) -> AnyMessage:
    """Return the message that another worker has sent."""
    message: AnyMessage = convert(body, AnyMessage)
    return message


def decode_attendance(body: Json) -> Attendance | None:
    """Return the attendance of another worker, or None if none of its people is there any more."""
    return convert(body, Attendance | None)


def write_verdict(
    number: int, judgement: Judgement | None, game: Game[Value, Value]
) -> JudgedDecision:
    """Return a verdict as it is told to other workers."""
    if judgement is None:
        return JudgedDecision(number)
    return JudgedDecision(
        number,
        game.format(judgement.best),
        judgement.chance,
        judgement.chance_done,
        judgement.gold,
        judgement.gold_done,
        judgement.aims_at_gold,
        judgement.lead,
        judgement.was_best,
        tuple(map(game.format, judgement.good)),
        judgement.error,
    )


def read_verdict(verdict: JudgedDecision, game: Game[Value, Value]) -> Judgement | None:
    """Return the judgement that another worker has told."""
    if not verdict.best:
        return None
    return Judgement(
        game.parse(verdict.best),
        verdict.chance,
        verdict.chance_done,
        verdict.gold,
        verdict.gold_done,
        verdict.aims_at_gold,
        verdict.lead,
        verdict.was_best,
        tuple(map(game.parse, verdict.good)),
        verdict.error,
    )
