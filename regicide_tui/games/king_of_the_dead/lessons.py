"""The lessons: seven positions that teach the game to someone who never read the rules."""

from regicide_tui.games.base import Move
from regicide_tui.games.king_of_the_dead.actions import parse
from regicide_tui.games.king_of_the_dead.events import (
    CardGiven,
    FamiliarRecalled,
    GameEnded,
    PowerPlayed,
    RunScored,
)
from regicide_tui.games.practice import Lesson, LessonStep, happens, reader_of

does = reader_of(parse)
"""Returns the condition that is met by any of these actions in notation."""


class KingLesson(Lesson):
    """A lesson of King of the Dead."""

    game = "king_of_the_dead"

    def why_over(self, move: Move) -> str:
        """Return a sentence with the points at the end."""
        (end,) = [event for event in move.events if isinstance(event, GameEnded)]
        return f"The game ends with {' to '.join(map(str, end.points))} points."


BASICS = (
    KingLesson(
        "The table",
        "the places, and one turn",
        {
            "players": 2,
            "hands": [["2H", "3S", "4S", "5S", "6H"], ["AC", "2C", "2D", "3D"]],
            "draws": [["AH", "2S", "3H", "4H"], ["3C", "4D", "AD"]],
            "discards": [[], ["4C"]],
            "parade": ["7D", "8C", "9S", "7H"],
            "newcomer": "TC",
            "gate": ["5H", "8S", "JD", "6S"],
            "well": ["9H"],
            "first": 2,
        },
        (
            LessonStep(
                "You play against Bea. The player with the most points wins. You start with weak "
                "cards, buy better ones, and score points with them."
            ),
            LessonStep(
                "<The top row:|On the table are> the Gate, two packs of cards to come; the "
                "Newcomer, the next one. You buy from the Parade. Unbought cards fall into the "
                "Well."
            ),
            LessonStep(
                "<Below it are the players: points|The command table says all that, and each "
                "player's points>, hand, draw pile and discard pile. You draw from your draw "
                "pile. Used and bought cards go to your discard pile."
            ),
            LessonStep(
                "It is your turn. {=8C} costs 8<, the number below it|>. Red cards buy black ones, "
                "black cards buy red ones. Pick {2H} and {6H}<, then press {confirm}|>.",
                does("buy @2 2H 6H"),
                "buy @2 2H 6H",
                "Do that later. First buy {=8C} with {2H} and {6H}.",
            ),
            LessonStep(
                "{=8C} is on your discard pile: you draw it later. Now points: three numbers of "
                "one colour in sequence are a run. Pick {3S}, {4S} and {5S}<, then {confirm}|>.",
                does("score 3S 4S 5S"),
                "score 3S 4S 5S",
                "Do that later. First score the run: {3S}, {4S} and {5S}.",
            ),
            LessonStep(
                "{=5S} gives 5 points and leaves your deck for good. {=3S} and {=4S} stay in play "
                "until your turn ends. Your hand is empty: end the turn with {end_turn}.",
                does("end"),
                "end",
                "You can do nothing more. End the turn with {end_turn}.",
            ),
            LessonStep(
                "Cards in play and in hand went to your discard pile, and you drew four. When "
                "your draw pile is empty, you shuffle the discard pile: so you get {=8C}."
            ),
            LessonStep(
                "Both had a turn, so the round ended: the last two cards of the Parade<, marked "
                '"falls",|> went to the Well; Newcomer and Gate filled it.'
            ),
            LessonStep(
                "That is a turn: pick cards, do all they allow, end the turn. The next lessons: an "
                "Ace or the top of the Well in a run, what else pays, cards with powers."
            ),
        ),
        noted=7,
    ),
    KingLesson(
        "Runs",
        "three in a row, and when to score",
        {
            "players": 2,
            "hands": [["AS", "3C", "5H", "6D", "7H"], ["4C", "4D", "2D", "2C", "AD"]],
            "draws": [["2H", "2S", "3H", "4S", "4H"], ["3D", "AC"]],
            "parade": ["9S", "TD", "TC", "8D"],
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
                "the Well, a pile for all<, above at the right|>. Use {3C}, {AS} and, with "
                "<{pick_well}|`w` in its place>, {=5C}.",
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
        noted=1,
    ),
    KingLesson(
        "Buying",
        "red buys black, black buys red",
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
                "Red cards buy black cards from the Parade< in the middle|>. Black cards buy red "
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
                "If you pay too much, the rest is lost. The Newcomer lies face down< beside the "
                "Parade|>. It costs 7, red or black. Pay {2S} and {5S}.",
                does("buy N 2S 5S"),
                "buy N 2S 5S",
                "The Newcomer costs 7. Pay {2S} and {5S}.",
            ),
            LessonStep(
                "Bought cards go to your discard pile. When your draw pile is empty, the discard "
                "pile is shuffled. Then you draw them."
            ),
        ),
        noted=2,
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
                "Royals score nothing and pay nothing. They have powers. <When you pick a royal, "
                "the line above the hand says|The command try with a royal's number says> what it "
                "would do."
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
        noted=3,
    ),
)


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
                "<{powers}|The command powers> lists all powers. <The screen always names what "
                "your picked cards can do.|The command try says what cards can do.>"
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
                "Ada has won. With equal points, fewer scored cards win. Now play. <{help}|The "
                "command why> explains every situation, {piles} shows the piles."
            ),
        ),
        noted=6,
    ),
)


LESSONS = (*BASICS, *FURTHER)
