"""The last four lessons: paying, the exact kill, company, and the Jesters of a solo game."""

from regicide_tui.games.coaching import pays_and_keeps, pays_exactly, pays_with_cards_left
from regicide_tui.games.lesson import Step, does, happens
from regicide_tui.games.regicide.events import (
    DamagePaid,
    EnemyDefeated,
    GameWon,
    ImmunityCancelled,
    JesterFlipped,
    NextChosen,
    PlayerYielded,
)
from regicide_tui.games.regicide.lessons.lesson import RegicideLesson, draws

FURTHER = (
    RegicideLesson(
        "Paying",
        "one card at a time, till enough",
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
            Step(
                "The King attacks for 20, the shield takes 7: you owe 13. Cards are worth "
                "their number, an Ace 1, royals 10, 15 and 20."
            ),
            Step(
                "You discard one card at a time and stop when it is enough. No change is "
                "given. Pick cards of exactly 13, then {confirm}.",
                pays_exactly,
                "pay 5H 8D",
                "Enough, but more than 13, and the rest is lost. {5H} with {8D} is just right.",
            ),
            Step(
                "Now {JS}: against a King of Diamonds it deals 10 and shields 10. Play it.",
                does("JS"),
                "JS",
                "The attack is larger now than it need be. {JS} shields 10.",
            ),
            Step(
                "7 and 10 shield 17: you owe only 3. A single card does; whatever you add to it "
                "is lost. Pay.",
                happens(DamagePaid),
                "pay 9H",
            ),
            Step(
                "Pay exactly where you can. What you pay with can't be played any more, so "
                "look ahead: what will you need next?"
            ),
        ),
    ),
    RegicideLesson(
        "The exact kill",
        "a royal who comes to your side",
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
            Step(
                "The Jack has 7 left. More than 7 sends him to the discard. Exactly 7 puts "
                "him on top of the Tavern. Play {7S}.",
                happens(EnemyDefeated, exact=True),
                "7S",
                "Not exactly 7, so he does not come to your side. {7S} it is.",
            ),
            Step(
                "{JC} lies on top of the Tavern, so he is the next card drawn. Fetch him with "
                "Diamonds: {4D}.",
                draws("JC"),
                "4D",
                "He still lies on the Tavern. Draw with {4D}.",
            ),
            Step(
                "He is yours: worth 10, and his {C} doubles. Pay 10 with other cards.",
                pays_and_keeps("JC"),
                "pay 2D 9H",
                "Paid, but {JC} is gone. Pay with the small cards.",
            ),
            Step(
                "16 are left. {JC} deals 10, doubled 20. Let the Jack of Clubs strike.",
                happens(EnemyDefeated),
                "JC",
                "He still stands. {JC} would deal 20.",
            ),
            Step("A Queen in hand is worth 15, a King 20. Look out for exact kills: they arm you."),
        ),
    ),
    RegicideLesson(
        "In company",
        "yielding, and the Jester",
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
            Step(
                "Two to four win or lose together, and nobody tells his hand. Here you play "
                "for all: Ada, Bea and Cy."
            ),
            Step(
                "Ada is weak. {yield} yields: she plays nothing and pays the attack, 7 behind the "
                "shield.",
                happens(PlayerYielded),
                "yield",
                "A play, but a weak one. Yield with {yield}.",
            ),
            Step(
                "Pay for Ada. By the way: if all others yielded last turn, one may not.",
                pays_with_cards_left(1),
                "pay 3D 4H",
                "Paid, but her hand is empty now. Keep a card.",
            ),
            Step(
                "Bea has a Jester. Played alone, it ends the Queen's immunity, and she does "
                "not attack. Play it.",
                happens(ImmunityCancelled),
                "*",
                "That leaves her immune, and she attacks. The Jester stops both.",
            ),
            Step(
                "Bea now says who is next. Cy would like to go: choose him, then {confirm}.",
                happens(NextChosen, chosen=2),
                ">P3",
                "A fair choice, but it is Cy who can strike.",
            ),
            Step(
                "{C} doubles even against her now. She has 22: {TC} with {AC} is 11, twice.",
                happens(EnemyDefeated),
                "TC+AC",
                "She still stands. {TC} and {AC} go together.",
            ),
            Step(
                "She fell, and Cy goes on. In real company the screen hides each hand until "
                "its owner sits down."
            ),
        ),
    ),
    RegicideLesson(
        "Alone to the end",
        "the solo Jester, and the end",
        {
            "players": 1,
            "hands": [["2D", "3D"]],
            "enemy": "KH",
            "castle": [],
            "table": ["1:TS+AS"],
            "damage": 28,
            "phase": "suffer",
            "jesters_unused": 1,
            "tavern": ["4S", "6C", "7D", "8H"],
        },
        (
            Step(
                "The last King attacks. You owe 9 and hold 5: lost, but for a Jester. Alone "
                "you have two, and one is left."
            ),
            Step(
                "{flip} flips it: your hand is discarded, and you draw up to eight new cards. That "
                "goes before a play or before paying.",
                happens(JesterFlipped),
                "flip",
                "Only a Jester helps here.",
            ),
            Step(
                "These cards can pay the 9, and then deal the 12 he has left. No Jester is left, "
                "so choose well: you can lose this.",
                happens(GameWon),
                "pay 4S 7D",
                "Keep what deals 12 at once: {6C}, doubled.",
                free=True,
            ),
            Step(
                "The last King fell, so you have won. No Jester used is gold, one silver, two "
                "bronze: this was bronze."
            ),
            Step(
                "You know it all: play a solo game. {help} explains every moment, and {undo} "
                "takes back what went wrong."
            ),
        ),
    ),
)
