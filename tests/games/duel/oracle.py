"""A second implementation of Regicide Duel, naive on purpose: docs/rules-duel.md by brute force.

It shares nothing with the engine, so that a mistake would have to be made twice to go unseen. Piles
are lists, top first; players count from 1; cards are strings. Numbers such as D-7 name the ruling
that a piece of code spells out.
"""

from collections import Counter
from random import Random
from typing import Any

from tests.games.regicide.oracle import (
    RANKS,
    SUITS,
    VALUE,
    Heal,
    ascending,
    canonical,
    parse,
    sub_multisets,
    value,
)

DEFAULTS: dict[str, Any] = {  # the first and the last matter for a new deal only
    "diamond_redeal": False,
    "overpay": "one_at_a_time",
    "first_player": "random",
}


class Oracle:
    """One game of Regicide Duel, from an explicit position."""

    def __init__(self, position: dict[str, Any], options: dict[str, Any] | None = None) -> None:
        """Load a position and run the automatic check of its phase."""
        self.options = DEFAULTS | (options or {})
        self.hands: list[list[str]] = [list(hand) for hand in position["hands"]]
        self.shields: list[list[list[str]]] = [
            [canonical(play.split("+")) for play in plays]
            for plays in position.get("shields", [[], []])
        ]
        self.castle: list[str] = list(position.get("castle", []))
        self.tavern: list[str] = list(position.get("tavern", []))
        self.discard: list[str] = list(position.get("discard", []))
        self.turn: int = position.get("turn", 1)
        self.phase: str = position.get("phase", "play")
        played = position.get("played", "")
        self.played: list[str] = canonical(played.split("+")) if played else []
        self.due: int = position.get("due", 0)
        self.winner: int | None = position.get("winner")
        self.reason: str | None = position.get("reason")
        if self.phase == "play":
            self._check_start_of_turn()
        if self.phase == "pay":
            self._check_damage()

    # ------------------------------------------------------------ derived values

    def foe(self) -> int:
        """Give the player whose turn it is not."""
        return 3 - self.turn

    def actor(self) -> int | None:
        """Give the player who must act."""
        return {"play": self.turn, "pay": self.foe(), "over": None}[self.phase]

    def hand(self) -> list[str]:
        """Give the hand of the one to act; in the end, of the one who could have gone on."""
        return self.hands[(self.actor() or self.turn) - 1]

    def shield(self, player: int) -> int:
        """Add up every card in front of a player (D-9)."""
        return sum(value(cards) for cards in self.shields[player - 1])

    # ------------------------------------------------------------ what is legal

    def is_play(self, cards: list[str]) -> bool:
        """Tell whether these cards are a legal play (D-4, D-5)."""
        ranks = [card[0] for card in cards]
        if len(cards) == 1:
            return True
        if "A" in ranks:
            return len(cards) == 2
        one_number = len(set(ranks)) == 1 and ranks[0] in "2345"
        return one_number and len(cards) <= 4 and value(cards) <= 10

    def is_too_much(self, cards: list[str]) -> bool:
        """Tell whether this sufficient payment is more than the option allows (D-17)."""
        values = [VALUE[card[0]] for card in cards]
        if self.options["overpay"] == "free":
            return False
        needless = max(values) if self.options["overpay"] == "one_at_a_time" else min(values)
        return sum(values) - needless >= self.due

    def legal(self) -> set[str]:
        """Give every legal action in canonical notation; there is no yield (D-18)."""
        sets = [list(cards) for cards in sub_multisets(self.hand())]
        if self.phase == "play":
            return {"+".join(canonical(cards)) for cards in sets if self.is_play(cards)}
        if self.phase == "pay":
            return {
                "pay " + " ".join(cards)
                for cards in sets
                if value(cards) >= self.due and not self.is_too_much(cards)
            }
        return set()

    def check(self, text: str, by: int | None = None) -> str | None:
        """Give the error code of an action, in their order; None when it is legal."""
        if self.phase == "over":
            return "game_over"
        if by is not None and by != self.actor():
            return "wrong_player"
        kind, cards, _ = parse(text)
        if not kind:
            return "bad_syntax"
        if kind != self.phase:
            return "wrong_phase"
        if Counter(cards) - Counter(self.hand()):
            return "not_in_hand"
        if kind == "play":
            return None if self.is_play(cards) else "bad_combo"
        if value(cards) < self.due:
            return "payment_short"
        return "payment_over" if self.is_too_much(cards) else None

    # ------------------------------------------------------------ transitions

    def heal_count(self, text: str) -> int:
        """Tell how many cards the Hearts of this legal action would move (D-6)."""
        kind, cards, _ = parse(text)
        heart = kind == "play" and any(card[1] == "H" for card in cards)
        return min(value(cards), len(self.discard)) if heart else 0

    def do(self, text: str, heal: Heal | None = None) -> None:
        """Apply a legal action; `heal` is the outcome of its heart shuffle, if there is one."""
        error = self.check(text)
        if error:
            raise ValueError(f"{text!r}: {error}")
        kind, cards, _ = parse(text)
        if kind == "play":
            self._play(canonical(cards), heal)
        else:
            for card in ascending(cards):  # the largest ends on top
                self.hand().remove(card)
                self.discard.insert(0, card)
            self._clean_up()

    def _play(self, cards: list[str], heal: Heal | None) -> None:
        for card in cards:
            self.hand().remove(card)
        self.played = cards  # neither discard nor shield yet (D-14)
        worth, suits = value(cards), {card[1] for card in cards}  # nobody is immune (D-19)
        if heal is not None:
            self.discard = list(heal[0])
            self.tavern.extend(heal[1])
        if "D" in suits:
            self._draw(worth)
        self._attack(2 * worth if "C" in suits else worth)  # D-10

    def _draw(self, worth: int) -> None:
        """Draw from the Tavern; then the opponent draws from the Castle (D-7)."""
        mine, other = self.hands[self.turn - 1], self.hands[self.foe() - 1]
        for _ in range(worth):
            if len(mine) < 7 and self.tavern:
                mine.append(self.tavern.pop(0))
        if len(other) < 7 and self.castle:
            other.append(self.castle.pop(0))

    def _attack(self, attack: int) -> None:
        """Compare with the shield (D-8, D-11, D-12)."""
        shield = self.shield(self.foe())
        if attack >= shield:
            for play in self.shields[self.foe() - 1]:
                for card in play:
                    self.discard.insert(0, card)
            self.shields[self.foe() - 1] = []
        if attack <= shield:
            self._clean_up()
            return
        self.due, self.phase = attack - shield, "pay"
        self._check_damage()

    def _clean_up(self) -> None:
        """Keep a play with a Spade as shield, discard any other (D-13); the other's turn."""
        if any(card[1] == "S" for card in self.played):
            self.shields[self.turn - 1].append(self.played)
        else:
            for card in self.played:
                self.discard.insert(0, card)
        self.played, self.due = [], 0
        self.turn, self.phase = self.foe(), "play"
        self._check_start_of_turn()

    def _check_start_of_turn(self) -> None:
        """D-16."""
        if not self.hands[self.turn - 1]:
            self.phase, self.winner, self.reason = "over", self.foe(), "cannot_play"

    def _check_damage(self) -> None:
        """D-16; a card that has just come from the Castle counts (D-15)."""
        if value(self.hands[self.foe() - 1]) < self.due:
            self.phase, self.winner, self.reason = "over", self.turn, "cannot_pay"

    # ------------------------------------------------------------ the whole position

    def state(self) -> dict[str, Any]:
        """Write the whole position and what follows from it."""
        return {
            "players": 2,
            "hands": [ascending(hand) for hand in self.hands],
            "shields": [["+".join(cards) for cards in plays] for plays in self.shields],
            "castle": list(self.castle),
            "tavern": list(self.tavern),
            "discard": list(self.discard),
            "turn": self.turn,
            "phase": self.phase,
            "played": "+".join(self.played),
            "due": self.due,
            "winner": self.winner,
            "reason": self.reason,
            "actor": self.actor(),
            "shield_values": [self.shield(1), self.shield(2)],
            "hand_counts": [len(hand) for hand in self.hands],
        }


