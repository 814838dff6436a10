"""A second implementation of King of the Dead: naive, and sharing no code with the engine.

Cards are texts, piles are lists that change, and a power is a generator that asks its questions
and waits for the answers. Legal actions are found by trying all there are. Only shuffles come
from outside: `shuffle` gives a new order for a list of cards.
"""

import re
from collections.abc import Callable, Generator, Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RED = "DH"

Asking = Generator[tuple[str, int, set[str]], str, None]
"""A power at work: it gives a kind of question, who answers, and the answers; it gets one."""


def order(card: str) -> tuple[int, int]:
    """Sort ascending: rank, then suit, Jokers last."""
    return (99, 0) if card == "*" else (RANKS.index(card[0]), SUITS.index(card[1]))


def up(cards: list[str]) -> list[str]:
    """Give the cards in ascending order."""
    return sorted(cards, key=order)


def down(cards: list[str]) -> list[str]:
    """Give the cards as a play names them: high rank first, then C D H S, Jokers last."""
    return sorted(cards, key=lambda c: (1, 0) if c == "*" else (-RANKS.index(c[0]), order(c)[1]))


def number(card: str) -> int:
    """Give the number of a card; 0 for royals and Jokers."""
    return RANKS.index(card[0]) + 1 if card[0] in RANKS[:10] else 0


def cost(card: str) -> int:
    """Give what a card costs."""
    return 0 if card == "*" else number(card) or 10


def red(card: str) -> bool:
    """Tell the colour of a card that is no Joker."""
    return card[1] in RED


def some_of(cards: list[str]) -> Iterator[list[str]]:
    """Give every multiset of these cards once, the empty one too."""
    seen: set[tuple[str, ...]] = set()
    for size in range(len(cards) + 1):
        for some in combinations(up(cards), size):
            if some not in seen:
                seen.add(some)
                yield list(some)


def holds(pile: list[str], cards: list[str]) -> bool:
    """Tell whether all these cards are there, each as often as named."""
    return all(cards.count(card) <= pile.count(card) for card in cards)


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


