"""A second implementation of King of the Dead: naive, and sharing no code with the engine.

Cards are texts, piles are lists that change, and a power is a generator that asks its questions
and waits for the answers. Legal actions are found by trying all there are. Only shuffles come
from outside: `shuffle` gives a new order for a list of cards.
"""

import re
from itertools import combinations, permutations
from typing import Any

from tests.games.king_of_the_dead.cards import cost, down, holds, number, red, some_of, up
from tests.games.king_of_the_dead.naive_powers import Asking, Powers

_CARD = r"(?:[A2-9TJQK][CDHS]|\*)"
_LIST = rf"{_CARD}(?: {_CARD})*"
OWN_SHAPES = [
    r"END|PASS|RECALL \d+",
    rf"SCORE(?: (?:{_CARD}|W)){{3}}",
    rf"BUY (?:@\d+|N) {_LIST}",
    rf"PLAY {_CARD}(?:\+{_CARD}){{0,3}}",
    rf"DISCARD (?:-|{_LIST})",
    rf"ORDER {_LIST}",
    rf"SEND (?:{_CARD}(?: {_CARD})?|[HD]:{_CARD})",
    rf"RETAIN {_CARD} {_CARD}",
    rf"SWAP (?:@\d+ {_CARD}|P\d P\d)",
    rf"TAKE (?:@\d+|{_LIST}|D:{_CARD}|TOP)",
    r"TARGET P\d",
]
OTHER_SHAPES = [
    rf"{_CARD}(?:\+{_CARD}){{0,3}}|\*?>P\d",
    rf"PAY {_LIST}|YIELD|FLIP",
]
ANSWERS = {"discard", "order", "send", "retain", "swap", "take", "target", "pass"}


