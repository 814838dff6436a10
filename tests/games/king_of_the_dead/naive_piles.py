"""The zones of the naive second implementation: piles as lists that change."""

from collections.abc import Callable
from typing import Any

from tests.games.king_of_the_dead.cards import up


class Piles:
    """What lies on the table, and the common procedures. Players count from 0 inside."""

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
        self.looked: list[str] = []

    hands: list[list[str]]
    draws: list[list[str]]
    discards: list[list[str]]
    scores: list[list[str]]
    plays: list[list[str]]

    # ------------------------------------------------------------ piles

    def need(self, who: int, count: int) -> None:
        """Put the shuffled discard pile under a draw pile that is too short (K-11)."""
        if len(self.draws[who]) < count and self.discards[who]:
            self.shuffle(self.discards[who])
            self.draws[who] += self.discards[who]
            self.discards[who] = []

    def draw(self, who: int, count: int) -> None:
        """Draw as many cards as there are."""
        self.need(who, count)
        for _ in range(min(count, len(self.draws[who]))):
            self.hands[who].append(self.draws[who].pop(0))

    def throw(self, cards: list[str]) -> None:
        """Discard one by one; a Joker banishes a card (K-26, K-27, K-30)."""
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
        """Take a card of the Gate; an empty one is first filled with the shuffled Well (K-47)."""
        limit = 3 if self.players == 2 else 2
        if not self.gate and self.well and self.reshuffles < limit:
            self.gate, self.well = self.well, []
            self.shuffle(self.gate)
            self.reshuffles += 1
        return self.gate.pop(0) if self.gate else None

    def show(self, slot: int, card: str | None) -> None:
        """Lay a card into a slot, counted from 0; players get the Jokers (K-8, K-29)."""
        while card == "*":
            self.draws[(self.first + self.jokers_seen) % self.players].insert(0, "*")
            self.jokers_seen += 1
            card = self.gate_card()
        self.parade[slot] = card

    def free_newcomer(self) -> None:
        """Discard the Newcomer."""
        card, self.newcomer = self.newcomer, None
        if card:
            self.throw([card])

    def slots(self) -> list[int]:
        """Give the slots with a card, from 1."""
        return [slot for slot, card in enumerate(self.parade, 1) if card]
