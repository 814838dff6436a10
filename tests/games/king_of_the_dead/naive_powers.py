"""The powers of the naive second implementation: generators that ask and wait for answers."""

from collections.abc import Callable, Generator
from itertools import combinations, permutations

from tests.games.king_of_the_dead.cards import cost, some_of
from tests.games.king_of_the_dead.naive_piles import Piles

Asking = Generator[tuple[str, int, set[str]], str, None]
"""A power at work: it gives a kind of question, who answers, and the answers; it gets one."""


class Powers(Piles):
    """The powers, and what is done with the cards of the active player for them."""

    def run_power(self, name: str, cards: list[str]) -> Asking:
        """Choose the generator of a power."""
        simple: dict[str, Callable[[], None]] = {
            "22": lambda: self.draw(self.turn, 2),
            "44": self._clamor,
            "66": self.free_newcomer,
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
        """Take two cards of a shuffled pile (K-34)."""
        self.shuffle(pile)
        self.hands[self.turn] += pile[:2]
        del pile[:2]

    def _resurrect(self) -> None:
        """K-35."""
        me = self.turn
        self.draws[me] += self.discards[me]
        self.discards[me] = []
        self.shuffle(self.draws[me])
        self.draw(me, 3)

    def _disinter(self) -> None:
        """K-31, K-41."""
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
        """K-30, K-31."""
        cards = self._lift(count)
        if cards:
            answer = yield "corrupt", self.turn, {f"discard {card}" for card in cards}
            cards.remove(answer.split()[1])
            self.throw([answer.split()[1]])
            self.hands[self.turn] += cards

    def _send(self, pile: list[str], card: str) -> None:
        """Send a card to the Well (K-28, K-57)."""
        pile.remove(card)
        self.well.insert(0, card)

    def _liturgy(self) -> Asking:
        """K-31."""
        hand = self.hands[self.turn]
        if hand:
            answer = yield "liturgy", self.turn, {f"send {card}" for card in hand}
            self._send(hand, answer.split()[1])
        self.draw(self.turn, 2)

    def _familiar(self, aces: list[str]) -> Asking:
        """K-33."""
        me = self.turn
        hand = self.hands[me]
        if hand:
            pairs = {f"retain {card} {ace}" for card in hand for ace in aces}
            answer = yield "familiar", me, pairs
            _, card, ace = answer.split()
            hand.remove(card)
            self.plays[me].remove(ace)
            self.familiars[me].append([ace, card])

    def _supplant(self) -> Asking:
        """K-29."""
        hand = self.hands[self.turn]
        swaps = {f"swap @{slot} {card}" for slot in self.slots() for card in hand}
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
        """K-54."""
        takes = {f"take @{slot}" for slot in self.slots()}
        if takes:
            self._take_slot((yield "abscond", self.turn, takes))

    def _accede(self) -> Asking:
        """K-37, K-39."""
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
        return {"take " + " ".join(some) for some in some_of(pile, min(count, len(pile)))}

    def _search(self, count: int) -> Asking:
        """K-36."""
        me = self.turn
        self.need(me, count)
        if self.draws[me]:
            answer = yield "search", me, self._takes(self.draws[me], count)
            for card in answer.split()[1:]:
                self.draws[me].remove(card)
                self.hands[me].append(card)
            self.shuffle(self.draws[me])

    def _scry(self) -> Asking:
        """K-30, K-37."""
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
        """K-30, K-37."""
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
        """K-36."""
        me = self.turn
        self.need(me, 1)
        if self.draws[me]:
            answer = yield "bestir", me, {f"send {card}" for card in self.draws[me]}
            self._send(self.draws[me], answer.split()[1])
            self.shuffle(self.draws[me])
        self.draw(me, 2)

    def _decant(self) -> Asking:
        """K-39."""
        me = self.turn
        if not self.discards[me]:
            return
        answer = yield "decant", me, {f"send {card}" for card in self.discards[me]}
        card = answer.split()[1]
        self._send(self.discards[me], card)
        takes = {
            f"take @{slot}"
            for slot in self.slots()
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
        """K-40."""
        pile = self.discards[self.turn]
        if len(pile) < 2 or not self.well:
            return
        answer = yield "sepulcher", self.turn, {f"send {a} {b}" for a, b in permutations(pile, 2)}
        old = self.well.pop(0)
        for card in answer.split()[1:]:
            self._send(pile, card)
        self.throw([old])

    def _exhume(self, count: int) -> Asking:
        """K-41."""
        if self.well:
            answer = yield "exhume", self.turn, self._takes(self.well, count)
            for card in answer.split()[1:]:
                self.well.remove(card)
                self.hands[self.turn].append(card)

    # ------------------------------------------------------------ powers of the Jokers

    def _anyone(self) -> set[str]:
        """Name the players whom a Joker power may mean (K-43)."""
        people = set(range(self.players))
        if not self.options["joker_self_target"]:
            people.remove(self.turn)
        return {f"target P{who + 1}" for who in people}

    def _place(self, who: int, card: str = "*") -> None:
        self.plays[self.turn].remove(card)
        self.discards[who].insert(0, card)

    def _pillage(self) -> Asking:
        """K-52."""
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
        """K-44."""
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
        """K-43, K-53."""
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
        """K-45."""
        names = [f"P{who + 1}" for who in range(self.players)]
        answer = yield "devilry", self.turn, {f"swap {a} {b}" for a, b in combinations(names, 2)}
        a, b = (int(word[1]) - 1 for word in answer.split()[1:])
        self.hands[a], self.hands[b] = self.hands[b], self.hands[a]
        self._place(a)
        self._place(b)
