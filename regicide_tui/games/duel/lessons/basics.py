"""The first three lessons: attack and pay, what a shield does, cards laid together."""

from regicide_tui.games.coaching import pays_and_keeps, pays_with_cards_left
from regicide_tui.games.duel.events import DamagePaid
from regicide_tui.games.duel.lessons.lesson import DuelLesson
from regicide_tui.games.lesson import Step, does, happens

_QUEENS_AND_KINGS = ["QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"]

BASICS = (
    DuelLesson(
        "Attack and pay",
        "a turn, and what it costs",
        {
            "hands": [["4C", "6D", "8H", "JD"], ["2D", "3C", "5D", "TS"]],
            "castle": _QUEENS_AND_KINGS,
            "tavern": ["7C", "9D", "6S"],
            "discard": ["2H", "7D"],
        },
        (
            Step(
                "Ada and Bea attack each other by turns. Who can't pay for an attack loses. "
                "Here you play for both."
            ),
            Step(
                "Ada begins. Press the number of {8H}: the line under the hand says what it "
                "would do. Then {confirm} plays it.",
                does("8H"),
                "8H",
                "A fair play, too. But here it is {8H} that you are to see.",
            ),
            Step(
                "Bea owes 8 at once, from her hand. Pick cards worth 8 or more, but keep {TS}; "
                "then {confirm}.",
                pays_and_keeps("TS"),
                "pay 3C 5D",
                "It is paid, but {TS} is gone, and she needs it.",
            ),
            Step(
                "Bea's turn. {S} Spades attack like all cards, and then stay before her as a "
                "shield. Play {TS}.",
                does("TS"),
                "TS",
                "An attack, but no shield: play {TS}.",
            ),
            Step(
                "Ada owes 10. An Ace is worth 1, a Jack 10, a Queen 15, a King 20. Pay, and "
                "keep a card to play.",
                pays_with_cards_left(1),
                "pay 4C 6D",
                "Paid, but without a card to play Ada would lose.",
            ),
            Step(
                "Now {TS} is Bea's shield: 10. Each turn: play, attack, the other pays. The "
                "attacker never pays."
            ),
        ),
    ),
    DuelLesson(
        "Against a shield",
        "what stands and what falls",
        {
            "hands": [["7C", "8H", "JH"], ["3H", "4S", "JD"]],
            "shields": [["6S"], ["9S"]],
            "castle": _QUEENS_AND_KINGS,
            "tavern": ["2D", "5C", "TD"],
            "discard": ["2C", "5D"],
        },
        (
            Step(
                "Bea's shield is 9. A weaker attack does nothing; 9 or more destroys it, and "
                "what is left over she must pay."
            ),
            Step(
                "See it hold: attack with {8H}.",
                does("8H"),
                "8H",
                "Another time. See first what 8 does against 9: {8H}.",
            ),
            Step(
                "It stands, still 9: no attack wears it down. Bea's {4S} is too weak for Ada's "
                "6, but joins her shield. Play it.",
                does("4S"),
                "4S",
                "That adds nothing to her shield. {4S} does.",
            ),
            Step(
                "9 and 4 are 13 now. {C} Clubs double the attack: {7C} hits with 14.",
                does("7C"),
                "7C",
                "Look for exactly one too many: {7C} hits with 14.",
            ),
            Step(
                "The whole shield fell, and 1 is left over. One card pays; no change is given. "
                "Keep {JD}.",
                pays_and_keeps("JD"),
                "pay 3H",
                "A Jack for 1 is dear. Pay with {3H}.",
            ),
            Step(
                "An attack of exactly 13 fells it as well, with nothing to pay. Attacks do not "
                "add up: strike hard, or not at all."
            ),
        ),
    ),
    DuelLesson(
        "Cards together",
        "combos, and the Ace",
        {
            "hands": [["4C", "4S", "5D", "AS", "TC"], ["2H", "7D", "7H", "8D", "QH"]],
            "shields": [[], ["9S"]],
            "castle": ["QC", "QD", "QS", "KC", "KD", "KH", "KS"],
            "tavern": ["2D", "5C", "TD"],
        },
        (
            Step(
                "Two to four cards of one number, worth 10 at most, go together, and so does "
                "an Ace with any one card. Each suit counts the sum."
            ),
            Step(
                "Play {4S} with {4C}: 8, doubled 16, and all 8 become Ada's shield.",
                does("4S+4C", "4C+4S"),
                "4C+4S",
                "Pick both Fours, then {confirm}.",
            ),
            Step(
                "The shield of 9 fell: 7 are left to pay. Keep the larger cards: {7H}, {8D} and "
                "{QH}.",
                pays_and_keeps("7H", "8D", "QH"),
                "pay 7D",
                "That costs more than it must. {7D} alone pays 7.",
            ),
            Step(
                "Bea strikes back with {7H}. What will it do to a shield of 8?",
                does("7H"),
                "7H",
                "Let her try {7H}.",
            ),
            Step(
                "Nothing. Now the Ace: {TC} with {AS} is 11, doubled 22; and the 11 join the "
                "shield: 8 and 11 are 19.",
                does("TC+AS", "AS+TC"),
                "TC+AS",
                "Pick {TC} and {AS} together.",
            ),
            Step(
                "Clubs double the attack, never the shield. Bea has none left: she pays 22.",
                happens(DamagePaid),
                "pay 8D QH",
                "Keep a card, or Bea has lost.",
            ),
            Step(
                "19 protect Ada against each attack below 19. Clubs with Spades strike and "
                "shield at once: keep them for each other."
            ),
        ),
    ),
)