class Oracle(Powers):
    """A game: what is legal, what is wrong with a text, and what an action does."""

    power: Asking | None = None
    question: tuple[str, int, set[str]] | None = None

    # ------------------------------------------------------------ what is legal

    def payment_fault(self, target: str, cards: list[str]) -> str | None:
        """Tell what is wrong with a purchase (K-21, K-22, K-23, K-24)."""
        if target == "N":
            wanted = "" if self.newcomer else None
        else:
            slot = int(target[1:])
            wanted = self.parade[slot - 1] if 1 <= slot <= 2 * self.players else None
        if wanted is None:
            return "bad_target"
        if not holds(self.hands[self.turn], cards):
            return "not_in_hand"
        numbers = [card for card in cards if number(card) >= 2]
        aces = [card for card in cards if number(card) == 1]
        if len(numbers) + len(aces) < len(cards) or not numbers:
            return "bad_payment"
        if len({red(card) for card in numbers}) > 1:
            return "bad_payment"
        best = max(number(card) for card in numbers)
        total = sum(number(card) for card in numbers) + sum(best - 1 for _ in aces)
        if total < (cost(wanted) if wanted else 7):
            return "payment_short"
        return "wrong_colour" if wanted and red(wanted) == red(numbers[0]) else None

    def run_of(self, tokens: list[str]) -> list[str] | None:
        """Put three tokens as low, middle, high, if they are a run (K-17, K-18)."""
        for low, middle, high in permutations(tokens):
            a, b, c = (self.well[0] if token == "W" else token for token in (low, middle, high))
            t = number(c)
            if t < 3 or number(a) == 0 or number(b) == 0:
                continue
            if (number(a) == 1) + (number(b) == 1) > 1:
                continue
            fits_b = number(b) == 1 or (number(b) == t - 1 and red(b) == red(c))
            fits_a = number(a) == 1 or (number(a) == t - 2 and red(a) == red(c))
            if fits_a and fits_b:
                return [low, middle, high]
        return None

    def run_fault(self, tokens: list[str]) -> str | None:
        """Tell what is wrong with a run (K-19)."""
        if tokens.count("W") > min(1, len(self.well)):
            return "not_in_hand"
        if not holds(self.hands[self.turn], [token for token in tokens if token != "W"]):
            return "not_in_hand"
        return None if self.run_of(tokens) else "bad_run"

    def power_name(self, cards: list[str]) -> str | None:
        """Name the power of these cards (K-16, K-32, K-38, K-42, K-43)."""
        ranks = [card[0] for card in down(cards)]
        joined = "".join(ranks)
        if joined in ("J", "Q", "K", "A*", "J*", "Q*", "K*", "**"):
            return joined
        if "*" in ranks:
            return None
        reds = sum(red(card) for card in cards)
        if joined == "QA":
            wild = self.options["bestir_wild_aces"] and red(down(cards)[0])
            return "QQ2" if wild else None
        if len(set(ranks)) > 1 or len(cards) == 1:
            return None
        if ranks[0] in "JQK":
            if len(cards) == 2:
                return f"{joined}{reds}"
            return joined if self.options["deity_powers"] else None
        return joined if len(cards) == 2 else None

    def legal(self) -> set[str]:
        """Give every legal action in canonical notation (K-15)."""
        if self.over:
            return set()
        if self.question:
            return self.question[2]
        hand = self.hands[self.turn]
        found = {"end"} | {f"recall {k + 1}" for k in range(len(self.familiars[self.turn]))}
        for tokens in combinations([*hand, "W"], 3):
            if self.run_fault(list(tokens)) is None:
                found.add("score " + " ".join(self.run_of(list(tokens)) or []))
        targets = ["N"] * bool(self.newcomer) + [f"@{slot}" for slot in self.slots()]
        for cards in some_of(hand):
            if 1 <= len(cards) <= 4 and self.power_name(cards):
                found.add("play " + "+".join(down(cards)))
            for target in targets if cards else []:
                if self.payment_fault(target, cards) is None:
                    found.add(f"buy {target} " + " ".join(cards))
        return found

    def to_act(self) -> int | None:
        """Tell who must act."""
        if self.over:
            return None
        return self.question[1] if self.question else self.turn

    def check(self, text: str, by: int | None = None) -> str | None:
        """Give the code of what is wrong with a text; None if it is legal."""
        if self.over:
            return "game_over"
        if by is not None and by != self.to_act():
            return "wrong_player"
        tidy = re.sub(" +", " ", text.strip(" ")).upper() if text.isascii() else ""
        own = any(re.fullmatch(shape, tidy, re.ASCII) for shape in OWN_SHAPES)
        if not own and not any(re.fullmatch(shape, tidy, re.ASCII) for shape in OTHER_SHAPES):
            return "bad_syntax"
        if not own:
            return "wrong_phase"
        verb, *words = tidy.split(" ")
        verb = verb.lower()
        if self.question:
            answers = self.question[2]
            if verb not in {answer.split()[0] for answer in answers}:
                return "wrong_phase"
            return None if canonical(tidy) in answers else "bad_answer"
        if verb in ANSWERS:
            return "wrong_phase"
        return self._check_main(verb, words)

    def _check_main(self, verb: str, words: list[str]) -> str | None:
        if verb == "recall":
            fine = 1 <= int(words[0]) <= len(self.familiars[self.turn])
            return None if fine else "bad_target"
        if verb == "score":
            return self.run_fault(words)
        if verb == "buy":
            return self.payment_fault(words[0], words[1:])
        if verb == "play":
            cards = words[0].split("+")
            if not holds(self.hands[self.turn], cards):
                return "not_in_hand"
            return None if self.power_name(cards) else "no_power"
        return None

    # ------------------------------------------------------------ transitions

    def do(self, text: str) -> None:
        """Apply a legal action."""
        error = self.check(text)
        if error:
            raise ValueError(f"{text!r}: {error}")
        tidy = re.sub(" +", " ", text.strip(" ")).upper()
        if self.power:
            self._go_on(canonical(tidy))
            return
        verb, *words = tidy.split(" ")
        me, hand = self.turn, self.hands[self.turn]
        if verb == "END":
            self._end()
        elif verb == "RECALL":  # K-33
            ace, card = self.familiars[me].pop(int(words[0]) - 1)
            self.discards[me].insert(0, ace)
            hand.append(card)
        elif verb == "SCORE":
            self._score(self.run_of(words) or [])
        elif verb == "BUY":  # K-25
            for card in up(words[1:]):
                hand.remove(card)
                self.discards[me].insert(0, card)
            if words[0] == "N":
                self.free_newcomer()
            else:
                slot = int(words[0][1:]) - 1
                self.discards[me].insert(0, str(self.parade[slot]))
                self.parade[slot] = None
        else:
            cards = words[0].split("+")
            for card in cards:
                hand.remove(card)
                self.plays[me].append(card)  # K-56
            name = self.power_name(cards)
            assert name
            self.power = self.run_power(name, down(cards))
            self._go_on(None)

    def _go_on(self, answer: str | None) -> None:
        assert self.power
        try:
            self.question = self.power.send(answer) if answer else next(self.power)
        except StopIteration:
            self.power = self.question = None
            self.looked = []

    def _score(self, tokens: list[str]) -> None:
        """Take a run apart (K-19); its highest card leaves the game (K-20)."""
        me = self.turn
        for place, token in enumerate(tokens):
            stays = self.options["well_card_in_run"] == "stays" and place < 2
            if token == "W":
                if stays:
                    continue
                card = self.well.pop(0)
            else:
                card = token
                self.hands[me].remove(card)
            if place == 2:
                self.scores[me].insert(0, card)
            else:
                self.plays[me].append(card)

    def _end(self) -> None:
        """End a turn (K-12, K-13, K-14)."""
        me = self.turn
        played, held = self.plays[me], self.hands[me]
        self.plays[me], self.hands[me] = [], []
        self.throw([card for card in played if card != "*"])
        self.throw([card for card in held if card != "*"])
        self.throw([card for card in played + held if card == "*"])
        self.draw(me, self.options["hand_draw"])
        after = (me + 1) % self.players
        if after != self.first:
            self.turn = after
        elif self.final_round:  # K-49
            self.over = True
        else:
            self._march()

    def _march(self) -> None:
        """End a round: move and fill the Parade (K-9, K-10, K-46, K-48)."""
        self.first = self.turn = (self.first + 1) % self.players
        self.jokers_seen = 0
        size = 2 * self.players
        for _ in range(self.players):
            for slot in range(size - 1, -1, -1):
                card = self.parade[slot]
                if card:
                    self.well.insert(0, card)
                    self.parade[slot] = None
                    break
        left = [card for card in self.parade if card]
        self.parade = [None] * (size - len(left)) + left
        free = size - len(left) - 1
        came, self.newcomer = self.newcomer, None
        if came:
            self.show(free, came)
            free -= 1
        while free >= 0:
            self.show(free, self.gate_card())
            free -= 1
        self.newcomer = self.gate_card()
        if self.newcomer is None or None in self.parade:
            self.final_round = True

    # ------------------------------------------------------------ the whole position

    def points(self) -> list[int]:
        """Add up the score piles (K-20)."""
        return [sum(number(card) for card in pile) for pile in self.scores]

    def winners(self) -> list[int] | None:
        """Tell who has won a game that is over (K-50)."""
        if not self.over:
            return None
        best = max(self.points())
        ahead = [who for who in range(self.players) if self.points()[who] == best]
        fewest = min(len(self.scores[who]) for who in ahead)
        return [who + 1 for who in ahead if len(self.scores[who]) == fewest]

    def state(self) -> dict[str, Any]:
        """Write the whole position and what follows from it."""
        actor = self.to_act()
        kind = self.question[0] if self.question else None
        lifted = kind in ("corrupt", "scry", "foretell", "order")
        return {
            "players": self.players,
            "hands": [up(hand) for hand in self.hands],
            "draws": [list(pile) for pile in self.draws],
            "discards": [list(pile) for pile in self.discards],
            "scores": [list(pile) for pile in self.scores],
            "plays": [up(pile) for pile in self.plays],
            "familiars": [[":".join(pair) for pair in row] for row in self.familiars],
            "parade": list(self.parade),
            "newcomer": self.newcomer,
            "gate": list(self.gate),
            "well": list(self.well),
            "first": self.first + 1,
            "turn": self.turn + 1,
            "reshuffles": self.reshuffles,
            "jokers_seen": self.jokers_seen,
            "final_round": self.final_round,
            "phase": "over" if self.over else "prompt" if kind else "main",
            "prompt": kind,
            "looked": list(self.looked) if lifted else [],
            "actor": None if actor is None else actor + 1,
            "points": self.points(),
            "winners": self.winners(),
            "hand_counts": [len(hand) for hand in self.hands],
        }


def canonical(tidy: str) -> str:
    """Write an answer, given in upper case, in canonical form."""
    verb, *words = tidy.split(" ")
    verb = verb.lower()
    words = [re.sub("^[HD]:|^TOP$", lambda found: found[0].lower(), word) for word in words]
    cards = all(re.fullmatch(_CARD, word) for word in words)
    if verb in ("discard", "take") and cards:
        words = up(words)
    if verb == "swap" and words[0].startswith("P"):
        words.sort()
    return " ".join([verb, *words])
