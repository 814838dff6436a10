"""The first three lessons: attack and pay, what a shield does, cards played together."""

from regicide_tui.games.duel.events import DamagePaid
from regicide_tui.games.duel.lessons.lesson import DuelLesson, does
from regicide_tui.games.lesson import LessonStep, happens
from regicide_tui.games.regicide_family.lesson_conditions import (
    pays_and_keeps,
    pays_with_cards_left,
)

_QUEENS_AND_KINGS = ["QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"]

BASICS = (
    DuelLesson(
        "Attack and pay",
        "a turn and its cost",
        {
            "hands": [["4C", "6D", "8H", "JD"], ["2D", "3C", "5D", "TS"]],
            "castle": _QUEENS_AND_KINGS,
            "tavern": ["7C", "9D", "6S"],
            "discard": ["2H", "7D"],
        },
        (
            LessonStep(
                "Ada and Bea attack each other in turns. If you can't pay for an attack, you lose. "
                "In this lesson you play for both."
            ),
            LessonStep(
                "Ada begins. Press the number of {8H}. The line above the hand shows what it would "
                "do. Then {confirm} plays it.",
                does("8H"),
                "8H",
                "That is a legal action, but this lesson shows {8H}.",
            ),
            LessonStep(
                "Bea must pay 8 at once from her hand. Pick cards worth 8 or more, but keep {TS}. "
                "Then press {confirm}.",
                pays_and_keeps("TS"),
                "pay 3C 5D",
                "Bea paid, but she no longer holds {TS}, and she needs it.",
            ),
            LessonStep(
                "It is Bea's turn. {S} Spades attack like all cards. Then they stay on the table "
                "as her shield. Play {TS}.",
                does("TS"),
                "TS",
                "That attacks but gives no shield. Play {TS}.",
            ),
            LessonStep(
                "Ada must pay 10. An Ace is worth 1, a Jack 10, a Queen 15, a King 20. Pay, and "
                "keep a card to play.",
                pays_with_cards_left(1),
                "pay 4C 6D",
                "Ada paid, but she has no card to play, so she would lose.",
            ),
            LessonStep(
                "{=TS} is Bea's shield now. It is worth 10. Each turn goes like this: you play, "
                "your cards attack, the other player pays. You never pay for your own attack."
            ),
        ),
    ),
    DuelLesson(
        "Against a shield",
        "what an attack does to it",
        {
            "hands": [["7C", "8H", "JH"], ["3H", "4S", "JD"]],
            "shields": [["6S"], ["9S"]],
            "castle": _QUEENS_AND_KINGS,
            "tavern": ["2D", "5C", "TD"],
            "discard": ["2C", "5D"],
        },
        (
            LessonStep(
                "Bea's shield is 9. An attack below 9 does nothing. An attack of 9 or more "
                "destroys the shield, and Bea pays what is left over."
            ),
            LessonStep(
                "First see how the shield stops an attack. Play {8H}.",
                does("8H"),
                "8H",
                "Do that another time. First see what 8 does against 9. Play {8H}.",
            ),
            LessonStep(
                "The shield is still 9. A weak attack does not lower it. {4S} can't break Ada's "
                "shield of 6, but it joins Bea's shield. Play {4S}.",
                does("4S"),
                "4S",
                "That does not add to Bea's shield. Play {4S}.",
            ),
            LessonStep(
                "Bea's shield is 9 + 4 = 13 now. {C} Clubs double the attack, so {7C} attacks with "
                "14. Play {7C}.",
                does("7C"),
                "7C",
                "You need an attack of 14. Play {7C}.",
            ),
            LessonStep(
                "The whole shield is destroyed, and 1 is left over. Bea pays with one card and "
                "gets no change. Keep {JD}.",
                pays_and_keeps("JD"),
                "pay 3H",
                "A Jack is too much for 1. Pay with {3H}.",
            ),
            LessonStep(
                "An attack of exactly 13 destroys the shield too, and Bea pays nothing. Attacks do "
                "not add up. Attack with enough in one turn."
            ),
        ),
    ),
    DuelLesson(
        "Cards together",
        "combos and the Ace",
        {
            "hands": [["4C", "4S", "5D", "AS", "TC"], ["2H", "7D", "7H", "8D", "QH"]],
            "shields": [[], ["9S"]],
            "castle": ["QC", "QD", "QS", "KC", "KD", "KH", "KS"],
            "tavern": ["2D", "5C", "TD"],
        },
        (
            LessonStep(
                "You may play two to four cards of one number together if their sum is at most 10. "
                "An Ace goes with any one card. Each suit uses the sum."
            ),
            LessonStep(
                "Play {4S} with {4C}. Their sum is 8. Clubs double the attack to 16, and Spades "
                "give Ada a shield of 8.",
                does("4S+4C", "4C+4S"),
                "4C+4S",
                "Pick both Fours, then press {confirm}.",
            ),
            LessonStep(
                "The shield of 9 is destroyed, and Bea must pay 7. Keep the larger cards: {7H}, "
                "{8D} and {QH}.",
                pays_and_keeps("7H", "8D", "QH"),
                "pay 7D",
                "That costs more than it must. {7D} alone pays 7.",
            ),
            LessonStep(
                "Bea attacks with {7H}. See what it does to a shield of 8. Play {7H}.",
                does("7H"),
                "7H",
                "Play {7H} for Bea.",
            ),
            LessonStep(
                "It does nothing. Now use the Ace: {TC} with {AS} is 11, doubled to 22. Ada's "
                "shield grows by 11, from 8 to 19.",
                does("TC+AS", "AS+TC"),
                "TC+AS",
                "Pick {TC} and {AS} together.",
            ),
            LessonStep(
                "Clubs double the attack, but not the shield. Bea has no shield left, so she must "
                "pay 22.",
                happens(DamagePaid),
                "pay 8D QH",
                "Bea must pay 22.",
            ),
            LessonStep(
                "A shield of 19 protects Ada against every attack below 19. Clubs with Spades "
                "attack and give a shield in one play. Keep them for each other."
            ),
        ),
    ),
)
