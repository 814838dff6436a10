"""The first four lessons: a turn, the suits, immunity, several cards together."""

from regicide_tui.cards import CLUBS
from regicide_tui.games.lesson import LessonStep, happens
from regicide_tui.games.regicide.events import (
    CardsDrawn,
    DiscardHealed,
    EnemyDefeated,
    ShieldRaised,
)
from regicide_tui.games.regicide.lessons.lesson import RegicideLesson, companion_kills, does
from regicide_tui.games.regicide.state import State
from regicide_tui.games.regicide_family.lesson_conditions import (
    pays_and_keeps,
    pays_with_cards_left,
)
from regicide_tui.games.words import named

_ROYALS_AFTER_THE_JACKS = ["QD", "QS", "QC", "QH", "KC", "KD", "KH", "KS"]


def _finish_the_jack(state: State) -> str:
    """Return the text with the cards that the learner still holds after the payment."""
    cards = [f"{{{card}}}" for card in state.hands[state.turn]]
    text = f"The Jack has 3 health left. You hold {named(cards)}. Each of them deals 3 or more."
    if any(card.suit is CLUBS for card in state.hands[state.turn]):
        text += " Clubs still double: he is immune to Spades only."
    return f"{text} Defeat him."


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
            LessonStep(
                "Twelve royals hold the castle. You win when you defeat all of them. The first one "
                "here is a Jack. His attack is 10, and he has 17 of 20 health left."
            ),
            LessonStep(
                "Your hand is below. Press the number of {TH}. The line above the hand shows what "
                "it would do. Then {confirm} plays it.",
                does("TH"),
                "TH",
                "That is a legal action, but it deals less damage. {TH} deals 10.",
            ),
            LessonStep(
                "The Jack has 7 health left, so he attacks for 10. Pick cards worth 10 or more, "
                "but keep {8H}. Then press {confirm}.",
                pays_and_keeps("8H"),
                "pay 4H 6H",
                "You paid, but you no longer hold {8H}. No other card deals the 7 damage you need.",
            ),
            LessonStep(
                "A new turn begins. {8H} deals 8 damage, and the Jack has 7 health left. A "
                "defeated enemy does not attack, so you will pay nothing.",
                happens(EnemyDefeated),
                "8H",
                "The Jack is not defeated, so he attacks again. {8H} defeats him.",
            ),
            LessonStep(
                "The Jack is defeated and the next royal appears. Each turn goes like this: play, "
                "damage, pay. If you can't pay, you lose."
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
            LessonStep(
                "{S} Spades give you a shield. It lowers the enemy's attack by the value of your "
                "play until you defeat him. Play {TS}.",
                happens(ShieldRaised),
                "TS",
                "That gives you no shield. Only {S} Spades do. Play {TS}.",
            ),
            LessonStep(
                "Attack 10 minus shield 10 is 0, so you pay nothing against this Jack. {D} "
                "Diamonds draw as many cards as the play is worth. Play {3D}.",
                happens(CardsDrawn),
                "3D",
                "That drew no cards. Only {D} Diamonds do. {3D} draws 3 cards.",
            ),
            LessonStep(
                "You drew 3 cards. {H} Hearts move cards from the discard pile to the bottom of "
                "the Tavern. You draw from the Tavern. Play {8H}.",
                happens(DiscardHealed),
                "8H",
                "That moved no cards to the Tavern. Only {H} Hearts do. {8H} moves 8 cards.",
            ),
            LessonStep(
                "8 cards are back, and the Jack is defeated. The next Jack has 20 health. {C} "
                "Clubs double the damage. Play {TC}: 10 becomes 20.",
                happens(EnemyDefeated),
                "TC",
                "The Jack is not defeated. {TC} deals 10 twice, and that is all his health.",
            ),
            LessonStep(
                "Each card deals its value as damage, and its suit acts: {S} gives a shield, {D} "
                "draws, {H} heals, {C} doubles the damage."
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
            LessonStep(
                "This is the Jack of Spades, so he is immune to {S}. Pick {7S} and read the line "
                "above the hand. It says that {S} is blocked. Play {7S} anyway.",
                does("7S"),
                "7S",
                "That is a legal action, but this lesson shows a blocked suit. Play {7S}.",
            ),
            LessonStep(
                "Your card dealt 7 damage, as every card does. But it gave no shield, so you owe "
                "all 10. Pay, and keep two cards.",
                pays_with_cards_left(2),
                "pay 2C 9D",
                "You paid with more cards than you need. Two cards are enough.",
            ),
            LessonStep(
                _finish_the_jack,
                happens(EnemyDefeated),
                "4H",
                "The Jack is not defeated. 3 damage is enough.",
            ),
            LessonStep(
                "The next royal is the Queen of Diamonds. Now {D} is blocked, and {S} gives you a "
                "shield again. Always look at the suit first."
            ),
        ),
    ),
    RegicideLesson(
        "Cards together",
        "combos and the Ace",
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
            LessonStep(
                "You may play two to four cards of one number together if their sum is at most 10. "
                "Each suit uses the sum. Play {3C}, {3D} and {3S}.",
                does("3S+3D+3C", "3C+3D+3S"),
                "3C+3D+3S",
                "Play all three Threes. Their sum is 9, and {C}, {D} and {S} each use 9.",
            ),
            LessonStep(
                "9 was doubled to 18 damage. You drew up to a full hand and got a shield of 9. Of "
                "15 you owe 6. Pay, and keep {AC} and {8S}.",
                pays_and_keeps("AC", "8S"),
                "pay 6H",
                "You paid, but you need both {AC} and {8S} now.",
            ),
            LessonStep(
                "An Ace is worth 1. It goes with one other card, and both suits use the sum. {8S} "
                "with {AC} is 9, doubled to 18. The Queen has 12 health left.",
                companion_kills,
                "8S+AC",
                "Play the Ace with another card so that you defeat the Queen: {8S} with {AC}.",
            ),
            LessonStep(
                "The Queen is defeated. Combos are made of Twos to Fives. An Ace goes with any one "
                "card, also a royal or another Ace, but never with a combo."
            ),
        ),
    ),
)
