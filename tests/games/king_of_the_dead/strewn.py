"""Games and positions to try: house rules at random, and cards strewn about."""

from random import Random
from typing import Any

from regicide_tui.games.king_of_the_dead.state import RESHUFFLES
from tests.games.king_of_the_dead.cards import RANKS, SUITS, number


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
    return {
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
        "reshuffles": min(rng.choice([0, 1, 2, 3]), RESHUFFLES[players]),
        "jokers_seen": rng.choice([0, 0, 1]),
        "final_round": rng.random() < 0.1,
    }
