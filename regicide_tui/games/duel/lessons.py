"""The lessons: six positions that teach the duel to someone who never read the rules."""

from regicide_tui.games.base import Move, of_kind
from regicide_tui.games.duel.state import (
    DamagePaid,
    DamageSuffered,
    DiscardHealed,
    PlayerDefeated,
    State,
    other,
)
from regicide_tui.games.notation import normalize
from regicide_tui.games.practice import Lesson, LessonStep, happens, reader_of
from regicide_tui.games.regicide_family.events import pays_and_keeps, pays_with_cards_left
from regicide_tui.games.regicide_family.plays import Pay, Play, parse_play_or_pay, total

LEARNERS = ("Ada", "Bea")
"""The names of the two players. The learner plays for both."""


def _parse(text: str) -> Play | Pay:
    return parse_play_or_pay(normalize(text).split(" "), "Regicide Duel")


does = reader_of(_parse)
"""Returns the condition that is met by any of these actions in notation."""


class DuelLesson(Lesson):
    """A lesson of Regicide Duel."""

    game = "duel"

    def why_over(self, move: Move) -> str:
        """Return why the duel is over, whichever player lost it."""
        state = of_kind(State, move.state)
        assert state.winner is not None
        loser = LEARNERS[other(state.winner)]
        due = [event.due for event in move.events if isinstance(event, DamageSuffered)]
        if not due:
            return f"{loser} has no card left to play and loses."
        held = total(state.hands[other(state.winner)])
        return f"{loser} owes {due[0]}, holds {held} and loses."


_QUEENS_AND_KINGS = ["QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"]

BASICS = (
    DuelLesson(
        "Attack and pay",
        "a turn and its cost",
        {
            "hands": [["4C", "6D", "8H", "JD"], ["2D", "3C", "5D", "TS"]],
            "castle": _QUEENS_AND_KINGS,
            "tavern": ["7C", "9D", "6S"],
            "discard": ["2H", "7D"],
        },
        (
            LessonStep(
                "Ada and Bea attack each other in turns. If you can't pay for an attack, you lose. "
                "In this lesson you play for both."
            ),
            LessonStep(
                "Ada begins. <Press|Type> the number of {8H}. <The line above the hand shows what "
                "it would do. Then {confirm} plays it.|That plays the card. The command try with "
                "its number only says what it would do.>",
                does("8H"),
                "8H",
                "That is a legal action, but this lesson shows {8H}.",
            ),
            LessonStep(
                "Bea must pay 8 at once from her hand. Pick cards worth 8 or more, but keep {TS}. "
                "<Then press {confirm}.|>",
                pays_and_keeps("TS"),
                "pay 3C 5D",
                "Bea paid, but she no longer holds {TS}, and she needs it.",
            ),
            LessonStep(
                "It is Bea's turn. {S} Spades attack like all cards. Then they stay on the table "
                "as her shield. Play {TS}.",
                does("TS"),
                "TS",
                "That attacks but gives no shield. Play {TS}.",
            ),
            LessonStep(
                "Ada must pay 10. An Ace is worth 1, a Jack 10, a Queen 15, a King 20. Pay, and "
                "keep a card to play.",
                pays_with_cards_left(1),
                "pay 4C 6D",
                "Ada paid, but she has no card to play, so she would lose.",
            ),
            LessonStep(
                "{=TS} is Bea's shield now. It is worth 10. Each turn goes like this: you play, "
                "your cards attack, the other player pays. You never pay for your own attack."
            ),
        ),
    ),
    DuelLesson(
        "Against a shield",
        "what an attack does to it",
        {
            "hands": [["7C", "8H", "JH"], ["3H", "4S", "JD"]],
            "shields": [["6S"], ["9S"]],
            "castle": _QUEENS_AND_KINGS,
            "tavern": ["2D", "5C", "TD"],
            "discard": ["2C", "5D"],
        },
        (
            LessonStep(
                "Bea's shield is 9. An attack below 9 does nothing. An attack of 9 or more "
                "destroys the shield, and Bea pays what is left over."
            ),
            LessonStep(
                "First see how the shield stops an attack. Play {8H}.",
                does("8H"),
                "8H",
                "Do that another time. First see what 8 does against 9. Play {8H}.",
            ),
            LessonStep(
                "The shield is still 9. A weak attack does not lower it. {4S} can't break Ada's "
                "shield of 6, but it joins Bea's shield. Play {4S}.",
                does("4S"),
                "4S",
                "That does not add to Bea's shield. Play {4S}.",
            ),
            LessonStep(
                "Bea's shield is 9 + 4 = 13 now. {C} Clubs double the attack, so {7C} attacks with "
                "14. Play {7C}.",
                does("7C"),
                "7C",
                "You need an attack of 14. Play {7C}.",
            ),
            LessonStep(
                "The whole shield is destroyed, and 1 is left over. Bea pays with one card and "
                "gets no change. Keep {JD}.",
                pays_and_keeps("JD"),
                "pay 3H",
                "A Jack is too much for 1. Pay with {3H}.",
            ),
            LessonStep(
                "An attack of exactly 13 destroys the shield too, and Bea pays nothing. Attacks do "
                "not add up. Attack with enough in one turn."
            ),
        ),
    ),
    DuelLesson(
        "Cards together",
        "combos and the Ace",
        {
            "hands": [["4C", "4S", "5D", "AS", "TC"], ["2H", "7D", "7H", "8D", "QH"]],
            "shields": [[], ["9S"]],
            "castle": ["QC", "QD", "QS", "KC", "KD", "KH", "KS"],
            "tavern": ["2D", "5C", "TD"],
        },
        (
            LessonStep(
                "You may play two to four cards of one number together if their sum is at most 10. "
                "An Ace goes with any one card. Each suit uses the sum."
            ),
            LessonStep(
                "Play {4S} with {4C}. Their sum is 8. Clubs double the attack to 16, and Spades "
                "give Ada a shield of 8.",
                does("4S+4C", "4C+4S"),
                "4C+4S",
                "Pick both Fours<, then press {confirm}|>.",
            ),
            LessonStep(
                "The shield of 9 is destroyed, and Bea must pay 7. Keep the larger cards: {7H}, "
                "{8D} and {QH}.",
                pays_and_keeps("7H", "8D", "QH"),
                "pay 7D",
                "That costs more than it must. {7D} alone pays 7.",
            ),
            LessonStep(
                "Bea attacks with {7H}. See what it does to a shield of 8. Play {7H}.",
                does("7H"),
                "7H",
                "Play {7H} for Bea.",
            ),
            LessonStep(
                "It does nothing. Now use the Ace: {TC} with {AS} is 11, doubled to 22. Ada's "
                "shield grows by 11, from 8 to 19.",
                does("TC+AS", "AS+TC"),
                "TC+AS",
                "Pick {TC} and {AS} together.",
            ),
            LessonStep(
                "Clubs double the attack, but not the shield. Bea has no shield left, so she must "
                "pay 22.",
                happens(DamagePaid),
                "pay 8D QH",
                "Bea must pay 22.",
            ),
            LessonStep(
                "A shield of 19 protects Ada against every attack below 19. Clubs with Spades "
                "attack and give a shield in one play. Keep them for each other."
            ),
        ),
    ),
)


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
                "shield. The <screen shows|command table says> how many cards she has."
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
                "In a real game, {resign} resigns. {agree_on_draw} agrees on a draw, if both want "
                "it. Now play a game. <{help}|The command why> explains every situation."
            ),
        ),
    ),
)


LESSONS = (*BASICS, *FURTHER)
