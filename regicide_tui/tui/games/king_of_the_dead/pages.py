"""The pages around the table of King of the Dead."""

from collections.abc import Iterator

from rich.cells import cell_len

from regicide_tui.games.base import Outcome, Pile, Seat, Value, of_kind
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Play
from regicide_tui.games.king_of_the_dead.piles import hidden_cards
from regicide_tui.games.king_of_the_dead.powers import available_powers, power_key
from regicide_tui.games.king_of_the_dead.state import (
    NUMBER,
    Side,
    State,
    cards_of_familiars,
    points,
    points_of,
)
from regicide_tui.games.king_of_the_dead.words import figures, tell_end
from regicide_tui.games.manifest import KING_OF_THE_DEAD
from regicide_tui.games.words import RANK_NAMES, PlayerNames, counted, to_reader
from regicide_tui.play.history import tell_called_off
from regicide_tui.play.table import Table, TableView
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.parade import chip, chips
from regicide_tui.tui.pages.reading import Block, Words, table_of, words_of
from regicide_tui.tui.pages.result import Report, fields_of
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    fit,
    in_colours_of,
    prose,
    shorten,
    width_of,
    wrap,
)
from regicide_tui.tui.table.card_lists import by_suit, heading, pile, remark, tops_of_piles
from regicide_tui.tui.table.table_model import CardOnTable
from regicide_tui.tui.table.table_pages import TablePages

_BUYING = (
    "- Buy: pay with numbers 2 to 10 of one colour. Red cards buy black ones, and black cards buy "
    "red ones. An Ace adds the highest of them minus one. The Newcomer, unseen, costs 7."
)
_RUNS = (
    "- Score: three numbers of one colour in sequence. One Ace may replace the low or the "
    "middle card. Only the high card counts, and it leaves your deck for good. "
    "<`{pick_well}`|`w` among the numbers> picks the top card of the Well as one of the three."
)
_POWERS = (
    "- Play a power: a royal, a pair of numbers, royals of one rank, or a Joker with a companion. "
    "`{powers}` lists them all, those in your hand first."
)

_ABOUT = {
    "corrupt": "Corrupt: first you discard, then the rest goes to your hand (K-30).",
    "liturgy": "Liturgy: the card you send to the Well leaves your deck, and you draw two.",
    "familiar": "A Familiar keeps the card safe until `{recall}` recalls it, in any turn (K-33).",
    "supplant": "Supplant: the card you take goes to your hand, for free.",
    "abscond": "Abscond: the card goes to your hand, for free, whatever its colour (K-54).",
    "accede": "Accede: you draw as many cards as you discard, which may be none (K-37).",
    "search": "You see your whole draw pile. It is shuffled afterwards (K-36).",
    "scry": "Scry: the cards you don't discard go back in the same order.",
    "foretell": "Foretell: discard at most one card, then put the others in order.",
    "order": "Foretell: pick the cards in the order you want them; the first is on top.",
    "bestir": "Bestir: get rid of a weak card; then the pile is shuffled and you draw two.",
    "decant": "Decant: then you may take a Parade card that costs no more (K-39).",
    "decant_take": "Decant: you can only take a card that costs no more than yours (K-39).",
    "liturgy+": "Liturgy+: the card may come from your hand or your discard pile; you draw three.",
    "sepulcher": "Sepulcher: swap two discards for the Well's top card; the second ends on top.",
    "exhume": "You can see all cards of the Well and take any, even Jokers (K-41).",
    "consecrate": "Consecrate: choose one card at a time; `{pass}` stops, and you draw.",
    "pillage_target": "Pillage: you take a card from this player, and they get the Joker.",
    "pillage": "Pillage: take a card you can see, or the unseen top two of the draw pile (K-52).",
    "void_hand": "A Void was played: everyone else sends a hand card to the Well (K-44).",
    "void_target": "Void: this player loses a card from their discard pile and gets the Joker.",
    "void_discard": "A Void was played, and you were chosen. You get the Joker as well (K-44).",
    "encumber": "Encumber: choose a Well card to give to another player.",
    "encumber_target": "Encumber: the Joker and your card go to this player's discard pile.",
    "devilry": "Devilry: two players exchange their hands, and each gets a Joker (K-45).",
}
"""The help for each kind of question."""


