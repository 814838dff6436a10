"""Moments of King of the Dead to look at: each phase, each question, each page."""

from tests.tui.king_of_the_dead.models import MANY, TWO, dealt, holding, king
from tests.tui.moments import Keys, Moment

_SIT: Keys = ("enter",)
"""Lift the curtain."""
_VOIDED = ("play QH+*", "send AS", "send AH", "send 9C")


def _asked(hand: str, *actions: str, keys: Keys = ()) -> Moment:
    """Give Ada a hand and take some actions: then somebody is asked."""
    return Moment(holding(hand, *actions), (*_SIT, *keys))


QUESTIONS = {
    "corrupt": _asked("JH 9D", "play JH", keys=("right",)),
    "liturgy": _asked(MANY, "play QS", keys=("5",)),
    "familiar": _asked("AC AD 9D", "play AC+AD", keys=("enter", "right")),
    "supplant": _asked("3C 3D 4H QC 9D", "play 3C+3D", keys=("3",)),
    "supplant-2": _asked("3C 3D 4H QC 9D", "play 3C+3D", keys=("3", "enter", "2")),
    "abscond": _asked("5C 5H 9D", "play 5C+5H", keys=("right",)),
    "accede": _asked("7C 7D 9D JH QS KD *", "play 7C+7D", keys=("2", "4")),
    "search": _asked("TH TS 9D", "play TH+TS", keys=("1", "3")),
    "scry": _asked("JH JD 9D", "play JD+JH", keys=("2",)),
    "foretell": _asked("JC JS 9D", "play JC+JS"),
    "order": _asked("JC JS 9D", "play JC+JS", "discard -", keys=("2", "3")),
    "bestir": _asked("QH QD 9D", "play QD+QH"),
    "decant": _asked("QC QS 9D", "play QC+QS"),
    "decant_take": _asked("QC QS 9D", "play QC+QS", "send KC"),
    "liturgy+": _asked("QC QH 9D", "play QC+QH", keys=("2",)),
    "sepulcher": _asked("KC KS 9D", "play KC+KS", keys=("2", "1")),
    "exhume": _asked("KC KD KH 9D", "play KC+KD+KH", keys=("1",)),
    "consecrate": _asked("QC QD QH 9D", "play QC+QD+QH", "send h:9D"),
    "pillage_target": _asked("JH * 9D", "play JH+*", keys=("down",)),
    "pillage": _asked("JH * 9D", "play JH+*", "target P2", keys=("end",)),
    "void_hand": _asked("QH * 9D", "play QH+*"),
    "void_target": _asked("QH * 9D", *_VOIDED),
    "void_discard": _asked("QH * 9D", *_VOIDED, "target P3"),
    "encumber": _asked("KH * 9D", "play KH+*"),
    "encumber_target": _asked("KH * 9D", "play KH+*", "take QC"),
    "devilry": _asked("* * 9D", "play *+*", keys=("1", "3")),
}
"""A question of each kind; of one that has two steps, both."""

MOMENTS = {
    # a turn
    "curtain": Moment(dealt(3)),
    "dealt": Moment(dealt(2), _SIT),
    "turn": Moment(king(), (*_SIT, "right")),
    "buy": Moment(king(), (*_SIT, "2", "4", "down")),
    "run": Moment(king(), (*_SIT, "w", "5", "6")),
    "power": Moment(king(), (*_SIT, "3", "4")),
    "poor": Moment(king(), (*_SIT, "3")),
    "closed": Moment(king(), (*_SIT, "3", "7")),
    "many": Moment(holding(MANY), (*_SIT, "3", "7", "end")),
    "last-round": Moment(king(TWO), (*_SIT, "1", "3")),
    "over": Moment(king(TWO, "end", "end"), (*_SIT, "v")),
    "result": Moment(king(TWO, "end", "end"), _SIT),
    "result-four": Moment(king(None, *["end"] * 4, final_round=True), _SIT),
    "replay": Moment(king(None, "play JH", "discard 2D", "end"), ("right",), replay=True),
    # a question
    **{f"{kind}": moment for kind, moment in QUESTIONS.items()},
    # to read
    "powers": Moment(king(), (*_SIT, "P")),
    "piles": Moment(king(), (*_SIT, "d")),
    "help": Moment(king(), (*_SIT, "question_mark")),
    "help-question": Moment(holding("AC AD 9D", "play AC+AD"), (*_SIT, "question_mark")),
}
