"""Events in words."""

from random import Random

import pytest

from regicide_tui.cards import card, cards
from regicide_tui.games.base import Event, Outcome, Seat
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead import events as e
from regicide_tui.games.king_of_the_dead.words import TurnEnded, merge_turn_end, tell, tell_end
from regicide_tui.games.piles import TurnBegan
from tests.games.king_of_the_dead.strewn import random_options, random_position

SEATS = ("Ada", "Bea", "Cyd")

TOLD: dict[str, tuple[Event, str]] = {
    "run": (e.RunScored(0, cards("5H 6D 7H"), False), "Ada scores 7H for 7 points with 5H 6D"),
    "run with the Well": (
        e.RunScored(0, cards("AS 6D 7H"), True),
        "Ada scores 7H for 7 points with AS 6D, using the Well",
    ),
    "purchase": (e.CardBought(1, 2, card("7H"), cards("3C 4C")), "Bea buys 7H with 3C 4C"),
    "newcomer": (
        e.CardBought(1, 0, card("7H"), cards("7C")),
        "Bea buys the Newcomer, 7H with 7C",
    ),
    "free newcomer": (e.CardBought(1, 0, card("7H"), ()), "Bea gets the Newcomer, 7H"),
    "power": (e.PowerPlayed(0, cards("2H 2S"), "Summon"), "Ada plays 2H 2S: Summon"),
    "familiar": (e.FamiliarMade(0, card("AH"), card("KD")), "Ada retains KD with AH"),
    "recall": (e.FamiliarRecalled(0, card("AH"), card("KD")), "Ada recalls KD from AH"),
    "draw": (e.CardsDrawn(0, cards("2H 3H")), "Ada draws 2H 3H"),
    "unseen draw": (e.CardsDrawn(0, cards("? ?")), "Ada draws 2 cards"),
    "look": (e.CardsLooked(0, cards("2H ?"), False), "Ada looks at 2 cards"),
    "search": (e.CardsLooked(0, cards("2H 3H"), True), "Ada looks through the draw pile"),
    "taken": (e.CardsTaken(0, cards("KC"), "Well"), "Ada takes KC from the Well"),
    "pillaged": (
        e.CardsPillaged(0, 1, cards("? ?"), True),
        "Ada takes 2 cards from Bea's draw pile",
    ),
    "returned": (e.CardsReturned(0, 1, False), "1 card goes back on the draw pile"),
    "ordered": (
        e.CardsReturned(0, 2, True),
        "2 cards go back on the draw pile, in a chosen order",
    ),
    "discarded": (e.CardsDiscarded(0, cards("2C")), "Ada discards 2C"),
    "banished": (e.CardsBanished(2, cards("2C")), "Cyd sends 2C to the Well"),
    "swapped": (
        e.CardSwapped(0, 3, card("KC"), card("2D")),
        "Ada takes KC from the Parade and puts 2D there",
    ),
    "filled": (e.SlotFilled(3, card("KC")), "the Parade gets KC"),
    "given": (e.CardGiven(0, 1, card("2C")), "Bea gets 2C of the Well"),
    "chosen": (e.PlayerChosen(0, 1), "Ada chooses Bea"),
    "hands": (
        e.HandsSwapped(0, 1, cards("2C"), cards("3C 4C")),
        "Ada now has 2C and Bea 3C 4C",
    ),
    "unseen hands": (
        e.HandsSwapped(0, 1, cards("?"), cards("")),
        "Ada and Bea exchange hands",
    ),
    "passed": (
        e.JokerPassed(0, 1, cards("9C")),
        "a discarded Joker goes to Bea, 9C goes to the Well",
    ),
    "passed for nothing": (e.JokerPassed(0, 1, ()), "a discarded Joker goes to Bea"),
    "placed": (e.JokerPlaced(0, 1), "Bea gets the Joker"),
    "appeared": (e.JokerAppeared(1), "a Joker: on Bea's draw pile"),
    "shuffled": (e.DiscardShuffled(1, 3), "Bea's discard pile is shuffled"),
    "gate": (e.GateRefilled(9, 1), "the Well becomes the Gate: 9 cards"),
    "marched": (
        e.ParadeMarched(cards("8H 7H"), cards("9C TC")),
        "The round ends: 8H 7H fall into the Well, 9C TC join the Parade",
    ),
    "marched by one": (
        e.ParadeMarched(cards("8H"), cards("9C")),
        "The round ends: 8H falls into the Well, 9C joins the Parade",
    ),
    "marched empty": (e.ParadeMarched((), ()), "The round ends: no card falls"),
    "last": (e.FinalRoundBegan(), "the last round begins"),
    "round": (e.RoundBegan(2), "A new round: Cyd begins"),
    "end of a turn": (TurnEnded(0, 5, False, 4), "Ada discards 5, draws 4"),
    "end with a shuffle": (TurnEnded(0, 5, True, 4), "Ada discards 5, shuffles, draws 4"),
    "end without cards": (TurnEnded(0, 0, False, 4), "Ada draws 4"),
    "end with one winner": (e.GameEnded((1,), (9, 12, 9)), "Bea wins: 9 : 12 : 9"),
    "end": (e.GameEnded((0, 2), (9, 3, 9)), "Ada and Cyd win: 9 : 3 : 9"),
}