class Oracle:
    """A game as mutable lists. Players count from 0 inside."""

    def __init__(
        self, given: dict[str, Any], options: dict[str, Any], shuffle: Callable[[list[str]], None]
    ) -> None:
        n = self.players = given["players"]
        self.shuffle = shuffle
        self.options = {
            "jokers": True,
            "hand_draw": 4,
            "well_card_in_run": "taken",
            "bestir_wild_aces": True,
            "deity_powers": True,
            "joker_self_target": True,
            **options,
        }
        for zone in ("hands", "draws", "discards", "scores", "plays"):
            setattr(self, zone, [list(pile) for pile in given.get(zone) or [[]] * n])
        self.familiars = [
            [text.split(":") for text in row] for row in given.get("familiars") or [[]] * n
        ]
        parade = list(given.get("parade", []))
        self.parade: list[str | None] = parade + [None] * (2 * n - len(parade))
        self.newcomer: str | None = given.get("newcomer")
        self.gate: list[str] = list(given.get("gate", []))
        self.well: list[str] = list(given.get("well", []))
        self.first = given.get("first", 1) - 1
        self.turn = given.get("turn", 1) - 1
        self.reshuffles = given.get("reshuffles", 0)
        self.jokers_seen = given.get("jokers_seen", 0)
        self.final_round = given.get("final_round", False)
        self.over = False
        self.power: Asking | None = None
        self.question: tuple[str, int, set[str]] | None = None
        self.looked: list[str] = []

    hands: list[list[str]]
    draws: list[list[str]]
    discards: list[list[str]]
    scores: list[list[str]]
    plays: list[list[str]]

    # ------------------------------------------------------------ piles

    def need(self, who: int, count: int) -> None:
        """5.1: a short draw pile gets the shuffled discard pile underneath."""
        if len(self.draws[who]) < count and self.discards[who]:
            self.shuffle(self.discards[who])
            self.draws[who] += self.discards[who]
            self.discards[who] = []

    def draw(self, who: int, count: int) -> None:
        self.need(who, count)
        for _ in range(min(count, len(self.draws[who]))):
            self.hands[who].append(self.draws[who].pop(0))

    def throw(self, cards: list[str]) -> None:
        """Discard one by one; 5.3 for Jokers."""
        me = self.turn
        for card in up(cards):
            if card != "*":
                self.discards[me].insert(0, card)
                continue
            self.need(me, 1)
            if self.draws[me]:
                self.well.insert(0, self.draws[me].pop(0))
            self.discards[(me + 1) % self.players].insert(0, "*")

    def gate_card(self) -> str | None:
        """5.4."""
        limit = 3 if self.players == 2 else 2
        if not self.gate and self.well and self.reshuffles < limit:
            self.gate, self.well = self.well, []
            self.shuffle(self.gate)
            self.reshuffles += 1
        return self.gate.pop(0) if self.gate else None

    def show(self, slot: int, card: str | None) -> None:
        """5.2: lay a card into a slot, counted from 0."""
        while card == "*":
            self.draws[(self.first + self.jokers_seen) % self.players].insert(0, "*")
            self.jokers_seen += 1
            card = self.gate_card()
        self.parade[slot] = card

    # ------------------------------------------------------------ what is legal

    def payment_fault(self, target: str, cards: list[str]) -> str | None:
        """Tell what is wrong with a purchase."""
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
        """Put three tokens as low, middle, high, if they are a run."""
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
        """Tell what is wrong with a run."""
        if tokens.count("W") > min(1, len(self.well)):
            return "not_in_hand"
        if not holds(self.hands[self.turn], [token for token in tokens if token != "W"]):
            return "not_in_hand"
        return None if self.run_of(tokens) else "bad_run"

    def power_name(self, cards: list[str]) -> str | None:
        """Name the power of these cards."""
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
        """Give every legal action in canonical notation."""
        if self.over:
            return set()
        if self.question:
            return self.question[2]
        hand = self.hands[self.turn]
        found = {"end"} | {f"recall {k + 1}" for k in range(len(self.familiars[self.turn]))}
        for tokens in combinations([*hand, "W"], 3):
            if self.run_fault(list(tokens)) is None:
                found.add("score " + " ".join(self.run_of(list(tokens)) or []))
        targets = ["N"] * bool(self.newcomer) + [f"@{slot}" for slot in self._slots()]
        for cards in some_of(hand):
            if 1 <= len(cards) <= 4 and self.power_name(cards):
                found.add("play " + "+".join(down(cards)))
            for target in targets if cards else []:
                if self.payment_fault(target, cards) is None:
                    found.add(f"buy {target} " + " ".join(cards))
        return found

    def to_act(self) -> int | None:
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
        elif verb == "RECALL":
            ace, card = self.familiars[me].pop(int(words[0]) - 1)
            self.discards[me].insert(0, ace)
            hand.append(card)
        elif verb == "SCORE":
            self._score(self.run_of(words) or [])
        elif verb == "BUY":
            for card in up(words[1:]):
                hand.remove(card)
                self.discards[me].insert(0, card)
            if words[0] == "N":
                self._free_newcomer()
            else:
                slot = int(words[0][1:]) - 1
                self.discards[me].insert(0, str(self.parade[slot]))
                self.parade[slot] = None
        else:
            cards = words[0].split("+")
            for card in cards:
                hand.remove(card)
                self.plays[me].append(card)
            name = self.power_name(cards)
            assert name
            self.power = self._run_power(name, down(cards))
            self._go_on(None)

    def _go_on(self, answer: str | None) -> None:
        assert self.power
        try:
            self.question = self.power.send(answer) if answer else next(self.power)
        except StopIteration:
            self.power = self.question = None
            self.looked = []

    def _score(self, tokens: list[str]) -> None:
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

    def _free_newcomer(self) -> None:
        card, self.newcomer = self.newcomer, None
        if card:
            self.throw([card])

    def _end(self) -> None:
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
        elif self.final_round:
            self.over = True
        else:
            self._march()

    def _march(self) -> None:
        """5.5."""
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
        self.parade = [None] * (size - len(left)) + left  # type: ignore[assignment]
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

    # ------------------------------------------------------------ powers

    def _run_power(self, name: str, cards: list[str]) -> Asking:
        """Choose the generator of a power."""
        simple: dict[str, Callable[[], None]] = {
            "22": lambda: self.draw(self.turn, 2),
            "44": self._clamor,
            "66": self._free_newcomer,
            "88": lambda: self._two_at_random(self.discards[self.turn]),
            "99": self._resurrect,
            "KK2": lambda: self._two_at_random(self.well),
            "K": self._disinter,
            "A*": lambda: self._cipher(cards),
        }
        if name in simple:
            simple[name]()
            return
        asking: dict[str, Callable[[], Asking]] = {
            "J": lambda: self._corrupt(2),
            "JJ1": lambda: self._corrupt(3),
            "Q": lambda: self._liturgy(),
            "AA": lambda: self._familiar(cards),
            "33": lambda: self._supplant(),
            "55": lambda: self._abscond(),
            "77": lambda: self._accede(),
            "TT": lambda: self._search(2),
            "JJJ": lambda: self._search(2),
            "JJJJ": lambda: self._search(3),
            "JJ2": lambda: self._scry(),
            "JJ0": lambda: self._foretell(),
            "QQ2": lambda: self._bestir(),
            "QQ0": lambda: self._decant(),
            "QQ1": lambda: self._liturgy_plus(),
            "QQQ": lambda: self._consecrate(3),
            "QQQQ": lambda: self._consecrate(4),
            "KK0": lambda: self._sepulcher(),
            "KK1": lambda: self._exhume(1),
            "KKK": lambda: self._exhume(2),
            "KKKK": lambda: self._exhume(3),
            "J*": lambda: self._pillage(),
            "Q*": lambda: self._void(),
            "K*": lambda: self._encumber(),
            "**": lambda: self._devilry(),
        }
        yield from asking[name]()

    def _clamor(self) -> None:
        self.draw(self.turn, 3)
        for step in range(1, self.players):
            self.draw((self.turn + step) % self.players, 1)

    def _two_at_random(self, pile: list[str]) -> None:
        self.shuffle(pile)
        self.hands[self.turn] += pile[:2]
        del pile[:2]

    def _resurrect(self) -> None:
        me = self.turn
        self.draws[me] += self.discards[me]
        self.discards[me] = []
        self.shuffle(self.draws[me])
        self.draw(me, 3)

    def _disinter(self) -> None:
        if self.well:
            self.hands[self.turn].append(self.well.pop(0))

    def _cipher(self, cards: list[str]) -> None:
        for card in cards:
            self.plays[self.turn].remove(card)
        self.throw(cards)

    def _lift(self, count: int) -> list[str]:
        me = self.turn
        self.need(me, count)
        lifted, self.draws[me] = self.draws[me][:count], self.draws[me][count:]
        self.looked = list(lifted)
        return lifted

    def _corrupt(self, count: int) -> Asking:
        cards = self._lift(count)
        if cards:
            answer = yield "corrupt", self.turn, {f"discard {card}" for card in cards}
            cards.remove(answer.split()[1])
            self.throw([answer.split()[1]])
            self.hands[self.turn] += cards

    def _send(self, pile: list[str], card: str) -> None:
        pile.remove(card)
        self.well.insert(0, card)

    def _liturgy(self) -> Asking:
        hand = self.hands[self.turn]
        if hand:
            answer = yield "liturgy", self.turn, {f"send {card}" for card in hand}
            self._send(hand, answer.split()[1])
        self.draw(self.turn, 2)

    def _familiar(self, aces: list[str]) -> Asking:
        me = self.turn
        hand = self.hands[me]
        if hand:
            pairs = {f"retain {card} {ace}" for card in hand for ace in aces}
            answer = yield "familiar", me, pairs
            _, card, ace = answer.split()
            hand.remove(card)
            self.plays[me].remove(ace)
            self.familiars[me].append([ace, card])

    def _slots(self) -> list[int]:
        return [slot for slot, card in enumerate(self.parade, 1) if card]

    def _supplant(self) -> Asking:
        hand = self.hands[self.turn]
        swaps = {f"swap @{slot} {card}" for slot in self._slots() for card in hand}
        if swaps:
            answer = yield "supplant", self.turn, swaps
            _, at, card = answer.split()
            slot = int(at[1:]) - 1
            taken = str(self.parade[slot])
            hand.remove(card)
            self.show(slot, card)
            hand.append(taken)

    def _take_slot(self, answer: str) -> None:
        slot = int(answer.split("@")[1]) - 1
        self.hands[self.turn].append(str(self.parade[slot]))
        self.parade[slot] = None

    def _abscond(self) -> Asking:
        takes = {f"take @{slot}" for slot in self._slots()}
        if takes:
            self._take_slot((yield "abscond", self.turn, takes))

    def _accede(self) -> Asking:
        hand = self.hands[self.turn]
        if hand:
            wholes = {"discard " + (" ".join(some) or "-") for some in some_of(hand)}
            answer = yield "accede", self.turn, wholes
            gone = [card for card in answer.split()[1:] if card != "-"]
            for card in gone:
                hand.remove(card)
            self.throw(gone)
            self.draw(self.turn, len(gone))

    def _takes(self, pile: list[str], count: int) -> set[str]:
        size = min(count, len(pile))
        return {"take " + " ".join(some) for some in some_of(pile) if len(some) == size}

    def _search(self, count: int) -> Asking:
        me = self.turn
        self.need(me, count)
        if self.draws[me]:
            answer = yield "search", me, self._takes(self.draws[me], count)
            for card in answer.split()[1:]:
                self.draws[me].remove(card)
                self.hands[me].append(card)
            self.shuffle(self.draws[me])

    def _scry(self) -> Asking:
        me = self.turn
        cards = self._lift(4)
        if cards:
            wholes = {"discard " + (" ".join(some) or "-") for some in some_of(cards)}
            answer = yield "scry", me, wholes
            gone = [card for card in answer.split()[1:] if card != "-"]
            for card in gone:
                cards.remove(card)
            self.throw(gone)
            self.draws[me][:0] = cards

    def _foretell(self) -> Asking:
        me = self.turn
        cards = self._lift(3)
        if cards:
            answer = yield "foretell", me, {"discard -"} | {f"discard {c}" for c in cards}
            if answer != "discard -":
                cards.remove(answer.split()[1])
                self.throw([answer.split()[1]])
        self.looked = list(cards)
        if cards:
            orders = {"order " + " ".join(some) for some in permutations(cards)}
            answer = yield "order", me, orders
            self.draws[me][:0] = answer.split()[1:]

    def _bestir(self) -> Asking:
        me = self.turn
        self.need(me, 1)
        if self.draws[me]:
            answer = yield "bestir", me, {f"send {card}" for card in self.draws[me]}
            self._send(self.draws[me], answer.split()[1])
            self.shuffle(self.draws[me])
        self.draw(me, 2)

    def _decant(self) -> Asking:
        me = self.turn
        if not self.discards[me]:
            return
        answer = yield "decant", me, {f"send {card}" for card in self.discards[me]}
        card = answer.split()[1]
        self._send(self.discards[me], card)
        takes = {
            f"take @{slot}"
            for slot in self._slots()
            if cost(str(self.parade[slot - 1])) <= cost(card)
        }
        if takes:
            answer = yield "decant_take", me, takes | {"pass"}
            if answer != "pass":
                self._take_slot(answer)

    def _hand_or_discard(self) -> set[str]:
        me = self.turn
        sends = {f"send h:{card}" for card in self.hands[me]}
        return sends | {f"send d:{card}" for card in self.discards[me]}

    def _send_from(self, answer: str) -> None:
        place, card = answer.split()[1].split(":")
        self._send((self.hands if place == "h" else self.discards)[self.turn], card)

    def _liturgy_plus(self) -> Asking:
        sends = self._hand_or_discard()
        if sends:
            self._send_from((yield "liturgy+", self.turn, sends))
        self.draw(self.turn, 3)

    def _consecrate(self, most: int) -> Asking:
        sent = 0
        while sent < most and self._hand_or_discard():
            answer = yield "consecrate", self.turn, self._hand_or_discard() | {"pass"}
            if answer == "pass":
                break
            self._send_from(answer)
            sent += 1
        self.draw(self.turn, sent)

    def _sepulcher(self) -> Asking:
        pile = self.discards[self.turn]
        if len(pile) < 2 or not self.well:
            return
        answer = yield "sepulcher", self.turn, {f"send {a} {b}" for a, b in permutations(pile, 2)}
        old = self.well.pop(0)
        for card in answer.split()[1:]:
            self._send(pile, card)
        self.throw([old])

    def _exhume(self, count: int) -> Asking:
        if self.well:
            answer = yield "exhume", self.turn, self._takes(self.well, count)
            for card in answer.split()[1:]:
                self.well.remove(card)
                self.hands[self.turn].append(card)

    # ------------------------------------------------------------ powers of the Jokers

    def _anyone(self) -> set[str]:
        people = set(range(self.players))
        if not self.options["joker_self_target"]:
            people.remove(self.turn)
        return {f"target P{who + 1}" for who in people}

    def _place(self, who: int, card: str = "*") -> None:
        self.plays[self.turn].remove(card)
        self.discards[who].insert(0, card)

    def _pillage(self) -> Asking:
        answer = yield "pillage_target", self.turn, self._anyone()
        who = int(answer[-1]) - 1
        if self.draws[who] or self.discards[who]:
            loot = {f"take d:{card}" for card in self.discards[who]} | {"take top"}
            answer = yield "pillage", self.turn, loot
            if answer == "take top":
                self.need(who, 2)
                cards = self.draws[who][:2]
                del self.draws[who][:2]
            else:
                cards = [answer.split(":")[1]]
                self.discards[who].remove(cards[0])
            self.hands[self.turn] += cards
        self._place(who)

    def _void(self) -> Asking:
        for step in range(1, self.players):
            who = (self.turn + step) % self.players
            hand = self.hands[who]
            if hand:
                answer = yield "void_hand", who, {f"send {card}" for card in hand}
                self._send(hand, answer.split()[1])
        answer = yield "void_target", self.turn, self._anyone()
        who = int(answer[-1]) - 1
        if self.discards[who]:
            pile = self.discards[who]
            answer = yield "void_discard", who, {f"send {card}" for card in pile}
            self._send(pile, answer.split()[1])
        self._place(who)

    def _encumber(self) -> Asking:
        me = self.turn
        card = None
        if self.well:
            answer = yield "encumber", me, {f"take {card}" for card in self.well}
            card = answer.split()[1]
            self.well.remove(card)
            self.plays[me].append(card)
        people = {f"target P{who + 1}" for who in range(self.players) if who != me}
        answer = yield "encumber_target", me, people
        who = int(answer[-1]) - 1
        if card:
            self._place(who, card)
        self._place(who)

    def _devilry(self) -> Asking:
        names = [f"P{who + 1}" for who in range(self.players)]
        answer = yield "devilry", self.turn, {f"swap {a} {b}" for a, b in combinations(names, 2)}
        a, b = (int(word[1]) - 1 for word in answer.split()[1:])
        self.hands[a], self.hands[b] = self.hands[b], self.hands[a]
        self._place(a)
        self._place(b)

    # ------------------------------------------------------------ the whole position

    def points(self) -> list[int]:
        return [sum(number(card) for card in pile) for pile in self.scores]

    def winners(self) -> list[int] | None:
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


