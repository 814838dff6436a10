"""The last three lessons: Diamonds and Hearts, the last card, and what nobody can pay."""

from regicide_tui.games.coaching import pays_and_keeps
from regicide_tui.games.duel.events import DiscardHealed, PlayerDefeated
from regicide_tui.games.duel.lessons.lesson import DuelLesson
from regicide_tui.games.lesson import Step, does, happens

FURTHER = (
    DuelLesson(
        "The red suits",
        "Diamonds, Hearts, the Castle",
        {
            "hands": [["2D", "2S", "6C", "9H"], ["3H", "5H", "JS"]],
            "shields": [[], ["8S", "3S"]],
            "castle": ["JC", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"],
            "tavern": ["8C", "5D", "TS", "7S"],
            "discard": ["4H", "7C", "9C", "AD", "6H"],
        },
        (
            Step(
                "A hand only shrinks. {D} Diamonds draw as many cards as the play is worth, to "
                "seven in hand. Then the other draws one of the Castle."
            ),
            Step(
                "Play {2D} with {2S}: Ada draws 4 cards and gets a shield of 4.",
                does("2S+2D", "2D+2S"),
                "2D+2S",
                "Pick both Twos: then 4 cards are drawn.",
            ),
            Step(
                "4 new cards; but Bea has drawn a royal, {JC}. 10, doubled 20: let him strike.",
                does("JC"),
                "JC",
                "See what the Castle has given her: {JC}.",
            ),
            Step(
                "Ada's shield of 4 fell, and 16 are left. Diamonds have their price. Pay, and "
                "keep {9H}.",
                pays_and_keeps("9H"),
                "pay 6C TS",
                "Paid, but {9H} is gone. Pay with others.",
            ),
            Step(
                "The Tavern is empty: nothing can be drawn. {H} Hearts put discarded cards "
                "back under it. Play {9H}.",
                happens(DiscardHealed),
                "9H",
                "The Tavern stays empty. Only {9H} fills it.",
            ),
            Step(
                "9 cards are back, for both: the next Diamond draws them. Her shield of 11 "
                "stands, which was no matter."
            ),
        ),
    ),
    DuelLesson(
        "The last card",
        "a hand runs out",
        {
            "hands": [["3H", "4D", "QD"], ["KH"]],
            "castle": ["KC", "KS"],
            "tavern": ["5C", "6S", "TD"],
            "discard": ["8H", "9D", "7S"],
        },
        (
            Step(
                "Who begins a turn without a card loses. Bea has one card left, and no shield: "
                "above you see it counted."
            ),
            Step(
                "Take her last card: any attack does, for she must pay. But no {D}, or the "
                "Castle gives her another.",
                does("3H"),
                "3H",
                "Bea has drawn of the Castle: she goes on. {3H} gives her nothing.",
            ),
            Step(
                "Bea can pay 3: with {KH}, and no change is given. Pay.",
                happens(PlayerDefeated, seat=1, reason="cannot_play"),
                "pay KH",
            ),
            Step(
                "Her turn began, and she had nothing to play: Ada wins. So count the cards of "
                "the other hand, and spare your own."
            ),
        ),
    ),
    DuelLesson(
        "Too much to pay",
        "the end by an attack",
        {
            "hands": [["AH", "9D", "QC", "KC"], ["JS", "QS"]],
            "shields": [["5S"], ["TS"]],
            "castle": ["KD", "KH", "KS"],
            "tavern": ["2C", "3D", "6H"],
            "discard": ["4C", "8D", "7H"],
        },
        (
            Step(
                "Nobody tells Ada what Bea holds. But three Kings lie in the Castle, and one is "
                "hers: two other cards are worth 30 at most."
            ),
            Step(
                "So leave Bea more than 30 to pay, behind her shield of 10. A Club doubles, an "
                "Ace adds.",
                does("KC+AH", "AH+KC"),
                "KC+AH",
                "With two Queens she could pay that. {KC} with {AH} is 21, doubled 42.",
            ),
            Step(
                "Bea holds 25 and owed 32: Ada wins. 42 is the largest attack there is, so a "
                "shield of 43 never falls."
            ),
            Step(
                "At the table {resign} gives up, and {agree_on_draw} is a draw, if both want "
                "it. Now play: {help} explains each moment."
            ),
        ),
    ),
)
