"""The lessons: eight positions that teach the game to someone who never read the rules."""

from regicide_tui.cards import CLUBS, Card, cards
from regicide_tui.games.base import Event, Move, of_kind
from regicide_tui.games.practice import Condition, Lesson, LessonStep, happens, reader_of
from regicide_tui.games.regicide.state import (
    SUFFER,
    AttackSuffered,
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
    EnemyDefeated,
    GameWon,
    ImmunityCancelled,
    JesterFlipped,
    NextChosen,
    PlayerYielded,
    ShieldRaised,
    State,
    attack,
    parse,
    remaining,
)
from regicide_tui.games.regicide_family.events import (
    pays_and_keeps,
    pays_exactly,
    pays_with_cards_left,
)
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.games.words import named

does = reader_of(parse)
"""Returns the condition that is met by any of these actions in notation."""


class RegicideLesson(Lesson):
    """A lesson of Regicide."""

    game = "regicide"

    def why_over(self, move: Move) -> str:
        """Return why the game was lost; an empty string after a win."""
        return why_lost(move) if of_kind(State, move.state).result == "lost" else ""


def draws(text: str) -> Condition:
    """Return the condition that Diamonds draw this card."""
    (wanted,) = cards(text)

    def drew(event: Event) -> bool:
        return isinstance(event, CardsDrawn) and wanted in event.cards

    return lambda move: any(drew(event) for event in move.events)


def companion_kills(move: Move) -> bool:
    """Return whether an Ace with another card defeats the enemy."""
    together = [event.cards for event in move.events if isinstance(event, CardsPlayed)]
    return any(_with_an_ace(play) for play in together) and happens(EnemyDefeated)(move)


def _with_an_ace(play: tuple[Card, ...]) -> bool:
    return len(play) == 2 and "A" in [card.rank for card in play]


def why_lost(move: Move) -> str:
    """Return a sentence that says why the game was lost with this move."""
    state = of_kind(State, move.state)
    if state.reason != "cannot_pay":
        return "You have no card left to play: the game is lost."
    due = next(
        (event.due for event in move.events if isinstance(event, AttackSuffered)), attack(state)
    )
    return f"You owe {due} and hold only {total(state.hands[state.turn])}: the game is lost."


_ROYALS_AFTER_THE_JACKS = ["QD", "QS", "QC", "QH", "KC", "KD", "KH", "KS"]


def _finish_the_jack(state: State) -> str:
    """Return the text with the cards that the learner still holds after the payment."""
    cards = [f"{{{card}}}" for card in state.hands[state.turn]]
    text = f"The Jack has 3 health left. You hold {named(cards)}. Each of them deals 3 or more."
    if any(card.suit is CLUBS for card in state.hands[state.turn]):
        text += " Clubs still double: he is immune to Spades only."
    return f"{text} Defeat him."


