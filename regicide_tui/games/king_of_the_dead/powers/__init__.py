"""The table of powers: which cards have which power.

The key of a power is the ranks of its cards, the highest first, a Joker last. The key of two
royals, and that of a red Queen with an Ace, also holds their colours.
"""

from collections.abc import Iterable
from itertools import combinations

from regicide_tui.cards import ROYALS, Card, play_order
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.powers import jokers, pairs, royal_pairs
from regicide_tui.games.king_of_the_dead.powers.power import Power, PromptKind
from regicide_tui.games.king_of_the_dead.powers.royal_pairs import DEITY_POWERS
from regicide_tui.games.king_of_the_dead.state import JOKER, Options, is_ace, is_red

_WILD_BESTIR = "QA red"

POWERS: dict[str, Power] = {
    **pairs.POWERS,
    **royal_pairs.POWERS,
    _WILD_BESTIR: royal_pairs.BESTIR_POWER,  # K-38
    **DEITY_POWERS,
    **jokers.POWERS,
}

PROMPT_KINDS: dict[str, PromptKind] = {
    kind.kind: kind
    for kind in (*pairs.PROMPT_KINDS, *royal_pairs.PROMPT_KINDS, *jokers.PROMPT_KINDS)
}
"""All prompts by kind, in the order by which the bots number them."""


def power_key(cards: Pile) -> str:
    """Return the key of these cards in `POWERS`; there may be no power with this key."""
    shown = sorted(cards, key=play_order)
    key = "".join(["*" if card is JOKER else card.rank for card in shown])
    if len(key) == 2 and key[0] in ROYALS and key[1] in ROYALS:
        reds = sum([is_red(card) for card in shown])
        return f"{key} {('black', 'mixed', 'red')[reds]}"
    if key == "QA":
        return f"{key} {'red' if is_red(shown[0]) else 'black'}"
    return key


def find_power(cards: Pile, options: Options) -> Power | None:
    """Return the power of exactly these cards, or None (K-16, K-38, K-42, K-43).

    `options` are the house rules of the game.
    """
    key = power_key(cards)
    return POWERS[key] if key in POWERS and _is_available(key, options) else None


def available_powers(options: Options) -> dict[str, Power]:
    """Return the powers that these house rules allow, by their keys."""
    there = {key: power for key, power in POWERS.items() if _is_available(key, options)}
    return {key: power for key, power in there.items() if options.jokers or "*" not in key}  # K-3


def _is_available(key: str, options: Options) -> bool:
    if key == _WILD_BESTIR:
        return options.bestir_wild_aces
    return options.deity_powers or key not in DEITY_POWERS


def plays(hand: Pile, options: Options) -> list[Pile]:
    """Return every play of an ascending hand once, each in canonical order."""
    by_rank: dict[str, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
    found: list[Pile] = []
    for rank, same in by_rank.items():
        sizes: Iterable[int] = (2,)
        if rank and rank in ROYALS:
            sizes = (1, 2, 3, 4) if options.deity_powers else (1, 2)
        for size in sizes:
            found += combinations(same, size)
    if options.bestir_wild_aces:
        reds = [card for card in by_rank.get("Q", ()) if is_red(card)]
        found += [(queen, ace) for queen in reds for ace in by_rank.get("A", ())]
    if hand and hand[-1] is JOKER:
        found += [(card, JOKER) for card in hand if is_ace(card) or (card.rank or "-") in ROYALS]
    return found if len(set(hand)) == len(hand) else list(dict.fromkeys(found))