# ---------------------------------------------------------------- positions to try


def random_options(rng: Random, players: int) -> dict[str, Any]:
    """Give some house rules at random; left out are about half of them."""
    options = {
        "jokers": rng.random() < 0.7,
        "hand_draw": rng.choice([4, 5]),
        "well_card_in_run": rng.choice(["taken", "stays"]),
        "bestir_wild_aces": rng.random() < 0.5,
        "deity_powers": rng.random() < 0.5,
        "joker_self_target": rng.random() < 0.5,
        "first_player": rng.choice(["random", *range(1, players + 1)]),
    }
    return {name: given for name, given in options.items() if rng.random() < 0.5}


def random_position(rng: Random, players: int) -> dict[str, Any]:
    """Strew cards about: a position of no game in particular, rich in powers.

    The active hand often holds cards of few ranks, so that pairs, deities and Jokers abound.
    """
    deck = [rank + suit for rank in RANKS for suit in SUITS] * (1 if players == 2 else 2)
    deck += ["*"] * (2 if players == 2 else 4)
    rng.shuffle(deck)
    turn = rng.randint(1, players)

    def take(count: int, wanted: str = "") -> list[str]:
        first = [card for card in deck if card[0] in wanted][:count]
        taken = first + [card for card in deck if card[0] not in wanted][: count - len(first)]
        for card in taken:
            deck.remove(card)
        return taken

    liked = "".join(rng.sample(RANKS + "***JQK", 2))
    hands = [take(rng.choice([0, 1, 3, 5])) for _ in range(players)]
    hands[turn - 1] = take(rng.randint(2, 7), liked)
    newcomer = take(rng.choice([0, 1, 1]))
    parade = [rng.choice([card, card, None]) if card != "*" else None for card in take(2 * players)]
    aces = take(2, "A")
    retained = take(1)
    position = {
        "players": players,
        "hands": hands,
        "draws": [take(rng.choice([0, 1, 2, 4, 8])) for _ in range(players)],
        "discards": [take(rng.choice([0, 0, 1, 3, 6])) for _ in range(players)],
        "parade": parade,
        "newcomer": newcomer[0] if newcomer else None,
        "well": take(rng.choice([0, 1, 2, 5])),
        "gate": take(rng.choice([0, 0, 1, 3, 9])),
        "plays": [
            take(2) if who + 1 == turn and rng.random() < 0.3 else [] for who in range(players)
        ],
        "familiars": [
            [f"{aces[0]}:{retained[0]}"] if who + 1 == turn and aces[0][0] == "A" else []
            for who in range(players)
        ],
        "scores": [
            [card for card in take(rng.choice([0, 0, 2])) if number(card) > 1]
            for _ in range(players)
        ],
        "first": rng.randint(1, players),
        "turn": turn,
        "reshuffles": rng.choice([0, 1, 2, 3]),
        "jokers_seen": rng.choice([0, 0, 1]),
        "final_round": rng.random() < 0.1,
    }
    return position
