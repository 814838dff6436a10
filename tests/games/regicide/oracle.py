"""A second implementation of Regicide, naive on purpose: what docs/rules.md says, by brute force.

It shares nothing with the engine, so that a mistake would have to be made twice to go unseen. Piles
are lists, top first; players count from 1; cards are strings. Numbers such as R-42 name the ruling
that a piece of code spells out.
"""

import re
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

Heal = tuple[list[str], list[str]]
"""What a shuffle for Hearts gave: the new discard, and the cards put under the Tavern in order."""

RANKS = "*A23456789TJQK"  # ascending; a Jester sorts first
SUITS = "CDHS"
VALUE = {"*": 0, "A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 15, "K": 20}
ATTACK = {"J": 10, "Q": 15, "K": 20}
HEALTH = {"J": 20, "Q": 30, "K": 40}
HAND_MAXIMUM = {1: 8, 2: 7, 3: 6, 4: 5}
MEDALS = {0: "gold", 1: "silver", 2: "bronze"}  # by Jesters used

DEFAULTS: dict[str, Any] = {  # docs/rules.md, section 6; the first and last: for new deals only
    "diamond_redeal": True,
    "combos": True,
    "solo_yield": False,
    "overpay": "one_at_a_time",
    "first_player": "random",
}
POSITION_KEYS = {
    "players",
    "hands",
    "enemy",
    "castle",
    "tavern",
    "discard",
    "table",
    "damage",
    "immunity_cancelled",
    "turn",
    "phase",
    "yielded",
    "jesters_unused",
    "result",
    "reason",
}
IGNORED_KEYS = {  # derived from the others, or of no concern to the rules
    "remaining",
    "shield",
    "due",
    "hand_counts",
    "medal",
    "tavern_known",
    "seed",
    "shuffles",
}

# The notation, in upper case with single spaces. The first match names the kind of the action.
CARD = r"(?:[A2-9TJQK][CDHS]|\*)"
PLUS = rf"{CARD}(?:\+{CARD}){{0,3}}"
CARDS = rf"{CARD}(?: {CARD})*"
REGICIDE_NOTATION = {  # the Duel has nothing beyond `play` and `pay`
    "play": PLUS,
    "pay": rf"PAY {CARDS}",
    "yield": r"YIELD",
    "flip": r"FLIP",
    "choose": r">P[0-9]",
    "jester_and_choose": r"\*>P[0-9]",
}
KING_NOTATION = [
    r"END",
    r"PASS",
    r"TARGET P[0-9]",
    r"RECALL [0-9]+",
    rf"SCORE (?:{CARD}|W) (?:{CARD}|W) (?:{CARD}|W)",
    rf"BUY (?:@[0-9]+|N) {CARDS}",
    rf"PLAY {PLUS}",
    rf"DISCARD (?:-|{CARDS})",
    rf"ORDER {CARDS}",
    rf"SEND (?:{CARD}|H:{CARD}|D:{CARD}|{CARD} {CARD})",
    rf"RETAIN {CARD} {CARD}",
    rf"SWAP (?:@[0-9]+ {CARD}|P[0-9] P[0-9])",
    rf"TAKE (?:@[0-9]+|{CARDS}|D:{CARD}|TOP)",
]


def parse(text: str) -> tuple[str, list[str], int]:
    """Give kind, named cards and named player (or 0).

    The kind is `other_game` for an action of another game, and empty for no action at all.
    """
    if not text.isascii():
        return "", [], 0
    plain = " ".join(word for word in text.upper().split(" ") if word)
    for kind, pattern in REGICIDE_NOTATION.items():
        if re.fullmatch(pattern, plain):
            cards = re.findall(CARD, plain) if kind in ("play", "pay", "jester_and_choose") else []
            return kind, cards, int(plain[-1]) if ">P" in plain else 0
    if any(re.fullmatch(pattern, plain) for pattern in KING_NOTATION):
        return "other_game", [], 0
    return "", [], 0


def value(cards: list[str]) -> int:
    """Add up what the cards are worth (R-43)."""
    return sum(VALUE[card[0]] for card in cards)


def ascending(cards: list[str]) -> list[str]:
    """Sort a payment or a hand: Jesters, then A 2..9 T J Q K, then C D H S (R-42)."""
    return sorted(cards, key=lambda card: (RANKS.index(card[0]), card[1:]))


def canonical(cards: list[str]) -> list[str]:
    """Sort a play: highest rank first, equal ranks C D H S (R-14)."""
    return sorted(cards, key=lambda card: (-RANKS.index(card[0]), card[1:]))


def sub_multisets(cards: list[str]) -> set[tuple[str, ...]]:
    """Give every choice of at least one card once, each in ascending order."""
    cards = ascending(cards)
    return {subset for size in range(1, len(cards) + 1) for subset in combinations(cards, size)}


class Oracle:
    """One game of Regicide, from an explicit position."""

    def __init__(self, position: dict[str, Any], options: dict[str, Any] | None = None) -> None:
        """Load a position and run the automatic check of its phase."""
        given = {key: value for key, value in position.items() if value is not None}
        unknown = set(position) - POSITION_KEYS - IGNORED_KEYS | set(options or {}) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown keys {sorted(unknown)}")
        self.options = DEFAULTS | (options or {})
        self.players: int = given["players"]
        self.hands: list[list[str]] = [list(hand) for hand in given["hands"]]
        self.enemy: str | None = given.get("enemy")
        self.castle: list[str] = list(given.get("castle", []))
        self.tavern: list[str] = list(given.get("tavern", []))
        self.discard: list[str] = list(given.get("discard", []))
        self.table: list[tuple[int, list[str]]] = []
        for entry in given.get("table", []):
            player, cards = entry.split(":")
            self.table.append((int(player), canonical(cards.split("+"))))
        self.damage: int = given.get("damage", 0)
        jester_played = any("*" in cards for _, cards in self.table)
        self.immunity_cancelled: bool = given.get("immunity_cancelled", jester_played)
        self.turn: int = given.get("turn", 1)
        self.phase: str = given.get("phase", "play")
        self.yielded: list[bool] = list(given.get("yielded", [False] * self.players))
        self.jesters_unused: int = given.get("jesters_unused", 2) if self.players == 1 else 0
        self.result: str | None = given.get("result")
        self.reason: str | None = given.get("reason")
        assert len(self.hands) == len(self.yielded) == self.players
        assert 1 <= self.turn <= self.players
        self._enter(self.phase)

    # ------------------------------------------------------------ derived values

    def hand(self) -> list[str]:
        """Give the hand of the one to act."""
        return self.hands[self.turn - 1]

    def immune_suit(self) -> str | None:
        """Give the suit whose power does nothing now (R-23, R-29, R-30)."""
        return self.enemy[1] if self.enemy is not None and not self.immunity_cancelled else None

    def shield(self) -> int:
        """Add up the plays on the table that contain a Spade (R-27, R-45, R-46)."""
        if self.enemy is None or self.immune_suit() == "S":
            return 0
        return sum(
            value(cards) for _, cards in self.table if any(card[1:] == "S" for card in cards)
        )

    def attack_due(self) -> int:
        """Tell what step 4 asks for, whatever the phase."""
        assert self.enemy is not None
        return max(0, ATTACK[self.enemy[0]] - self.shield())

    def active_suits(self, cards: list[str]) -> set[str]:
        """Give the suits of a play whose power acts (R-17, R-23, R-25)."""
        return {card[1] for card in cards if card != "*"} - {self.immune_suit()}

    # ------------------------------------------------------------ what is legal

    def is_play(self, cards: list[str]) -> bool:
        """Tell whether these cards are a legal play (R-10, R-11, R-12, R-13, R-26)."""
        if len(cards) == 1:
            return True
        if "*" in cards:
            return False
        ranks = [card[0] for card in cards]
        if len(cards) == 2 and "A" in ranks:
            return True
        one_number = len(set(ranks)) == 1 and ranks[0] in "2345"
        return self.options["combos"] and 2 <= len(cards) <= 4 and one_number and value(cards) <= 10

    def is_too_much(self, cards: list[str], due: int) -> bool:
        """Tell whether this sufficient payment is more than the option allows (R-42)."""
        values = [VALUE[card[0]] for card in cards]
        if self.options["overpay"] == "free":
            return False
        needless = max(values) if self.options["overpay"] == "one_at_a_time" else min(values)
        return sum(values) - needless >= due

    def may_yield(self) -> bool:
        """Tell whether the one to act may yield (R-19, R-20, R-21, R-22)."""
        if self.players == 1:
            return self.options["solo_yield"] and not self.yielded[0]
        return any(not self.yielded[p - 1] for p in range(1, self.players + 1) if p != self.turn)

    def legal(self) -> set[str]:
        """Give every legal action in canonical notation."""
        actions: set[str] = set()
        if self.phase == "choose":
            actions |= {f">P{player}" for player in range(1, self.players + 1)}
        if self.phase == "play":
            for cards in sub_multisets(self.hand()):
                if self.is_play(list(cards)):
                    actions.add("+".join(canonical(list(cards))))
            if self.may_yield():
                actions.add("yield")
        if self.phase == "suffer":
            due = self.attack_due()
            for cards in sub_multisets(self.hand()):
                if value(list(cards)) >= due and not self.is_too_much(list(cards), due):
                    actions.add("pay " + " ".join(cards))
        if self.phase in ("play", "suffer") and self.players == 1 and self.jesters_unused > 0:
            actions.add("flip")
        return actions

    def check(self, text: str, by: int | None = None) -> str | None:
        """Return the error code of an action, or None; docs/rules.md, section 5, has the order."""
        if self.phase == "over":
            return "game_over"
        if by is not None and by != self.turn:
            return "wrong_player"
        kind, cards, target = parse(text)
        if not kind:
            return "bad_syntax"
        return self._check_kind(kind) or self._check_content(kind, cards, target)

    def _check_kind(self, kind: str) -> str | None:
        """Places 4 and 5 of the table of error codes."""
        kinds = {
            "play": {"play", "jester_and_choose", "yield"},
            "choose": {"choose"},
            "suffer": {"pay"},
        }[self.phase]
        if self.players == 1 and self.phase != "choose":
            kinds.add("flip")
        if kind not in kinds:
            return "wrong_phase"
        if kind == "flip" and self.jesters_unused == 0:
            return "no_jester"
        if kind == "yield" and not self.may_yield():
            return "cannot_yield"
        return None

    def _check_content(self, kind: str, cards: list[str], target: int) -> str | None:
        """Places 6 to 9 of the table of error codes."""
        if Counter(cards) - Counter(self.hand()):
            return "not_in_hand"
        if kind == "play" and not self.is_play(cards):
            return "bad_combo"
        if kind == "pay" and value(cards) < self.attack_due():
            return "payment_short"
        if kind == "pay" and self.is_too_much(cards, self.attack_due()):
            return "payment_over"
        if kind in ("choose", "jester_and_choose") and not 1 <= target <= self.players:
            return "bad_target"
        return None

    # ------------------------------------------------------------ transitions

    def heal_count(self, text: str) -> int:
        """Tell how many cards the Hearts of this legal action would move (R-32)."""
        kind, cards, _ = parse(text)
        heart = kind == "play" and "H" in self.active_suits(cards)
        return min(value(cards), len(self.discard)) if heart else 0

    def do(self, text: str, heal: Heal | None = None) -> None:
        """Apply a legal action; `heal` is the outcome of its heart shuffle, if there is one."""
        error = self.check(text)
        if error:
            raise ValueError(f"{text!r}: {error}")
        kind, cards, target = parse(text)
        new_discard, moved = heal or ([], [])
        count = self.heal_count(text)
        assert len(moved) == count, f"{len(moved)} cards healed instead of {count}"
        assert Counter(new_discard + moved) == Counter(self.discard if count else []), (
            "impossible heal"
        )
        if kind in ("play", "jester_and_choose"):
            self._play(canonical(cards), (new_discard, moved) if count else None)
        if kind in ("choose", "jester_and_choose"):
            self.turn = target
            self._enter("play")
        if kind == "yield":
            self.yielded[self.turn - 1] = True
            self._enter("suffer")
        if kind == "pay":
            self._discard_from_hand(cards)
            self._next_player()
        if kind == "flip":
            self.jesters_unused -= 1
            self._discard_from_hand(list(self.hand()))
            while len(self.hand()) < HAND_MAXIMUM[1] and self.tavern:
                self.hand().append(self.tavern.pop(0))
            self._enter(self.phase)

    def _discard_from_hand(self, cards: list[str]) -> None:
        """Discard one by one in ascending value, so the largest ends on top (R-42)."""
        for card in ascending(cards):
            self.hand().remove(card)
            self.discard.insert(0, card)

    def _play(self, cards: list[str], heal: Heal | None) -> None:
        """Take steps 1 to 3 of a turn (R-14, R-15, R-24, R-26, R-28, R-31, R-34, R-35)."""
        for card in cards:
            self.hand().remove(card)
        self.table.append((self.turn, cards))
        self.yielded[self.turn - 1] = False
        if cards == ["*"]:
            self.immunity_cancelled = True
            self._enter("choose")
            return
        total, suits = value(cards), self.active_suits(cards)
        if heal is not None:
            self.discard = list(heal[0])
            self.tavern.extend(heal[1])
        if "D" in suits:
            self._draw(total)
        self.damage += 2 * total if "C" in suits else total
        assert self.enemy is not None
        if self.damage >= HEALTH[self.enemy[0]]:
            self._kill(self.enemy)
        else:
            self._enter("suffer")

    def _draw(self, total: int) -> None:
        """Draw one card each, clockwise from the active player, past full hands (R-33)."""
        maximum = HAND_MAXIMUM[self.players]
        player, drawn = self.turn, 0
        while drawn < total and self.tavern and any(len(hand) < maximum for hand in self.hands):
            if len(self.hands[player - 1]) < maximum:
                self.hands[player - 1].append(self.tavern.pop(0))
                drawn += 1
            player = player % self.players + 1

    def _kill(self, enemy: str) -> None:
        """Clear up after the enemy and turn up the next (R-36, R-37, R-38, R-39, R-40, R-41)."""
        if self.damage == HEALTH[enemy[0]]:
            self.tavern.insert(0, enemy)
        else:
            self.discard.insert(0, enemy)
        for _, cards in self.table:
            for card in cards:
                self.discard.insert(0, card)
        self.table, self.damage, self.immunity_cancelled = [], 0, False
        if not self.castle:
            self.enemy = None
            self._end("won", "all_enemies_defeated")
            return
        self.enemy = self.castle.pop(0)
        self._enter("play")

    def _next_player(self) -> None:
        """Pass the turn clockwise (R-47)."""
        self.turn = self.turn % self.players + 1
        self._enter("play")

    def _enter(self, phase: str) -> None:
        """Enter a phase with its automatic check (R-18, R-43, R-44, R-51, R-52)."""
        self.phase = phase
        if phase == "play" and not self.legal():
            self._end("lost", "cannot_act")
        elif phase == "suffer" and self.attack_due() == 0:
            self._next_player()
        elif (
            phase == "suffer"
            and value(self.hand()) < self.attack_due()
            and self.jesters_unused == 0
        ):
            self._end("lost", "cannot_pay")

    def _end(self, result: str, reason: str) -> None:
        self.phase, self.result, self.reason = "over", result, reason

    # ------------------------------------------------------------ the whole position

    def state(self) -> dict[str, Any]:
        """Write the whole position and what follows from it."""
        won_alone = self.players == 1 and self.result == "won"
        state: dict[str, Any] = {
            "players": self.players,
            "hands": [ascending(hand) for hand in self.hands],
            "enemy": self.enemy,
            "castle": list(self.castle),
            "tavern": list(self.tavern),
            "discard": list(self.discard),
            "table": [f"{player}:{'+'.join(cards)}" for player, cards in self.table],
            "damage": self.damage,
            "immunity_cancelled": self.immunity_cancelled,
            "turn": self.turn,
            "phase": self.phase,
            "yielded": list(self.yielded),
            "remaining": HEALTH[self.enemy[0]] - self.damage if self.enemy is not None else 0,
            "shield": self.shield(),
            "due": self.attack_due() if self.phase == "suffer" else 0,
            "hand_counts": [len(hand) for hand in self.hands],
            "result": self.result,
            "reason": self.reason,
            "medal": MEDALS[2 - self.jesters_unused] if won_alone else None,
        }
        if self.players == 1:
            state["jesters_unused"] = self.jesters_unused
        return state


# ---------------------------------------------------------------- positions to try


def random_options(rng: Random, players: int) -> dict[str, Any]:
    """Give some house rules at random; left out are about half of them."""
    options = {
        "diamond_redeal": rng.random() < 0.5,
        "combos": rng.random() < 0.5,
        "solo_yield": rng.random() < 0.7,
        "overpay": rng.choice(["one_at_a_time", "minimal", "free"]),
        "first_player": rng.choice(["random", *range(1, players + 1)]),
    }
    return {name: given for name, given in options.items() if rng.random() < 0.5}


def random_position(rng: Random, players: int) -> dict[str, Any]:
    """Strew some of the pack about: a position of no game in particular, and seldom a whole one.

    Now and then it has two packs in it, or Jesters where there are none in a real game.
    """
    packs = 2 if rng.random() < 0.1 else 1
    jesters = max(0, players - 2) if rng.random() < 0.9 else 2
    deck = packs * ([rank + suit for rank in RANKS[1:] for suit in SUITS] + ["*"] * jesters)
    rng.shuffle(deck)
    enemy = next(card for card in deck if card[0] in "JQK")
    deck.remove(enemy)
    royals = [card for card in deck if card[0] in "JQK"]
    castle = royals[: rng.choice([0, 0, 1, 2, rng.randint(0, 11)])]
    for card in castle:
        deck.remove(card)

    def take(count: int) -> list[str]:
        taken = deck[:count]
        del deck[:count]
        return taken

    maximum = HAND_MAXIMUM[players]
    hands = [take(rng.choice([maximum, rng.randint(0, maximum)])) for _ in range(players)]
    table = []
    for _ in range(rng.choice([0, 1, 2, 4])):
        played = take(rng.choice([1, 1, 1, 2, 3, 4]))
        plays = [["*"]] if "*" in played else [played] if played else []
        table += [f"{rng.randint(1, players)}:{'+'.join(cards)}" for cards in plays]
    health = HEALTH[enemy[0]]
    position: dict[str, Any] = {
        "players": players,
        "hands": hands,
        "enemy": enemy,
        "castle": castle,
        "tavern": take(rng.choice([0, 3, 10, 60])),
        "discard": take(rng.choice([0, 1, 5, 60])),
        "table": table,
        "damage": rng.choice([0, rng.randrange(health), health - rng.randint(1, 12)]),
        "turn": rng.randint(1, players),
        "phase": rng.choice(["play", "play", "choose", "suffer", "suffer"]),
        "yielded": [rng.random() < 0.6 for _ in range(players)],
    }
    if rng.random() < 0.2:
        position["immunity_cancelled"] = rng.random() < 0.5
    if players == 1:
        position["jesters_unused"] = rng.randint(0, 2)
    return position