BASICS = (
    RegicideLesson(
        "Attack",
        "a turn: play, damage, pay",
        {
            "players": 1,
            "hands": [["2H", "4H", "5H", "6H", "8H", "TH"]],
            "enemy": "JC",
            "castle": _ROYALS_AFTER_THE_JACKS,
            "table": ["1:3H"],
            "damage": 3,
            "jesters_unused": 0,
            "tavern": ["5C", "7D", "9S"],
        },
        (
            LessonStep(
                "Twelve royals hold the castle. You win when you defeat all of them. The first one "
                "here is a Jack. His attack is 10, and he has 17 of 20 health left."
            ),
            LessonStep(
                "<Your hand is below. Press|Type> the number of {TH}. <The line above the hand "
                "shows what it would do. Then {confirm} plays it.|That plays the card. The command "
                "try with its number only says what it would do.>",
                does("TH"),
                "TH",
                "That is a legal action, but it deals less damage. {TH} deals 10.",
            ),
            LessonStep(
                "The Jack has 7 health left, so he attacks for 10. Pick cards worth 10 or more, "
                "but keep {8H}.< Then press {confirm}.|>",
                pays_and_keeps("8H"),
                "pay 4H 6H",
                "You paid, but you no longer hold {8H}. No other card deals the 7 damage you need.",
            ),
            LessonStep(
                "A new turn begins. {8H} deals 8 damage, and the Jack has 7 health left. A "
                "defeated enemy does not attack, so you will pay nothing.",
                happens(EnemyDefeated),
                "8H",
                "The Jack is not defeated, so he attacks again. {8H} defeats him.",
            ),
            LessonStep(
                "The Jack is defeated and the next royal appears. Each turn goes like this: play, "
                "damage, pay. If you can't pay, you lose."
            ),
        ),
    ),
    RegicideLesson(
        "The four suits",
        "what each suit does",
        {
            "players": 1,
            "hands": [["3D", "8H", "TC", "TS"]],
            "enemy": "JC",
            "castle": ["JH", *_ROYALS_AFTER_THE_JACKS],
            "table": [],
            "jesters_unused": 0,
            "tavern": ["2C", "4C", "7S", "9S"],
            "discard": ["2D", "3C", "4D", "5D", "5H", "6C", "6D", "7C", "9D"],
        },
        (
            LessonStep(
                "{S} Spades give you a shield. It lowers the enemy's attack by the value of your "
                "play until you defeat him. Play {TS}.",
                happens(ShieldRaised),
                "TS",
                "That gives you no shield. Only {S} Spades do. Play {TS}.",
            ),
            LessonStep(
                "Attack 10 minus shield 10 is 0, so you pay nothing against this Jack. {D} "
                "Diamonds draw as many cards as the play is worth. Play {3D}.",
                happens(CardsDrawn),
                "3D",
                "That drew no cards. Only {D} Diamonds do. {3D} draws 3 cards.",
            ),
            LessonStep(
                "You drew 3 cards. {H} Hearts move cards from the discard pile to the bottom of "
                "the Tavern. You draw from the Tavern. Play {8H}.",
                happens(DiscardHealed),
                "8H",
                "That moved no cards to the Tavern. Only {H} Hearts do. {8H} moves 8 cards.",
            ),
            LessonStep(
                "8 cards are back, and the Jack is defeated. The next Jack has 20 health. {C} "
                "Clubs double the damage. Play {TC}: 10 becomes 20.",
                happens(EnemyDefeated),
                "TC",
                "The Jack is not defeated. {TC} deals 10 twice, and that is all his health.",
            ),
            LessonStep(
                "Each card deals its value as damage, and its suit acts: {S} gives a shield, {D} "
                "draws, {H} heals, {C} doubles the damage."
            ),
        ),
    ),
    RegicideLesson(
        "Immunity",
        "a royal's own suit is blocked",
        {
            "players": 1,
            "hands": [["2C", "3H", "4H", "7S", "9D"]],
            "enemy": "JS",
            "castle": _ROYALS_AFTER_THE_JACKS,
            "table": ["1:TH"],
            "damage": 10,
            "jesters_unused": 0,
            "tavern": ["2H", "5C", "6D", "8S"],
        },
        (
            LessonStep(
                "This is the Jack of Spades, so he is immune to {S}. <Pick {7S} and read the line "
                "above the hand. It|The command try with the number of {7S}> says that {S} is "
                "blocked. Play {7S} anyway.",
                does("7S"),
                "7S",
                "That is a legal action, but this lesson shows a blocked suit. Play {7S}.",
            ),
            LessonStep(
                "Your card dealt 7 damage, as every card does. But it gave no shield, so you owe "
                "all 10. Pay, and keep two cards.",
                pays_with_cards_left(2),
                "pay 2C 9D",
                "You paid with more cards than you need. Two cards are enough.",
            ),
            LessonStep(
                _finish_the_jack,
                happens(EnemyDefeated),
                "4H",
                "The Jack is not defeated. 3 damage is enough.",
            ),
            LessonStep(
                "The next royal is the Queen of Diamonds. Now {D} is blocked, and {S} gives you a "
                "shield again. Always look at the suit first."
            ),
        ),
    ),
    RegicideLesson(
        "Cards together",
        "combos and the Ace",
        {
            "players": 1,
            "hands": [["AC", "3C", "3D", "3S", "6H", "8S"]],
            "enemy": "QH",
            "castle": ["QS", "KC", "KD", "KH", "KS"],
            "table": [],
            "jesters_unused": 0,
            "tavern": ["2D", "4D", "5D", "7D", "9D", "TD"],
        },
        (
            LessonStep(
                "You may play two to four cards of one number together if their sum is at most 10. "
                "Each suit uses the sum. Play {3C}, {3D} and {3S}.",
                does("3S+3D+3C", "3C+3D+3S"),
                "3C+3D+3S",
                "Play all three Threes. Their sum is 9, and {C}, {D} and {S} each use 9.",
            ),
            LessonStep(
                "9 was doubled to 18 damage. You drew up to a full hand and got a shield of 9. Of "
                "15 you owe 6. Pay, and keep {AC} and {8S}.",
                pays_and_keeps("AC", "8S"),
                "pay 6H",
                "You paid, but you need both {AC} and {8S} now.",
            ),
            LessonStep(
                "An Ace is worth 1. It goes with one other card, and both suits use the sum. {8S} "
                "with {AC} is 9, doubled to 18. The Queen has 12 health left.",
                companion_kills,
                "8S+AC",
                "Play the Ace with another card so that you defeat the Queen: {8S} with {AC}.",
            ),
            LessonStep(
                "The Queen is defeated. Combos are made of Twos to Fives. An Ace goes with any one "
                "card, also a royal or another Ace, but never with a combo."
            ),
        ),
    ),
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
                "change. Pick cards worth exactly 13<, then press {confirm}|>.",
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
                "After a Jester, Bea chooses who plays next. Choose Cy<, then press {confirm}|>.",
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
                "The Queen is defeated, and Cy plays on. When people share a keyboard, <the screen "
                "hides each hand until its owner presses a key|each hand is hidden until its owner "
                "asks for it>."
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
                "You know all the rules now. Play a solo game. <{help}|The command why> explains "
                "every situation, and {undo} undoes your last action."
            ),
        ),
    ),
)


LESSONS = (*BASICS, *FURTHER)
