"""The first three lessons: runs and the Well, buying, the powers of single royals."""

from regicide_tui.games.king_of_the_dead.events import RunScored
from regicide_tui.games.king_of_the_dead.lessons.lesson import KingLesson, does
from regicide_tui.games.lesson import LessonStep, happens

BASICS = (
    KingLesson(
        "Runs",
        "three in a row, and when to score",
        {
            "players": 2,
            "hands": [["AS", "3C", "5H", "6D", "7H"], ["4C", "4D", "2D", "2C", "AD"]],
            "draws": [["2H", "2S", "3H", "4S", "4H"], ["3D", "AC"]],
            "parade": ["9S", "TD", "KH", "8D"],
            "newcomer": "QC",
            "gate": ["JD", "6S", "8H", "9C"],
            "well": ["5C", "7S"],
        },
        (
            LessonStep(
                "The player with the most points wins. You get points for runs: three cards of one "
                "colour in sequence."
            ),
            LessonStep(
                "You score the highest card of a run: {7H} gives 7 points. It leaves your deck for "
                "good. Pick {5H}, {6D} and {7H}.",
                does("score 5H 6D 7H"),
                "score 5H 6D 7H",
                "Do that later. First score the red run: {5H}, {6D} and {7H}.",
            ),
            LessonStep(
                "An Ace of any colour can be the low or middle card of a run. So can the top of "
                "the Well, a pile for all, above at the right. Use {3C}, {AS} and, with "
                "{pick_well}, {=5C}.",
                happens(RunScored, well=True),
                "score 3C AS W",
                "You can score one more run: {3C}, {AS}, and {=5C} from the Well.",
            ),
            LessonStep(
                "You got 5 more points, 12 in all. You may do as much in a turn as your cards "
                "allow. Now end the turn.",
                does("end"),
                "end",
                "You can do nothing more. End the turn.",
            ),
            LessonStep(
                "The cards you used and your hand went to your discard pile. You drew four new "
                "cards. Now it is Bea's turn."
            ),
            LessonStep(
                "Score early. While you own eight cards or more, score every run you can, even a 3 "
                "or 4. With seven or fewer, buy first: a small deck seldom has a run."
            ),
            LessonStep(
                "A high card from the Well costs you nothing: score it at any time. In the last "
                "round, score every run you can: the deck gives no points."
            ),
        ),
    ),
    KingLesson(
        "Buying",
        "red buys black, Aces double",
        {
            "players": 2,
            "hands": [["AC", "2S", "3H", "4D", "5S", "6S"], ["4C", "3D", "2D"]],
            "draws": [["2H", "4H", "3S", "4S"], ["2C", "AD"]],
            "parade": ["8C", "7C", "9D", "KS"],
            "newcomer": "TH",
            "gate": ["JD", "6D", "8H", "9C"],
            "well": ["QH"],
        },
        (
            LessonStep(
                "Red cards buy black cards from the Parade in the middle. Black cards buy red "
                "ones. A card costs its number, an Ace 1, a royal 10."
            ),
            LessonStep(
                "{3H} and {4D} are red and worth 7. Buy {=7C} with them.",
                does("buy @2 3H 4D"),
                "buy @2 3H 4D",
                "Pay exactly 7 in red: {3H} and {4D} buy {=7C}.",
            ),
            LessonStep(
                "An Ace of any colour adds one less than your highest card. So {AC} adds 5 to "
                "{6S}: together they pay 11. Buy {=9D} with these two.",
                does("buy @3 AC 6S"),
                "buy @3 AC 6S",
                "Pick {6S} and {AC}. They are worth 11, and {=9D} costs 9.",
            ),
            LessonStep(
                "If you pay too much, the rest is lost. The Newcomer lies face down beside the "
                "Parade. It costs 7, red or black. Pay {2S} and {5S}.",
                does("buy N 2S 5S"),
                "buy N 2S 5S",
                "The Newcomer costs 7. Pay {2S} and {5S}.",
            ),
            LessonStep(
                "Bought cards go to your discard pile. When your draw pile is empty, the discard "
                "pile is shuffled. Then you draw them."
            ),
        ),
    ),
    KingLesson(
        "Royals",
        "Jack, Queen and King",
        {
            "players": 2,
            "hands": [["2C", "JC", "QH", "KS"], ["4C", "4D", "2D"]],
            "draws": [["9H", "3S", "8D", "4H", "5S"], ["3D", "AC"]],
            "parade": ["8C", "7C", "9D", "KD"],
            "newcomer": "TH",
            "gate": ["JD", "6D", "8H", "9C"],
            "well": ["TS", "6H"],
        },
        (
            LessonStep(
                "Royals score nothing and pay nothing. They have powers. When you pick a royal, "
                "the line above the hand says what it would do."
            ),
            LessonStep(
                "A King takes the top card of the Well: {=TS}. Play {KS}.",
                does("play KS"),
                "play KS",
                "That does something else. Play {KS} to get {=TS}.",
            ),
            LessonStep(
                "A Jack looks at the top two cards of your draw pile. You discard one and take the "
                "other. Play {JC}.",
                does("play JC"),
                "play JC",
                "That does something else. Play {JC} to look at your next cards.",
            ),
            LessonStep(
                "Only you see these two cards. Discard {=3S}, so that you get {=9H}.",
                does("discard 3S"),
                "discard 3S",
                "You discarded {=9H} and kept the 3. Discard {=3S}.",
            ),
            LessonStep(
                "A Queen sends a card from your hand to the Well and draws two cards. Play {QH}.",
                does("play QH"),
                "play QH",
                "That does something else. Play {QH}.",
            ),
            LessonStep(
                "A card that goes to the Well leaves your deck. Send your weakest card: {2C}.",
                does("send 2C"),
                "send 2C",
                "That card is better than {2C}. Send {2C}.",
            ),
            LessonStep(
                "A good deck is small and strong. Royals bring strong cards in and take weak cards "
                "out."
            ),
        ),
    ),
)