# ---------------------------------------------------------------- positions to try


def random_options(rng: Random) -> dict[str, Any]:
    """Give some house rules at random; left out are about half of them."""
    options = {
        "diamond_redeal": rng.random() < 0.5,
        "overpay": rng.choice(["one_at_a_time", "minimal", "free"]),
        "first_player": rng.choice(["random", 1, 2]),
    }
    return {name: given for name, given in options.items() if rng.random() < 0.5}


def random_position(rng: Random) -> dict[str, Any]:
    """Strew some of the pack about: a position of no game in particular, and seldom a whole one.

    Now and then it has two packs in it.
    """
    packs = 2 if rng.random() < 0.1 else 1
    deck = packs * [rank + suit for rank in RANKS[1:] for suit in SUITS]
    rng.shuffle(deck)
    royals = [card for card in deck if card[0] in "JQK"]
    castle = royals[: rng.choice([0, 0, 1, 2, rng.randint(0, 12)])]
    for card in castle:
        deck.remove(card)

    def take(count: int) -> list[str]:
        taken = deck[:count]
        del deck[:count]
        return taken

    def shield() -> list[str]:
        plays = [take(rng.choice([1, 1, 2, 3])) for _ in range(rng.choice([0, 0, 1, 3]))]
        return ["+".join(cards) for cards in plays]

    hands = [take(rng.choice([7, rng.randint(0, 7)])) for _ in range(2)]
    position: dict[str, Any] = {
        "hands": hands,
        "castle": castle,
        "shields": [shield(), shield()],
        "tavern": take(rng.choice([0, 3, 10, 60])),
        "discard": take(rng.choice([0, 1, 5, 60])),
        "turn": rng.randint(1, 2),
    }
    if rng.random() < 0.4 and deck:
        position |= {"phase": "pay", "played": take(1)[0], "due": rng.randint(1, 25)}
    return position