def explain(model: KingModel) -> str:
    """Return the help for a moment."""
    return "\n\n".join(_answer(model) if model.asked else _turn(model))


def chapter(model: KingModel) -> str:
    """Return the heading of the rules that describes this moment."""
    if model.over:
        return "The end of the game"
    if model.curtain:
        return "Who sees what"
    return "Powers" if model.asked else "A turn"


def _turn(model: KingModel) -> Iterator[str]:
    yield (
        "Take any number of actions, in any order. <Pick cards to see what they can do, listed "
        "above your hand. `{confirm}` does the marked one; `{do_1}`, `{do_2}` and `{do_3}` do the "
        "first three.|Type the numbers of cards: they do the only thing they can, or the answer "
        "lists what they can do.>"
    )
    yield "\n".join([_RUNS, _BUYING, _POWERS])
    if model.view.sides[model.view.turn].familiars:  # K-33
        yield "`{recall}` recalls the card of a Familiar; the Ace is discarded."
    yield (
        '<The player who started this round has "started this round" or "1st" after their name, '
        "or a 1 before it.|>"
    )
    if not model.view.final_round:  # K-46, K-48
        yield (
            '<"falls" or an arrow marks|The command table says> the Parade cards that go to the '
            "Well at the end of the round. When the Parade can no longer be refilled, the last "
            "round begins."
        )
    yield (
        "`{end_turn}` ends your turn: you discard the cards you played and the rest of your hand, "
        "and draw new cards."
    )
    if model.view.final_round:  # K-49
        yield "This is the last round: cards you don't score are worth nothing."
    yield "The player with the most points at the end wins."  # K-50


def _answer(model: KingModel) -> Iterator[str]:
    asked, choice = model.asked, model.choice
    assert asked is not None
    assert choice is not None
    yield asked.sentence
    yield _ABOUT[asked.kind]
    if choice.toggles:
        yield "<Pick with the digits or `{pick_here}`, then `{confirm}`|Type all their numbers>."
    else:
        yield "<Select one with the digits or the arrows; `{confirm}` chooses it|Type its number>."
    if choice.none:
        yield "`{pass}` chooses nothing."


_NAME = 20
"""The most cells of a name."""
_TIES = {
    "fewer_cards": "A tie on points: the player with fewer scored cards wins (K-50).",
    "shared": "A tie on points and on cards, so they share the victory (K-50).",
}
"""The texts for a tie, by the reason of the outcome."""


class Place(Value):
    """A player's final place; players who share a place have the same number."""

    number: int
    seat: Seat
    points: int
    scored: Pile


