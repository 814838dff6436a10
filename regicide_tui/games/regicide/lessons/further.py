"""The last four lessons: paying, the exact kill, playing together, and the solo Jesters."""

from regicide_tui.games.lesson import LessonStep, happens
from regicide_tui.games.regicide.events import (
    DamagePaid,
    EnemyDefeated,
    GameWon,
    ImmunityCancelled,
    JesterFlipped,
    NextChosen,
    PlayerYielded,
)
from regicide_tui.games.regicide.lessons.lesson import RegicideLesson, does, draws
from regicide_tui.games.regicide.state import SUFFER, State, attack, remaining
from regicide_tui.games.regicide_family.lesson_conditions import (
    pays_and_keeps,
    pays_exactly,
    pays_with_cards_left,
)


def _last_king(state: State) -> str:
    """Return what the learner must do now: pay, or defeat the King."""
    left = f"The King has {remaining(state)} health left"
    if state.phase is SUFFER:
        return (
            f"You owe {attack(state)}. {left}. Pay, and keep cards that can defeat him. "
            "No Jester is left, so choose well: you can lose this game."
        )
    return f"{left}. Play a card that defeats him."


FURTHER = (
    RegicideLesson(
        "Paying",
        "card by card, until it is enough",
        {
            "players": 1,
            "hands": [["2C", "5H", "6S", "8D", "9H", "JS"]],
            "enemy": "KD",
            "castle": ["KC"],
            "table": ["1:7S"],
            "damage": 7,
            "phase": "suffer",
            "jesters_unused": 0,
            "tavern": ["3H", "4C"],
        },
        (
            LessonStep(
                "The King attacks for 20, and your shield stops 7, so you owe 13. A card pays its "
                "number. An Ace pays 1, royals pay 10, 15 and 20."
            ),
            LessonStep(
                "You discard one card at a time and stop when you have paid enough. You get no "
                "change. Pick cards worth exactly 13, then press {confirm}.",
                pays_exactly,
                "pay 5H 8D",
                "You paid more than 13, and the rest is lost. {5H} with {8D} is exactly 13.",
            ),
            LessonStep(
                "Now play {JS}. The enemy is the King of Diamonds, so Spades are not blocked. {JS} "
                "deals 10 damage and adds 10 to your shield.",
                does("JS"),
                "JS",
                "The attack is higher now than it needs to be. {JS} adds 10 to your shield.",
            ),
            LessonStep(
                "Your shield is 17 now, so you owe only 3. One card is enough. If you add another "
                "card, you lose it for nothing. Pay.",
                happens(DamagePaid),
                "pay 9H",
            ),
            LessonStep(
                "Try to pay exactly. You can't play the cards that you paid with. So think ahead: "
                "which cards do you need next?"
            ),
        ),
    ),
    RegicideLesson(
        "The exact kill",
        "a royal that you can draw",
        {
            "players": 1,
            "hands": [["4D", "5H", "7S", "9H"]],
            "enemy": "JC",
            "castle": ["JH", "QD", "QS", "QC", "QH", "KC", "KD", "KH", "KS"],
            "table": ["1:8D", "1:5S"],
            "damage": 13,
            "jesters_unused": 0,
            "tavern": ["2D", "6H", "3S", "TD"],
            "discard": ["2S", "3H"],
        },
        (
            LessonStep(
                "The Jack has 7 health left. If you deal more than 7, he goes to the discard pile. "
                "If you deal exactly 7, he goes on top of the Tavern. Play {7S}.",
                happens(EnemyDefeated, exact=True),
                "7S",
                "That is not exactly 7 damage, so the Jack does not go on top of the Tavern. Play "
                "{7S}.",
            ),
            LessonStep(
                "{=JC} is on top of the Tavern, so he is the next card you draw. Diamonds draw "
                "cards. Play {4D}.",
                draws("JC"),
                "4D",
                "{=JC} is still in the Tavern. Play {4D} to draw him.",
            ),
            LessonStep(
                "You hold {JC} now. He is worth 10, and his suit {C} doubles the damage. Pay 10 "
                "with other cards.",
                pays_and_keeps("JC"),
                "pay 2D 9H",
                "You paid, but you no longer hold {JC}. Pay with the other cards.",
            ),
            LessonStep(
                "The enemy has 16 health left. {JC} deals 10, doubled to 20. Play {JC}.",
                happens(EnemyDefeated),
                "JC",
                "The enemy is not defeated. {JC} deals 20.",
            ),
            LessonStep(
                "In your hand a Queen is worth 15 and a King 20. Look for exact kills, because "
                "they give you strong cards."
            ),
        ),
    ),
    RegicideLesson(
        "Playing together",
        "yielding and the Jester",
        {
            "players": 3,
            "hands": [["2H", "3D", "4H", "5H"], ["*", "2D", "6H"], ["AC", "4S", "TC"]],
            "enemy": "QC",
            "castle": ["QS", "KC", "KD", "KH", "KS"],
            "table": ["3:8S"],
            "damage": 8,
            "tavern": ["5D", "6D", "7D"],
        },
        (
            LessonStep(
                "Two to four people play as a team. They win or lose together, and nobody may say "
                "which cards they hold. Here you play for all three: Ada, Bea and Cy."
            ),
            LessonStep(
                "Ada's cards are weak. She can yield: she plays no card and only pays the attack. "
                "The shield leaves 7 to pay. Press {yield}.",
                happens(PlayerYielded),
                "yield",
                "That is a legal action, but Ada's cards are weak. Press {yield}.",
            ),
            LessonStep(
                "Pay for Ada, and keep a card. Remember this rule: you can't yield if all other "
                "players yielded on their last turn.",
                pays_with_cards_left(1),
                "pay 3D 4H",
                "You paid, but Ada's hand is empty now. Keep a card.",
            ),
            LessonStep(
                "Bea holds a Jester, which is played alone. It ends the Queen's immunity, and the "
                "Queen does not attack this turn. Play the Jester.",
                happens(ImmunityCancelled),
                "*",
                "The Queen is still immune, and she attacks. The Jester stops both.",
            ),
            LessonStep(
                "After a Jester, Bea chooses who plays next. Choose Cy, then press {confirm}.",
                happens(NextChosen, chosen=2),
                ">P3",
                "That is a legal choice, but Cy has the cards to defeat the Queen.",
            ),
            LessonStep(
                "Clubs double the damage now, even against the Queen of Clubs. She has 22 health "
                "left. {TC} with {AC} is 11, doubled to 22.",
                happens(EnemyDefeated),
                "TC+AC",
                "The Queen is not defeated. Play {TC} and {AC} together.",
            ),
            LessonStep(
                "The Queen is defeated, and Cy plays on. When people share a keyboard, the screen "
                "hides each hand until its owner presses a key."
            ),
        ),
    ),
    RegicideLesson(
        "Playing solo",
        "the solo Jester and the end",
        {
            "players": 1,
            "hands": [["2D", "3D"]],
            "enemy": "KH",
            "castle": [],
            "table": ["1:6D", "1:TS+AC"],
            "damage": 28,
            "phase": "suffer",
            "jesters_unused": 1,
            "tavern": ["4S", "6C", "7D", "8H"],
        },
        (
            LessonStep(
                "The last King attacks. You owe 9 and hold only 5, so you need a Jester. In a solo "
                "game you have two Jesters. One is left."
            ),
            LessonStep(
                "Press {flip} to use the Jester. You discard your hand and draw up to eight new "
                "cards. You may do this before you play and before you pay.",
                happens(JesterFlipped),
                "flip",
                "Only the Jester helps here. Press {flip}.",
            ),
            LessonStep(
                _last_king,
                happens(GameWon),
                "pay 4S 7D",
                "Keep the card that deals 12 damage: {6C}, doubled.",
                free=True,
            ),
            LessonStep(
                "The last King is defeated, so you have won. Without a used Jester the medal is "
                "gold, with one silver, with two bronze. You won bronze."
            ),
            LessonStep(
                "You know all the rules now. Play a solo game. {help} explains every situation, "
                "and {undo} takes back your last action."
            ),
        ),
    ),
)