TOLD_TO_ME: dict[str, tuple[Event, str]] = {
    "draw": (e.CardsDrawn(0, cards("2H 3H")), "you draw 2H 3H"),
    "banished": (e.CardsBanished(0, cards("2C")), "you send 2C to the Well"),
    "appeared": (e.JokerAppeared(0), "a Joker: on your draw pile"),
    "shuffled": (e.DiscardShuffled(0, 3), "your discard pile is shuffled"),
    "swapped": (
        e.CardSwapped(0, 3, card("KC"), card("2D")),
        "you take KC from the Parade and put 2D there",
    ),
    "given": (e.CardGiven(1, 0, card("2C")), "you get 2C of the Well"),
    "hands": (e.HandsSwapped(0, 1, cards("2C"), cards("3C")), "you now have 2C and Bea 3C"),
    "purchase": (e.CardBought(0, 2, card("7H"), cards("3C 4C")), "You buy 7H with 3C 4C"),
}
"""Sentences for the first seat: details follow a comma, heads begin a paragraph."""


def _words(event: Event, seats: tuple[str, ...] = SEATS) -> str:
    line = tell(event, seats)
    assert line is not None
    return "".join([str(part) for part in line.parts])


@pytest.mark.parametrize(("event", "words"), TOLD.values(), ids=TOLD.keys())
def test_an_event_in_words(event: Event, words: str) -> None:
    assert _words(event) == words


@pytest.mark.parametrize(("event", "words"), TOLD_TO_ME.values(), ids=TOLD_TO_ME.keys())
def test_an_event_in_words_for_who_takes_part_in_it(event: Event, words: str) -> None:
    assert _words(event, ("You", "Bea", "Cyd")) == words


def test_the_end_of_a_turn_is_one_event() -> None:
    played, left = e.CardsDiscarded(0, cards("2C 2D")), e.CardsDiscarded(0, cards("9H"))
    joker, marched = e.JokerPassed(0, 1, cards("9C")), e.ParadeMarched((), ())
    drawn = (e.DiscardShuffled(0, 3), e.CardsDrawn(0, cards("? ? ? ?")))
    gathered = merge_turn_end([played, left, joker, *drawn, marched, TurnBegan(1)])
    assert list(gathered) == [TurnEnded(0, 3, True, 4), joker, marched, TurnBegan(1)]


def test_within_a_turn_every_event_is_told() -> None:
    events = [e.PowerPlayed(0, cards("2H 2S"), "Summon"), e.CardsDrawn(0, cards("2H 3H"))]
    assert merge_turn_end(events) == events


def test_a_turn_that_moves_no_cards_ends_without_a_word() -> None:
    assert list(merge_turn_end([TurnBegan(1)])) == [TurnBegan(1)]


def test_a_new_turn_goes_without_saying() -> None:
    assert tell(TurnBegan(0), SEATS) is None


@pytest.mark.parametrize("seed", range(30))
def test_whatever_happens_is_told_to_everybody(seed: int) -> None:
    rng = Random(seed)
    state = GAME.load(random_position(rng, 3), "1", random_options(rng, 3))
    for _ in range(30):
        legal = GAME.legal_actions(state)
        if not legal:
            break
        step = GAME.reduce(state, rng.choice(legal))
        state = step.state
        watchers: list[Seat | None] = [None, 0, 1, 2]
        for event in step.events:
            for seat in watchers:
                line = tell(GAME.view_event(event, seat), SEATS)
                assert (line is None) == isinstance(event, TurnBegan)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((1,), "most_points", points=(3, 9, 0)), "Bea wins with 9 points."),
        (Outcome((1,), "fewer_cards", points=(9, 9, 0)), "Bea wins with 9 points in fewer cards."),
        (
            Outcome((0, 2), "shared", points=(1, 0, 1)),
            "Ada and Cyd share the victory with 1 point each.",
        ),
    ],
)
def test_the_end_in_a_sentence(outcome: Outcome, words: str) -> None:
    assert tell_end(outcome, SEATS) == words


def test_the_end_is_told_to_one_of_the_players() -> None:
    seats = ("Ada", "You", "Cyd")
    won = Outcome((1,), "most_points", points=(3, 9, 0))
    shared = Outcome((0, 1), "shared", points=(9, 9, 0))
    assert tell_end(won, seats) == "You win with 9 points."
    assert tell_end(shared, seats) == "Ada and you share the victory with 9 points each."
