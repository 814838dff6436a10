"""The pages around the table of Regicide Duel."""

from collections.abc import Iterator

from regicide_tui.games.base import Pile, Seat, of_kind
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State, holder, shield
from regicide_tui.games.duel.words import figures, tell_end
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.games.words import PlayerNames, counted, to_reader
from regicide_tui.play.history import result_of, tell_called_off
from regicide_tui.play.table import Table
from regicide_tui.tui.games.duel.field import next_royals
from regicide_tui.tui.games.duel.model import DuelModel
from regicide_tui.tui.games.duel.sides import chips, fanned
from regicide_tui.tui.pages.figures import centred
from regicide_tui.tui.pages.lines import escaped
from regicide_tui.tui.pages.reading import Block
from regicide_tui.tui.pages.result import Report, fields_of
from regicide_tui.tui.rendering.faces import CardSize, CardState, castle_back, face
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    fit,
    prose,
    shorten,
    side_by_side,
    width_of,
)
from regicide_tui.tui.table.card_lists import (
    by_suit,
    closed_piles,
    heading,
    pile,
    tops_of_piles,
)
from regicide_tui.tui.table.play_or_pay import OVERPAID, PAYING, what_to_play
from regicide_tui.tui.table.table_model import CardOnTable
from regicide_tui.tui.table.table_pages import TablePages

_POWERS = """
- Hearts heal: cards from the discard pile go under the Tavern.
- Diamonds draw cards, but your opponent draws one card from the Castle.
- Clubs double the attack.
- Spades stay on the table as your shield.
"""  # D-6, D-7, D-10, D-13


_LOSING = "You lose if you can't pay, or if you have no cards when your turn starts."  # D-16


def explain(model: DuelModel) -> str:
    """Return the help for a moment."""
    return "\n\n".join(_play(model) if model.playing else _pay(model))


def chapter(model: DuelModel) -> str:
    """Return the heading of the rules that describes this moment."""
    if model.curtain:
        return "Who sees what"
    if model.over:
        return "The end"
    return "What may be played" if model.playing else "Paying"


def _play(model: DuelModel) -> Iterator[str]:
    yield what_to_play()
    yield "Every play attacks with its total and uses the power of each of its suits:"
    yield _POWERS.strip()
    rival, against = escaped(model.seats[model.rival]), shield(model.view, model.rival)
    if against:  # D-8
        yield (
            f"{rival} has a shield of {against}: an attack below that does nothing. Any other "
            "attack destroys the shield, and the rest must be paid."
        )
    else:
        yield f"{rival} has no shield: the whole attack must be paid."
    yield _LOSING


def _pay(model: DuelModel) -> Iterator[str]:
    yield (
        f"You are attacked: you owe {model.view.due}. {PAYING} An Ace is worth 1, royals 10, 15 "
        "and 20."
    )
    yield OVERPAID[model.view.options.overpay]  # D-17
    yield _LOSING


_NAME = 24
"""Cells of a name in the score."""
_CARD, _STEP, _BETWEEN = CardSize(9, 6), 5, 5
"""The cards of the last attack, the cells per card, and the gap between attack and hand."""
_ATTACK, _HAND = "The last attack", "against this hand"


