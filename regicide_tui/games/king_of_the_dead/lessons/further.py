"""The last three lessons: pairs and Familiars, Jokers, the end of the game."""

from regicide_tui.games.king_of_the_dead.events import (
    CardGiven,
    FamiliarRecalled,
    GameEnded,
    PowerPlayed,
)
from regicide_tui.games.king_of_the_dead.lessons.lesson import KingLesson, does
from regicide_tui.games.lesson import LessonStep, happens

FURTHER = (
    KingLesson(
        "Pairs",
        "two of one number, and Familiars",
        {
            "players": 2,
            "hands": [["AH", "AS", "2C", "2H", "5H", "5S"], ["4C", "4D", "2D"]],
            "draws": [["QC", "3S", "4H", "3H"], ["3D", "AC"]],
            "parade": ["TC", "7C", "9D", "KD"],
            "newcomer": "TH",
            "gate": ["JD", "6D", "8H", "9S"],
            "well": ["6H"],
        },
        (
            LessonStep(
                "Two cards of one number have a power, whatever their colours. Two royals have a "
                "stronger one. When you pick a pair, you can read its power."
            ),
            LessonStep(
                "Two 2s draw two cards. Play {2C} with {2H}.",
                happens(PowerPlayed, power="Summon"),
                "play 2C+2H",
                "Do that later. First play the two 2s.",
            ),
            LessonStep(
                "Two 5s take a card from the Parade into your hand, for free. Play {5H} with {5S}.",
                happens(PowerPlayed, power="Abscond"),
                "play 5H+5S",
                "Do that later. Now play the two 5s.",
            ),
            LessonStep(
                "Which card do you take? {=TC} gives 10 points when you score it in a run. Take "
                "it.",
                does("take @1"),
                "take @1",
                "That is a good card, but {=TC} can score more.",
            ),
            LessonStep(
                "You may draw an 8 and a 9 later. Two Aces make a Familiar: one Ace keeps a card "
                "for you. Play {AH} with {AS}.",
                happens(PowerPlayed, power="Familiar"),
                "play AH+AS",
                "First make a Familiar with {AH} and {AS}.",
            ),
            LessonStep(
                "Choose {TC} and the Ace that keeps it.",
                does("retain TC AH", "retain TC AS"),
                "retain TC AH",
                "The Ace should keep your best card: {TC}.",
            ),
            LessonStep(
                "{=TC} is safe now, even when your turn ends. You can recall it in any of your "
                "turns. Recall it now.",
                happens(FamiliarRecalled),
                "recall 1",
                "Recall {=TC} from its Familiar.",
            ),
            LessonStep(
                "{powers} lists all powers. The screen always names what your picked cards can do."
            ),
        ),
        noted=4,
    ),
    KingLesson(
        "Jokers",
        "powers about other players",
        {
            "players": 2,
            "hands": [["4H", "KC", "*", "*"], ["4C", "4D", "2D"]],
            "draws": [["9C", "3S", "3H", "2H", "2S", "AH"], ["3D", "AC"]],
            "parade": ["TC", "7C", "9D", "KD"],
            "newcomer": "TH",
            "gate": ["JD", "6D", "8H", "9S"],
            "well": ["3C", "8D"],
        },
        (
            LessonStep(
                "You can't play a Joker alone. With an Ace, a royal or another Joker it has a "
                "power. Most of these powers are about other players."
            ),
            LessonStep(
                "With a King, a Joker puts a card from the Well on another player's discard pile. "
                "Play {KC} with a Joker.",
                happens(PowerPlayed, power="Encumber"),
                "play KC+*",
                "That does something else. Play {KC} with a Joker.",
            ),
            LessonStep(
                "A weak card makes Bea's deck worse. Choose {=3C}.",
                does("take 3C"),
                "take 3C",
                "That card helps Bea. Give her the weak one: {=3C}.",
            ),
            LessonStep(
                "Bea is the only other player here. Choose her.",
                happens(CardGiven),
                "target P2",
            ),
            LessonStep(
                "Bea has {=3C} and the Joker now. You hold another Joker. End the turn to see what "
                "it costs you.",
                does("end"),
                "end",
                "Keep the Joker and end the turn, to see what it costs you.",
            ),
            LessonStep(
                "You discarded the Joker. So {=9C} went from your draw pile to the Well, and the "
                "Joker went to Bea on your left. This always happens."
            ),
        ),
        noted=5,
    ),
    KingLesson(
        "The last round",
        "how the game ends and who wins",
        {
            "players": 2,
            "hands": [["7C", "8C", "9S", "TS", "JH"], ["4C", "4D"]],
            "draws": [["3S", "3H", "2H", "2S", "AH"], ["3D", "AC"]],
            "scores": [["9D"], ["TD", "8H"]],
            "parade": ["6D", "7H"],
            "well": ["4H"],
            "first": 2,
            "reshuffles": 3,
            "final_round": True,
        },
        (
            LessonStep(
                "After each round as many cards as there are players go from the Parade into the "
                "Well. The Gate fills the Parade again."
            ),
            LessonStep(
                "The Gate is empty, so this is the last turn. Ada has 9 points, Bea has 18. Score "
                "the run that wins. Nothing else counts now.",
                does("score 8C 9S TS"),
                "score 8C 9S TS",
                "That does not win. You need 10 points: 9 points only lead to 18 to 18.",
            ),
            LessonStep(
                "You lead 19 to 18. End the turn to end the game.",
                happens(GameEnded, winners=(0,)),
                "end",
                "You need nothing more. End the turn.",
            ),
            LessonStep(
                "Ada has won. With equal points, fewer scored cards win. Now play. {help} explains "
                "every situation, {piles} shows the piles."
            ),
        ),
        noted=6,
    ),
)
