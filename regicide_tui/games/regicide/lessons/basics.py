"""The first four lessons: a turn, the suits, immunity, several cards together."""

from regicide_tui.games.coaching import pays_and_keeps, pays_with_cards_left
from regicide_tui.games.lesson import Step, does, happens
from regicide_tui.games.regicide.events import (
    CardsDrawn,
    DiscardHealed,
    EnemyDefeated,
    ShieldRaised,
)
from regicide_tui.games.regicide.lessons.lesson import RegicideLesson, companion_kills

_ROYALS_AFTER_THE_JACKS = ["QD", "QS", "QC", "QH", "KC", "KD", "KH", "KS"]

BASICS = (
    RegicideLesson(
        "Attack",
        "a turn: play, damage, pay",
        {
            "players": 1,
            "hands": [["2H", "4H", "5H", "6H", "8H", "TH"]],
            "enemy": "JC",
            "castle": _ROYALS_AFTER_THE_JACKS,
            "table": ["1:3H"],
            "damage": 3,
            "jesters_unused": 0,
            "tavern": ["5C", "7D", "9S"],
        },
        (
            Step(
                "Twelve royals hold the castle. Defeat them all to win. Now it is a Jack: "
                "his attack is 10, and of his health 17 of 20 are left."
            ),
            Step(
                "Your hand lies below. Press the number of {TH}: the line above the hand "
                "says what it would do. Then {confirm} plays it.",
                does("TH"),
                "TH",
                "That was a turn, too, but too weak a one. {TH} would deal 10.",
            ),
            Step(
                "7 are left, so the Jack lives and attacks for 10. Pay with cards worth 10 or "
                "more, and keep {8H}: pick, then {confirm}.",
                pays_and_keeps("8H"),
                "pay 4H 6H",
                "It is paid, but {8H} is gone, and no other card deals the 7 you need.",
            ),
            Step(
                "A new turn. {8H} deals 8, and 7 are enough. Who falls does not attack: there "
                "will be nothing to pay.",
                happens(EnemyDefeated),
                "8H",
                "He still stands, so he attacks again. {8H} would have felled him.",
            ),
            Step(
                "The Jack has fallen, the next royal is here. So goes each turn: play, damage, "
                "pay. Who can't pay loses. Hollow stars are Jesters used up."
            ),
        ),
    ),
    RegicideLesson(
        "The four suits",
        "what each suit does",
        {
            "players": 1,
            "hands": [["3D", "8H", "TC", "TS"]],
            "enemy": "JC",
            "castle": ["JH", *_ROYALS_AFTER_THE_JACKS],
            "table": [],
            "jesters_unused": 0,
            "tavern": ["2C", "4C", "7S", "9S"],
            "discard": ["2D", "3C", "4D", "5D", "5H", "6C", "6D", "7C", "9D"],
        },
        (
            Step(
                "{S} Spades shield: they lower the attack by the value of the play, until this "
                "enemy falls. Play {TS}.",
                happens(ShieldRaised),
                "TS",
                "Damage is done, but there is no shield. Only {S} raises one: {TS}.",
            ),
            Step(
                "Attack 10 less shield 10 is 0: nothing to pay, for as long as he stands. "
                "{D} Diamonds draw as many cards as the play is worth. Play {3D}.",
                happens(CardsDrawn),
                "3D",
                "That drew no cards. Only {D} draws: {3D}, for 3 cards.",
            ),
            Step(
                "Three cards more. {H} Hearts put cards of the discard back under the Tavern, "
                "from which you draw. Play {8H}.",
                happens(DiscardHealed),
                "8H",
                "The discard is as it was. Only {H} heals: {8H}, for 8 cards.",
            ),
            Step(
                "8 cards are back, and the Jack fell. The next has 20. {C} Clubs double the "
                "damage. Play {TC}: 10 becomes 20.",
                happens(EnemyDefeated),
                "TC",
                "He still stands. {TC} deals 10 twice, which is all his health.",
            ),
            Step(
                "Each card deals its value in damage and does what its suit says: {S} shield, "
                "{D} draw, {H} heal, {C} double."
            ),
        ),
    ),
    RegicideLesson(
        "Immunity",
        "a royal's own suit is blocked",
        {
            "players": 1,
            "hands": [["2C", "3H", "4H", "7S", "9D"]],
            "enemy": "JS",
            "castle": _ROYALS_AFTER_THE_JACKS,
            "table": ["1:TH"],
            "damage": 10,
            "jesters_unused": 0,
            "tavern": ["2H", "5C", "6D", "8S"],
        },
        (
            Step(
                "This Jack is one of Spades, so {S} does nothing to him. Pick {7S} and read "
                "the line above the hand: blocked. Play it all the same.",
                does("7S"),
                "7S",
                "A fair play, but here you are to see {7S} blocked.",
            ),
            Step(
                "It dealt its 7, as every card does, but raised no shield: you owe all 10. "
                "Pay, and keep two cards.",
                pays_with_cards_left(2),
                "pay 2C 9D",
                "Paid, but with more cards than need be. Two are enough.",
            ),
            Step(
                "3 are left. Defeat him with what you hold: {4H} deals 4, and so does {2C}, "
                "doubled, as he is immune to {S} alone.",
                happens(EnemyDefeated),
                "4H",
                "He still stands. 3 damage are enough.",
            ),
            Step(
                "The next royal is of Diamonds: now {D} is blocked, and {S} shields again. "
                "Always look at the suit first."
            ),
        ),
    ),
    RegicideLesson(
        "Cards together",
        "combos, and the Ace",
        {
            "players": 1,
            "hands": [["AC", "3C", "3D", "3S", "6H", "8S"]],
            "enemy": "QH",
            "castle": ["QS", "KC", "KD", "KH", "KS"],
            "table": [],
            "jesters_unused": 0,
            "tavern": ["2D", "4D", "5D", "7D", "9D", "TD"],
        },
        (
            Step(
                "Two to four cards of one number, worth 10 at most, may be played together, "
                "and each suit counts the sum. Play {3C}, {3D} and {3S}.",
                does("3S+3D+3C", "3C+3D+3S"),
                "3C+3D+3S",
                "Only a part of it. All three Threes are 9: {C}, {D} and {S} at 9 each.",
            ),
            Step(
                "9 doubled, 5 cards drawn up to a full hand, and a shield of 9: of 15 you owe "
                "6. Pay, and keep {AC} and {8S}.",
                pays_and_keeps("AC", "8S"),
                "pay 6H",
                "Paid, but {AC} or {8S} went. You need both now.",
            ),
            Step(
                "An Ace is worth 1 and goes with one other card: both suits count the sum. "
                "{8S} with {AC} is 9, doubled 18. She has 12.",
                companion_kills,
                "8S+AC",
                "The Ace should go along with a card, and the Queen fall. {8S} with {AC}.",
            ),
            Step(
                "She fell. Combos are of Twos to Fives; an Ace goes with any one card, also "
                "with a royal or another Ace, never with a combo."
            ),
        ),
    ),
)
