"""The first three lessons: runs and the Well, buying, the powers of single royals."""

from regicide_tui.games.king_of_the_dead.events import RunScored
from regicide_tui.games.king_of_the_dead.lessons.lesson import KingLesson
from regicide_tui.games.lesson import Step, does, happens

BASICS = (
    KingLesson(
        "Runs",
        "three in a row, and the Well",
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
            Step(
                "Who has most points at the end wins. Points come from runs: three cards of "
                "one colour in sequence."
            ),
            Step(
                "The highest card of a run is scored, and leaves your deck for good. Pick {5H}, "
                "{6D} and {7H}: worth 7.",
                does("score 5H 6D 7H"),
                "score 5H 6D 7H",
                "That can wait. First the red run: {5H}, {6D}, {7H}.",
            ),
            Step(
                "An Ace of any colour may be the low or the middle card, and the top of the "
                "Well may be one, too: {3C}, {AS} as a 4, and {5C}. {pick_well} picks the Well.",
                happens(RunScored, well=True),
                "score 3C AS W",
                "There is one more run in it: {3C}, {AS}, and {5C} of the Well.",
            ),
            Step(
                "5 more: 12 points. You may do as much in a turn as your cards allow. Now end "
                "the turn.",
                does("end"),
                "end",
                "Nothing is left to be done: end the turn.",
            ),
            Step(
                "What you used, and your hand, went to your discard pile, and four new cards "
                "were drawn. It is Bea's turn."
            ),
            Step(
                "A run is never a duty. Score high cards soon; keep low ones while you have "
                "fewer than eight. Near the end, score all you can."
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
            Step(
                "In the middle lies the Parade. Red cards buy black ones, and black cards red "
                "ones. A card costs its number, an Ace 1, a royal 10."
            ),
            Step(
                "{3H} and {4D} are 7, in red: buy {7C} with them.",
                does("buy @2 3H 4D"),
                "buy @2 3H 4D",
                "Pay just 7, in red: {3H} and {4D} buy {7C}.",
            ),
            Step(
                "An Ace of any colour doubles the highest card paid, less one: {6S} with {AC} "
                "is 6 and 5. Buy {9D}.",
                does("buy @3 AC 6S"),
                "buy @3 AC 6S",
                "Pick {6S} and {AC}: 11, enough for {9D}.",
            ),
            Step(
                "What you pay too much is lost. The Newcomer lies face-down, and costs 7 of "
                "either colour: pay with {2S} and {5S}.",
                does("buy N 2S 5S"),
                "buy N 2S 5S",
                "The Newcomer costs 7: {2S} and {5S}.",
            ),
            Step(
                "Bought cards go to your discard pile. It is shuffled when your draw pile runs "
                "out: then they come to your hand."
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
            Step(
                "Royals score nothing and pay nothing: they have powers. Pick a royal, and read "
                "what it would do."
            ),
            Step(
                "A King takes the top card of the Well: {TS}. Play {KS}.",
                does("play KS"),
                "play KS",
                "That was something else. {KS} gets the card of the Well.",
            ),
            Step(
                "A Jack looks at the top two cards of your draw pile, discards one and takes "
                "the other. Play {JC}.",
                does("play JC"),
                "play JC",
                "That was something else. {JC} looks at your next cards.",
            ),
            Step(
                "You see them, and nobody else does. Discard {3S}, so that {9H} comes to you.",
                does("discard 3S"),
                "discard 3S",
                "{9H} is discarded, and you keep a 3. It should be the other way round.",
            ),
            Step(
                "A Queen sends a card of your hand to the Well and draws two. Play {QH}.",
                does("play QH"),
                "play QH",
                "Now the Queen: {QH}.",
            ),
            Step(
                "What goes to the Well leaves your deck. Send the weakest: {2C}.",
                does("send 2C"),
                "send 2C",
                "That was a better card than {2C}, which stays in your way.",
            ),
            Step(
                "A good deck is strong and thin: royals bring the strong cards and take the "
                "weak ones out."
            ),
        ),
    ),
)