class DuelReport(Report, kw_only=True):
    """A report with the score of the match."""

    seats: tuple[str, ...]
    score: tuple[int, int]
    winner: Seat | None
    attack: Pile
    """The last attack, if it couldn't be paid, and the hand that was too weak."""
    hand: Pile
    challenger: Seat | None
    """The player who starts the next duel, once a duel was lost (D-2)."""

    @property
    def following(self) -> tuple[str, str]:
        """Return the label of the next duel, and who starts it."""
        if self.challenger is None:
            return "Next duel", "chance decides who starts"
        return "Next duel", PlayerNames(self.seats).with_verb(self.challenger, "start")

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the score, the winner's side in bold, and the last attack."""
        sides: list[Row] = []
        for seat, (name, won) in enumerate(zip(self.seats, self.score, strict=True)):
            style = "text+bold" if seat == self.winner else "on-felt"
            text = shorten(name, _NAME, symbols.ellipsis)
            sides.append((Run(f"{text}  {won}" if seat == 0 else f"{won}  {text}", style),))
        score = centred((*sides[0], Run(" : ", "on-felt"), *sides[1]), width)
        if roomy:
            return [(), score, (), *self._last_attack(width, symbols)]
        return [score, *self._last_attack_as_text(width, symbols)]

    def _last_attack_as_text(self, width: int, symbols: Symbols) -> list[Row]:
        """Return the last attack as a line of text, for when there is no room for cards."""
        if not self.attack:
            return []
        attack, hand = (" ".join(map(symbols.card_text, pile)) for pile in (self.attack, self.hand))
        text = f"{_ATTACK}: {attack}" + (f"  {_HAND}: {hand}" if hand else "")
        return [centred((Run(shorten(text, width, symbols.ellipsis), "on-felt"),), width)]

    def _last_attack(self, width: int, symbols: Symbols) -> list[Row]:
        """Return the attack that couldn't be paid, and the hand that was too weak, as cards."""
        if not self.attack:
            return []
        attack = fanned(self.attack, _CARD, _STEP, symbols, "felt2")
        hand = fanned(self.hand, _CARD, _STEP, symbols, "felt2") if self.hand else []
        across = max(width_of(attack[0]) + _BETWEEN, len(_ATTACK) + _BETWEEN)
        heads = fit((Run(_ATTACK, "on-felt"),), across), (Run(_HAND, "on-felt"),)
        rows = [(*heads[0], *heads[1]), *side_by_side(attack, hand, across)]
        widest = max(map(width_of, rows))
        margin = (Run(" " * ((width - widest) // 2)),)
        return [(*margin, *row) for row in rows] if widest <= width else []


def report_of(table: Table, reader: Seat | None = None) -> DuelReport | None:
    """Return the report on a finished game, addressed to `reader`; None during the game."""
    outcome = table.outcome
    if outcome is None:
        return None
    seats = to_reader(table.seats, reader)
    names = PlayerNames(seats)
    result = result_of(outcome)
    state = of_kind(State, table.history.state)
    unpaid = outcome.reason == "cannot_pay"
    counts = figures(table.events)
    title = "A draw" if result.winner is None else names.with_verb(result.winner, "win")
    sentence, told = [
        tell_called_off(outcome, one) or tell_end(outcome, one) for one in (table.seats, seats)
    ]
    score = table.match.score(result)
    facts = [counted(table.turn, "turn"), f"{counted(counts['shields'], 'shield')} destroyed"]
    facts += [f"largest attack {counts['attack']}"]
    one, other = table.seats
    standing = f"{one} {score[0]} : {score[1]} {other}. {sentence}"
    return DuelReport(
        **fields_of(table, outcome, title, facts, standing),
        sentence=told,
        need=_need(table, names) if unpaid else "",
        seats=seats,
        score=score,
        winner=result.winner,
        attack=state.played if unpaid else (),
        hand=state.hands[holder(state)] if unpaid else (),
        challenger=table.match.after(result).challenger,
    )


def _need(table: Table, names: PlayerNames) -> str:
    """Return what the loser owed and held; the hand is open now."""
    state = of_kind(State, table.history.state)
    loser = holder(state)
    worth = total(state.hands[loser])
    return f"{names.name(loser)} owed {state.due} with a hand worth only {worth}."


def piles(model: DuelModel, symbols: Symbols, in_order: bool) -> list[Block]:
    """Return the open cards: both shields, and the top of the discard pile (D-20)."""
    view = model.view
    blocks = [heading("Shields")]
    for name, plays in zip(model.seats, view.shields, strict=True):
        cards = [card for play in plays for card in play]
        blocks.append(pile(name, by_suit(cards) if in_order else cards, symbols))
    if view.played:
        blocks.append(pile("The attack", view.played, symbols))
    return [*blocks, *closed_piles(view.discard, view.tavern, view.castle, symbols)]


def cards_on_table(model: DuelModel) -> list[CardOnTable]:
    """Return the attack, both shields, and the tops of the piles."""
    view = model.view
    found = [CardOnTable(card, "in the attack") for card in view.played]
    for seat, plays in enumerate(view.shields):
        owner = PlayerNames(model.seats).possessive(seat)
        found += [CardOnTable(card, f"in {owner} shield") for play in plays for card in play]
    tops = (("discard pile", view.discard), ("Tavern", view.tavern), ("Castle", view.castle))
    return [*found, *tops_of_piles(tops)]


_CARDS = (CardSize(13, 10), CardSize(9, 6), CardSize(6, 4))
_CARD_STATE = CardState("night")
_FACTS = 42
"""Cells that the facts beside a card need."""


def save_rows(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the end, if the duel is over, and the table.

    If there is room, a card is beside them: the newest open one.
    """
    end = GAME.outcome(view)
    said = prose(tell_end(end, seats), "text+bold", width) if end else []
    room = height - len(said)
    for size in _CARDS:
        if size.height <= room and size.width + 3 + _FACTS <= width:
            facts = _facts(view, seats, width - size.width - 3, symbols)
            card = _newest(view, size, symbols)[: max(size.height, len(facts))]
            return [*said, *side_by_side(card[:room], facts, size.width + 3)][:height]
    return [*said, *_facts(view, seats, width, symbols)][:height]


def _newest(view: State, size: CardSize, symbols: Symbols) -> tuple[Row, ...]:
    """Return the newest open card, or the back of the Castle."""
    laid = [card for plays in view.shields for play in plays[-1:] for card in play[:1]]
    for card in (*view.played[:1], *view.discard[:1], *laid):
        return face(card, size, symbols, _CARD_STATE)
    return castle_back(size, symbols, _CARD_STATE)


def _facts(view: State, seats: tuple[str, ...], width: int, symbols: Symbols) -> list[Row]:
    """Return both sides, each with its shield, and the piles."""
    piles: Row = (Run("Castle ", "muted"), Run(str(len(view.castle)), "text+bold"))
    piles += (Run(f" {next_royals(view)}  Tavern ", "muted"),)
    piles += (Run(str(len(view.tavern)), "text+bold"), Run("  Discard ", "muted"))
    piles += (Run(str(len(view.discard)), "text+bold"),)
    sides = [_side(view, seat, seats[seat], width, symbols) for seat in (0, 1)]
    return [*sides, piles]


def _side(view: State, seat: Seat, name: str, width: int, symbols: Symbols) -> Row:
    """Return a player: the number of cards in hand, the shield, and the shield's cards."""
    value = shield(view, seat)
    held: Row = (Run(f"  {counted(len(view.hands[seat]), 'card')}  ", "muted"),)
    held += (Run(f"{symbols.suits[3]} ", "spades"), Run("shield ", "muted"))
    held += (Run(f"{value}  ", "text+bold" if value else "muted"),)
    room = max(8, width - width_of(held) - 16)
    acts = GAME.to_act(view) == seat
    shown = shorten(name, room, symbols.ellipsis)
    row: Row = (Run(shown, "text+bold" if acts else "text"), *held)
    laid = chips(view.shields[seat], width - width_of(row), 1, symbols)
    return (*row, *laid[0]) if laid else row


PAGES = TablePages[DuelModel, State](
    explain=explain,
    chapter=chapter,
    report=report_of,
    save_preview=save_rows,
    cards_on_table=cards_on_table,
    piles=piles,
)
