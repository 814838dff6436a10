"""The last three lessons: pairs and Familiars, Jokers, the end of the game."""

from regicide_tui.games.king_of_the_dead.events import (
    CardGiven,
    FamiliarRecalled,
    GameEnded,
    PowerPlayed,
)
from regicide_tui.games.king_of_the_dead.lessons.lesson import KingLesson
from regicide_tui.games.lesson import Step, does, happens

FURTHER = (
    KingLesson(
        "Pairs",
        "two of a number, and Familiars",
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
            Step(
                "Two cards of one number have a power, whatever their colours, and two royals "
                "a stronger one. Pick a pair to read it."
            ),
            Step(
                "Two 2s draw two cards. Play {2C} with {2H}.",
                happens(PowerPlayed, power="Summon"),
                "play 2C+2H",
                "Not yet: first the pair of 2s.",
            ),
            Step(
                "Two 5s take a card of the Parade into your hand, for nothing. Play {5H} with "
                "{5S}.",
                happens(PowerPlayed, power="Abscond"),
                "play 5H+5S",
                "Not yet: now the pair of 5s.",
            ),
            Step(
                "Which one? {TC} is worth 10 points, once it ends a run.",
                does("take @1"),
                "take @1",
                "A fair card, but {TC} can score more.",
            ),
            Step(
                "Its 8 and 9 may come later. Two Aces make a Familiar: one of them keeps a card "
                "till then. Play {AH} with {AS}.",
                happens(PowerPlayed, power="Familiar"),
                "play AH+AS",
                "First make a Familiar, with {AH} and {AS}.",
            ),
            Step(
                "Let an Ace keep {TC}.",
                does("retain TC AH", "retain TC AS"),
                "retain TC AH",
                "It should keep the best card you have: {TC}.",
            ),
            Step(
                "{TC} is safe there, also when your turn ends. Recall it in any of your turns, "
                "even now.",
                happens(FamiliarRecalled),
                "recall 1",
                "Recall {TC} from its Familiar.",
            ),
            Step("{powers} lists all powers; and what your picked cards can do is always named."),
        ),
    ),
    KingLesson(
        "Jokers",
        "powers that are about others",
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
            Step(
                "A Joker is never played alone. With an Ace, a royal or another Joker it has a "
                "power, mostly about the others."
            ),
            Step(
                "With a King it puts a card of the Well on the discard pile of another player. "
                "Play {KC} with a Joker.",
                happens(PowerPlayed, power="Encumber"),
                "play KC+*",
                "That was something else. It is {KC} that goes with the Joker here.",
            ),
            Step(
                "A weak card will be in Bea's way: choose {3C}.",
                does("take 3C"),
                "take 3C",
                "That is a gift. Give her the weak one: {3C}.",
            ),
            Step(
                "Bea is the only other player here.",
                happens(CardGiven),
                "target P2",
            ),
            Step(
                "Bea has {3C} now, and the Joker as well. You hold another one: see what it "
                "costs, and end the turn.",
                does("end"),
                "end",
                "End the turn with the Joker in hand, to see what it costs.",
            ),
            Step(
                "{9C} went to the Well from your draw pile, and the Joker to Bea, on your left. "
                "So it goes whenever you discard one."
            ),
        ),
    ),
    KingLesson(
        "The last round",
        "how it ends, and who wins",
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
            Step(
                "After each round, as many cards of the Parade as there are players fall into "
                "the Well, and the Gate fills it up."
            ),
            Step(
                "When the Gate can't, the last round begins. This is its last turn: Ada has 9 "
                "points, Bea 18. Score the run that wins.",
                does("score 8C 9S TS"),
                "score 8C 9S TS",
                "Look again: 9 more would only be 18 to 18, and nobody is ahead.",
            ),
            Step(
                "19 to 18. End the turn, and with it the game.",
                happens(GameEnded, winners=(0,)),
                "end",
                "Nothing more is needed: end the turn.",
            ),
            Step(
                "Ada has won. With equal points, fewer scored cards win. Now play a game: "
                "{help} explains each moment, {powers} all powers, {piles} shows the piles."
            ),
        ),
    ),
)