class KingReport(Report, kw_only=True):
    """A report with the places and each player's scored cards.

    The winner of a game that was called off is first, whatever the scores are.
    """

    seats: tuple[str, ...]
    places: tuple[Place, ...]

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return a line for each player, the winners in bold."""
        longest = min(_NAME, max(map(cell_len, self.seats)))
        rows = [self._line(place, longest, width - 4, symbols) for place in self.places]
        margin = max(1, (width - max(map(width_of, rows))) // 2 if roomy else 1)
        rows = [(Run(" " * margin), *row) for row in rows]
        return [(), *rows, ()] if roomy else rows

    def _line(self, place: Place, longest: int, width: int, symbols: Symbols) -> Row:
        won = place.number == 1
        style = "text+bold" if won else "on-felt"
        name = shorten(self.seats[place.seat], longest, symbols.ellipsis)
        row = (
            Run(f"{place.number}. ", style),
            *fit((Run(name, style),), longest),
            Run(f"{place.points:>4}", style),
            Run(f"  {counted(len(place.scored), 'card')}:" if place.scored else "", "on-felt"),
        )
        cards = [run for card in place.scored for run in (Run(" "), chip(card, symbols))]
        whole = (*row, *cards)
        if width_of(whole) <= width:
            return whole
        return (*fit(whole, width - 1), Run(symbols.ellipsis, "on-felt"))


def report_of(table: Table, reader: Seat | None = None) -> KingReport | None:
    """Return the report on a finished game, addressed to `reader`; None during the game."""
    outcome = table.outcome
    if outcome is None:
        return None
    state, seats = table.history.state, table.seats
    places = places_of(of_kind(State, state), outcome)
    called = tell_called_off(outcome, seats)
    told = to_reader(seats, reader)
    sentence = tell_called_off(outcome, told) or tell_end(outcome, told)
    standing = ", ".join([f"{one.number}. {seats[one.seat]} {one.points}" for one in places])
    standing += f". {called}" if called else ""
    return KingReport(
        **fields_of(table, outcome, _title(outcome, told), _facts(table), standing),
        sentence=sentence,
        need=_TIES.get(outcome.reason, ""),
        seats=told,
        places=places,
    )


def _title(outcome: Outcome, seats: tuple[str, ...]) -> str:
    if not outcome.winners:
        return "A draw"
    if len(outcome.winners) == 1:
        return PlayerNames(seats).with_verb(outcome.winners[0], "win")
    return f"{' and '.join([seats[seat] for seat in outcome.winners])} share the victory"


def places_of(state: State, outcome: Outcome) -> tuple[Place, ...]:
    """Return the players by their places: by points, then by fewer scored cards (K-50).

    After a game that was called off, the winner is first; after a draw all are.
    """
    points, scores = points_of(state), [side.scores for side in state.sides]
    ranks = [(-points[seat], len(scored)) for seat, scored in enumerate(scores)]
    if not outcome.points:
        beaten = [outcome.won and seat not in outcome.winners for seat in range(len(scores))]
        ranks = [(int(one), 0) for one in beaten]
    places = [1 + sum([other < rank for other in ranks]) for rank in ranks]
    found = [
        Place(place, seat, points[seat], _highest_first(scores[seat]))
        for seat, place in enumerate(places)
    ]
    return tuple(sorted(found, key=lambda place: (place.number, place.seat)))


def _highest_first(scored: Pile) -> Pile:
    return tuple(sorted(scored, key=lambda card: (-NUMBER[card], card.order)))


def _facts(table: Table) -> list[str]:
    counts = figures(table.events)
    facts = [counted(counts["rounds"], "round"), f"{counts['scored']} runs scored"]
    facts += [f"{counted(counts['powers'], 'power')} played"]
    return [*facts, f"{counted(counts['purchases'], 'card')} bought"]


def save_rows(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the end, if the game is over, the players, and the Parade."""
    if len(view.sides) != len(seats):
        return []  # the label wasn't verified and is wrong
    end = GAME.outcome(view)
    said = prose(tell_end(end, seats), "text+bold", width) if end else []
    acts = GAME.to_act(view)
    longest = min(_NAME, max(map(len, seats)))
    rows: list[Row] = []
    for seat, (name, side) in enumerate(zip(seats, view.sides, strict=True)):
        shown = shorten(name, longest, symbols.ellipsis)
        rows.append(
            (
                Run(f"{symbols.pointer if seat == acts else ' '} ", "accent+bold"),
                *fit((Run(shown, "text+bold" if seat == acts else "text"),), longest),
                Run(f"{points(side.scores):>4}", "accent+bold"),
                Run(f" points, {len(side.hand)} in hand, {len(side.draws)} to draw", "muted"),
            )
        )
    parade = tuple([card for card in view.parade if card])
    words = [(Run("Parade", "muted"),), *chips(parade, symbols)]
    return in_colours_of(KING_OF_THE_DEAD.place, [*said, *rows, *wrap(words, width)][:height])


_MANY = {1: "a", 2: "two", 3: "three", 4: "four"}


def unseen(table: TableView) -> Pile:
    """Return the cards that a seat can't see now; each card keeps coming back."""
    return by_suit(hidden_cards(of_kind(State, table.state)).elements())


# ---------------------------------------------------------------- powers


