"""The last three lessons: Diamonds and Hearts, the last card, and what nobody can pay."""

from regicide_tui.games.duel.events import DiscardHealed, PlayerDefeated
from regicide_tui.games.duel.lessons.lesson import DuelLesson, does
from regicide_tui.games.lesson import LessonStep, happens
from regicide_tui.games.regicide_family.lesson_conditions import pays_and_keeps

FURTHER = (
    DuelLesson(
        "The red suits",
        "Diamonds, Hearts and the Castle",
        {
            "hands": [["2D", "2S", "6C", "9H"], ["3H", "5H", "JS"]],
            "shields": [[], ["8S", "3S"]],
            "castle": ["JC", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"],
            "tavern": ["8C", "5D", "TS", "7S"],
            "discard": ["4H", "7C", "9C", "AD", "6H"],
        },
        (
            LessonStep(
                "You draw only by Diamonds. {D} Diamonds draw as many cards as the play is worth, "
                "up to seven in hand. Then your opponent draws one card from the Castle."
            ),
            LessonStep(
                "Play {2D} with {2S}. Ada draws 4 cards and gets a shield of 4.",
                does("2S+2D", "2D+2S"),
                "2D+2S",
                "Pick both Twos. Then Ada draws 4 cards.",
            ),
            LessonStep(
                "Ada drew 4 cards, but Bea drew a royal from the Castle: {JC}. It is worth 10, "
                "doubled to 20. Play {JC}.",
                does("JC"),
                "JC",
                "See what the Castle gave to Bea. Play {JC}.",
            ),
            LessonStep(
                "Ada's shield of 4 is destroyed, and she must pay 16. This is the price of "
                "Diamonds. Pay, and keep {9H}.",
                pays_and_keeps("9H"),
                "pay 6C TS",
                "Ada paid, but she no longer holds {9H}. Pay with other cards.",
            ),
            LessonStep(
                "The Tavern is empty, so nobody can draw. {H} Hearts put cards from the discard "
                "pile under the Tavern. Play {9H}.",
                happens(DiscardHealed),
                "9H",
                "The Tavern is still empty. Only {9H} fills it.",
            ),
            LessonStep(
                "9 cards are back. Both players can draw them with Diamonds. Bea's shield of 11 "
                "stopped the attack of 9, but Hearts act even then."
            ),
        ),
    ),
    DuelLesson(
        "The last card",
        "a player without cards loses",
        {
            "hands": [["3H", "4D", "QD"], ["KH"]],
            "castle": ["KC", "KS"],
            "tavern": ["5C", "6S", "TD"],
            "discard": ["8H", "9D", "7S"],
        },
        (
            LessonStep(
                "If you have no card when your turn begins, you lose. Bea has one card left and no "
                "shield. The screen shows how many cards she has."
            ),
            LessonStep(
                "Take her last card. Every attack does that, because she must pay. But do not play "
                "{D}: Bea would draw a card from the Castle. Play {3H}.",
                does("3H"),
                "3H",
                "Bea drew a card from the Castle, so she plays on. {3H} gives her no card.",
            ),
            LessonStep(
                "Bea must pay 3. She has only {KH}, and she gets no change. Pay.",
                happens(PlayerDefeated, seat=1, reason="cannot_play"),
                "pay KH",
            ),
            LessonStep(
                "Bea had no card when her turn began, so Ada wins. Count your opponent's cards, "
                "and save your own."
            ),
        ),
    ),
    DuelLesson(
        "Too much to pay",
        "an attack that nobody can pay",
        {
            "hands": [["AH", "9D", "QC", "KC"], ["JS", "QS"]],
            "shields": [["5S"], ["TS"]],
            "castle": ["KD", "KH", "KS"],
            "tavern": ["2C", "3D", "6H"],
            "discard": ["4C", "8D", "7H"],
        },
        (
            LessonStep(
                "Ada can't see what Bea holds. But three Kings are in the Castle, and Ada holds "
                "{KC}. So Bea's two cards are worth at most 30."
            ),
            LessonStep(
                "Attack so that more than 30 is left for Bea to pay. Her shield stops 10. Clubs "
                "double the attack, and an Ace adds 1.",
                does("KC+AH", "AH+KC"),
                "KC+AH",
                "That leaves at most 30, which two Queens can pay. {KC} with {AH} is 21, doubled "
                "to 42.",
            ),
            LessonStep(
                "Bea owed 32 and held only 25, so Ada wins. 42 is the largest attack in the game, "
                "so no attack destroys a shield of 43."
            ),
            LessonStep(
                "In a real game {resign} gives up. {agree_on_draw} agrees on a draw, if both want "
                "it. Now play a game. {help} explains every situation."
            ),
        ),
    ),
)