def powers_blocks(model: KingModel, symbols: Symbols) -> list[Block]:
    """Return the table of powers, with those of the hand first."""
    here = {
        power_key(one.action.cards): one
        for one in model.hand_actions
        if isinstance(one.action, Play)
    }
    mine = [
        (_card_words(one.action.cards, symbols), words_of(one.name, "accent"), words_of(one.text))
        for one in here.values()
        if isinstance(one.action, Play)
    ]
    all_of_them = [
        (
            words_of(cards_of_key(key)),
            words_of(power.name, "accent+bold" if key in here else "text"),
            words_of(power.text, "text" if key in here else "muted"),
        )
        for key, power in available_powers(model.view.options).items()
    ]
    blocks = [heading("In your hand"), *table_of(mine)] if mine else []
    return [*blocks, heading("All powers"), *table_of(all_of_them)]


def cards_of_key(key: str) -> str:
    """Return the cards with the power of this key, such as `two red Jacks` or `two 4s`."""
    ranks, _, colour = key.partition(" ")
    if ranks == "QA":
        return "a red Queen and an Ace"
    if "*" in ranks:
        companion = ranks.strip("*")
        return f"Joker and {_rank(companion)}" if companion else "two Jokers"
    if colour == "mixed":
        return f"a red and a black {_rank(ranks[0])}"
    if colour:
        return f"two {colour} {_rank(ranks[0])}s"
    many = len(ranks)
    return f"{_MANY[many]} {_rank(ranks[0])}{'s' if many > 1 else ''}"


def _rank(rank: str) -> str:
    return {"T": "10", "A": "Ace"}.get(rank, RANK_NAMES.get(rank, rank))


# ---------------------------------------------------------------- piles


def piles_blocks(model: KingModel, symbols: Symbols, in_order: bool = False) -> list[Block]:
    """Return the open piles: each with its cards, the top one first, or sorted."""
    view = model.view
    well = by_suit(view.well) if in_order else view.well
    blocks = [heading("In the middle"), _pile("Well", well, symbols)]
    left = "one card behind the Parade" if view.newcomer else "no Newcomer"
    blocks.append(remark(f"Gate: {counted(len(view.gate), 'card')}, {left}"))
    for name, side in zip(model.seats, view.sides, strict=True):
        blocks += [heading(name), *_side(side, symbols, in_order)]
    return blocks


def cards_on_table(model: KingModel) -> list[CardOnTable]:
    """Return the Parade with Gate and Newcomer, the Well, and the open cards of each player."""
    view = model.view
    found = [CardOnTable(card, "in the Parade") for card in view.parade if card is not None]
    if view.newcomer is not None:
        found.append(CardOnTable(view.newcomer, "the Newcomer"))
    found += tops_of_piles([("Gate", view.gate)])
    found += [CardOnTable(card, "in the Well") for card in view.well]
    for seat, side in enumerate(view.sides):
        owner = PlayerNames(model.seats).possessive(seat)
        piles = (
            ("play area", side.plays + cards_of_familiars(side)),
            ("discard pile", side.discard),
            ("score pile", side.scores),
        )
        found += [
            CardOnTable(card, f"in {owner} {where}") for where, cards in piles for card in cards
        ]
    return found


def _side(side: Side, symbols: Symbols, in_order: bool) -> Iterator[Block]:
    order = by_suit if in_order else tuple
    yield _pile("Discard pile", order(side.discard), symbols)
    if side.plays:
        yield _pile("In play", side.plays, symbols)
    for one in side.familiars:
        kept = (*_card_words((one.ace,), symbols), *words_of("keeps", "muted"))
        yield Block(((*kept, *_card_words((one.card,), symbols)),), mark="- ")
    score = f"Scored, {counted(points(side.scores), 'point')}"
    yield _pile(score, order(side.scores), symbols)
    hidden = f"Hand: {counted(len(side.hand), 'card')}"
    yield remark(f"{hidden}, draw pile: {counted(len(side.draws), 'card')}")


def _pile(name: str, cards: Pile, symbols: Symbols) -> Block:
    return pile(name, cards, symbols, words=_card_words)


def _card_words(cards: Pile, symbols: Symbols) -> Words:
    return tuple(chips(cards, symbols))


PAGES = TablePages[KingModel, State](
    explain=explain,
    chapter=chapter,
    report=report_of,
    save_preview=save_rows,
    cards_on_table=cards_on_table,
    piles=piles_blocks,
    unseen=unseen,
    unseen_means="These cards are hidden now: in hands, draw piles, the Gate and the Newcomer.",
)
