"""The pages around the table of Regicide."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card, Suit
from regicide_tui.games.base import Pile, Seat, of_kind
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import (
    CHOOSE,
    HEALTH,
    OVER,
    PLAY,
    ROYAL_COUNT,
    SOLO_JESTERS,
    SUFFER,
    TAVERN_JESTERS,
    Flip,
    Options,
    State,
    Yield,
    attack,
    fallen,
    immune_suit,
    remaining,
)
from regicide_tui.games.regicide.words import (
    Fate,
    Fates,
    GameFigures,
    fates,
    figures,
    royal_name,
    tell_end,
    tell_need,
    text_to_share,
)
from regicide_tui.games.words import RANK_NAMES, SUIT_NAMES, PlayerNames, counted, to_reader
from regicide_tui.play.statistics import Record, Summary, Tally, is_set_up, summarise
from regicide_tui.play.table import Table, TableView
from regicide_tui.tui.games.regicide.model import RegicideModel
from regicide_tui.tui.games.regicide.zones import name_rows, portrait_rows
from regicide_tui.tui.pages.figures import (
    LABELS,
    empty_rows,
    fastest_row,
    head_row,
    help_row,
    label,
    set_up_rows,
    tally_row,
    unaided_row,
)
from regicide_tui.tui.pages.reading import Block
from regicide_tui.tui.pages.result import DEFEAT, MEDAL_STYLES, VICTORY, Report, deal, facts_of
from regicide_tui.tui.rendering.faces import CardSize, CardState, RoyalState, bar, face
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    card_style,
    fit,
    prose,
    shorten,
    side_by_side,
    width_of,
    wrap,
)
from regicide_tui.tui.table.card_lists import (
    by_suit,
    closed_piles,
    heading,
    never_seen,
    pile,
    remark,
    tops_of_piles,
)
from regicide_tui.tui.table.play_or_pay import OVERPAID, PAYING, what_to_play
from regicide_tui.tui.table.table_model import CardOnTable
from regicide_tui.tui.table.table_pages import TablePages


def explain(model: RegicideModel) -> str:
    """Return the help for a moment."""
    return "\n\n".join(_paragraphs(model))


def chapter(model: RegicideModel) -> str:
    """Return the heading of the rules that describes this moment."""
    if model.curtain:
        return "Who sees what, who may say what"
    if model.phase in (PLAY, SUFFER) and list(model.legal) == [Flip()]:
        return "Solo"
    if model.phase is PLAY and list(model.legal) == [Yield()]:
        return "Yielding"
    return {
        PLAY: "What may be played",
        CHOOSE: "The Jester (three and four players)",
        SUFFER: "Paying",
        OVER: "Winning and losing",
    }[model.phase]


def _paragraphs(model: RegicideModel) -> Iterator[str]:
    if model.phase is CHOOSE:
        return _choose(model)
    return _suffer(model) if model.phase is SUFFER else _play(model)


def _choose(model: RegicideModel) -> Iterator[str]:
    yield (
        "A Jester was played. Choose who takes the next turn; you may choose yourself. "
        "<`{confirm}` chooses the player at the cursor|Type a number or a name>."
    )
    # At their own screens, players read what they may say where they say it.
    silent = "" if model.needs_no_curtain else ", but not what they hold"
    yield f"Until then, players may say whether they'd like to go next{silent} (R-9)."


# ---------------------------------------------------------------- to pay


def _suffer(model: RegicideModel) -> Iterator[str]:
    view = model.view
    enemy = _rank(view)
    if list(model.legal) == [Flip()]:
        yield f"The {enemy} attacks: you owe {attack(view)}, and your hand isn't worth that much."
        yield "Only a Jester helps. `{flip}` flips it: you discard your hand and draw a new one."
        return
    yield (
        f"The {enemy} attacks: you owe {attack(view)}. {PAYING} An Ace is worth 1, a Jester 0, "
        "royals 10, 15 and 20."
    )
    yield OVERPAID[view.options.overpay]
    if Flip() in model.legal:
        yield "Or `{flip}` flips a Jester first: you discard your hand, draw a new one and pay."


# ---------------------------------------------------------------- to play


def _play(model: RegicideModel) -> Iterator[str]:
    if model.hand:
        yield from _cards(model.view.options)
        yield "\n".join(_powers(model.view))
        yield from _immunity(model.view)
        yield _kill(model.view)
    else:
        yield "Your hand is empty, so there is nothing to play (R-18)."
    yield from _without_cards(model)


def _cards(options: Options) -> Iterator[str]:
    yield what_to_play(combos=options.combos)
    if not options.combos:
        yield "House rule: there are no combos (R-11)."


_POWERS = {
    Suit.HEARTS: "Hearts heal: cards from the discard pile go under the Tavern.",
    Suit.DIAMONDS: "Diamonds draw cards.",
    Suit.CLUBS: "Clubs double the damage.",
    Suit.SPADES: "Spades lower the attack until this enemy is defeated.",
}


def _powers(view: State) -> Iterator[str]:
    for suit, power in _POWERS.items():
        blocked = suit is immune_suit(view)
        yield f"- {SUIT_NAMES[suit]} do nothing: the enemy is immune." if blocked else f"- {power}"


def _immunity(view: State) -> Iterator[str]:
    if view.immunity_cancelled:
        yield f"A Jester has cancelled the {_rank(view)}'s immunity: every suit power works (R-30)."


def _kill(view: State) -> str:
    return (
        f"The {_rank(view)} has {remaining(view)} health left. Deal exactly that much and the card "
        "goes on top of the Tavern deck, ready to be drawn. Deal more and it is discarded."
    )


def _without_cards(model: RegicideModel) -> Iterator[str]:
    """Yield what a player can do instead of playing cards, and what isn't possible now."""
    options = model.view.options
    if Yield() in model.legal:
        yield f"`{{yield}}` yields: you play nothing, and pay {attack(model.view) or 'nothing'}."
        if model.yield_loses:
            yield "Your hand can't pay that, so yielding loses the game now."
    elif not model.alone:
        yield "You can't yield now: all other players yielded on their last turn."
    elif options.solo_yield:
        yield "You can't yield now: you yielded on your last turn."
    if model.alone and options.solo_yield:
        yield "Yielding in a solo game is a house rule (R-20)."
    if Flip() in model.legal:
        gold = " and gives up gold" if model.view.jesters_unused == SOLO_JESTERS else ""
        yield f"`{{flip}}` flips a Jester{gold}: discard your hand and draw a new one."


def _rank(view: State) -> str:
    return RANK_NAMES[view.enemy.rank] if view.enemy else "enemy"


_INDENT = 2
"""Cells before the legend of the royals."""


class RegicideReport(Report, kw_only=True):
    """A report with the fates of the twelve royals."""

    royals: Fates
    enemy: Card | None
    """The royal that the players couldn't defeat; None after a victory."""

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the royals, as heads or as names, and a legend of their signs."""
        royals = [_royal_state(royal, fate, self.enemy) for royal, fate in self.royals]
        ground = "night" if self.title == DEFEAT else "felt2"
        if roomy:
            heads = portrait_rows(royals, width, 3, symbols, ground=ground, wall=ground)
            return [*heads, self._legend(width, symbols)]
        names = name_rows(royals, width, 1, symbols, ground=ground)
        return [*names, self._legend(width, symbols)]

    def _legend(self, width: int, symbols: Symbols) -> Row:
        """Return the legend of the royals' signs."""
        words = f"{symbols.star} defeated exactly  {symbols.fallen} defeated"
        style = "muted" if self.title == DEFEAT else "on-felt"
        return fit((Run(" " * (board_of(width)[0] + _INDENT)), Run(words, style)), width)


def report_of(table: Table, reader: Seat | None = None) -> RegicideReport | None:
    """Return the report on a finished game, addressed to `reader`; None during the game.

    A game from a position has no medal.
    """
    outcome = table.outcome
    if outcome is None:
        return None
    history, seats = table.history, to_reader(table.seats, reader)
    events = table.events
    view = of_kind(State, table.view(of_kind(State, history.state).turn))
    set_up = is_set_up(table)
    outcome = replace(outcome, medal=None) if set_up else outcome
    score = GameFigures(
        **figures(events),
        turns=table.turn,
        undos=table.undos,
        peeks=table.peeks,
        hints=table.hints,
    )
    royals = fates(of_kind(State, history.first), events)
    return RegicideReport(
        banner="VICTORY" if outcome.won else "DEFEAT",
        title=VICTORY if outcome.won else DEFEAT,
        medal=outcome.medal,
        sentence=tell_end(outcome, seats[view.turn], dealt=not set_up),
        need=tell_need(view, seats),
        figures=_figures(score, royals),
        medal_for=_jesters(score) if outcome.medal else "",
        **facts_of(table),
        lines=text_to_share(deal(table), outcome, royals, score),
        royals=royals,
        enemy=view.enemy,
    )


def _jesters(score: GameFigures) -> str:
    return counted(score.jesters, "Jester").replace("0 Jesters", "no Jester") + " used"


def _figures(score: GameFigures, royals: Fates) -> str:
    there = sum(fate is not Fate.ABSENT for _, fate in royals)
    facts = [f"{score.royals} of {counted(there, 'royal')} defeated"]
    facts += [f"{score.exact} exactly", counted(score.turns, "turn")]
    return ", ".join(facts)


def _royal_state(royal: Card, fate: Fate, enemy: Card | None) -> RoyalState:
    """Return a royal as the track shows it: a royal that was never the enemy stays hidden."""
    if fate in (Fate.EXACT, Fate.KILLED):
        return RoyalState(royal.rank, royal.suit, exact=fate is Fate.EXACT)
    if royal == enemy:
        return RoyalState(royal.rank, royal.suit, here=True)
    return RoyalState(royal.rank, absent=fate is Fate.ABSENT)


_CHART = 34
"""The fewest rows of a page that shows the last games as columns."""


def figures_page(records: Sequence[Record], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the page; in a higher window the last games are columns.

    If not everything fits, rows about games that were never played are left out.
    """
    summary = summarise(records)
    if not summary.games:
        about = "Your wins, medals and exact kills will appear here."
        return empty_rows(about, summary.set_up, width)
    shares = [
        *[share for one in summary.tallies for share in _shares(one, summary)],
        *[
            (f"{one.players} with bots", one.games, one.wins)
            for one in summary.with_bots
            if one.games
        ],
    ]
    last = _columns(summary, symbols) if height >= _CHART else _line(summary, width, symbols)
    facts = [*_facts(summary, symbols), *set_up_rows(summary.set_up)]
    if 1 + len(shares) + len(facts) + len(last) > height:
        shares = [share for share in shares if share[1]]
    tallies = [tally_row(who, games, wins, width, symbols) for who, games, wins in shares]
    return [head_row("Players"), *tallies, (), *facts, (), *last]


def _shares(one: Tally, summary: Summary) -> list[tuple[str, int, int]]:
    """Return the rows for a number of players: games and wins; for solo games, gold and any win."""
    if one.players > 1:
        return [(f"{one.players} players", one.games, one.wins)]
    gold = summary.medals.get("gold", 0)
    return [("solo, gold", one.games, gold), ("solo, any win", one.games, one.wins)]


def _facts(summary: Summary, symbols: Symbols) -> list[Row]:
    medals: Row = ()
    for medal, style in MEDAL_STYLES.items():
        medals += (Run(f"{symbols.star} ", style), Run(f"{summary.medals.get(medal, 0)} {medal}  "))
    streak = f"{summary.streak} now, longest {summary.longest}"
    return [
        (label("Solo medals"), *medals),
        (label("Wins in a row"), Run(streak)),
        fastest_row(summary.fastest),
        (label("Most exact kills"), Run(f"{summary.most_exact or 0} in a game")),
        unaided_row(summary.unaided, summary.wins),
        help_row(summary.undos, summary.peeks, summary.hints),
        *_days(summary),
    ]


def _days(summary: Summary) -> list[Row]:
    """Return the results of daily deals, if there are any."""
    if not summary.days:
        return []
    told = f"{summary.days}, {summary.days_won} won; {counted(summary.days_running, 'day')} running"
    return [(label("Daily deals"), Run(told))]


def _line(summary: Summary, width: int, symbols: Symbols) -> list[Row]:
    """Return the last games as one line with a sign for each, or as numbers."""
    last = label(_last(summary))
    if symbols.levels:
        signs = "".join([_level(royals, symbols.levels) for royals in summary.recent])
        return [(last, Run(signs, "success"), Run("  royals defeated", "muted"))]
    figures = [(Run(str(royals)),) for royals in summary.recent]
    lines = wrap(figures, width - LABELS)
    return [(last, *lines[0]), *[(label(""), *line) for line in lines[1:]]]


def _level(royals: int, levels: tuple[str, ...]) -> str:
    return levels[min(royals, ROYAL_COUNT) * (len(levels) - 1) // ROYAL_COUNT]


def _columns(summary: Summary, symbols: Symbols) -> list[Row]:
    """Return the last games as columns, one cell for each royal, with the number below."""
    rows = [(label(_last(summary)), Run("royals defeated in each", "muted")), ()]
    for height in range(ROYAL_COUNT, 0, -1):
        cells = [f"{symbols.full * 2 if royals >= height else '':<3}" for royals in summary.recent]
        rows.append((Run(f"{height:>{LABELS - 2}}  ", "faint"), Run("".join(cells), "success")))
    figures = "".join([f"{royals:<3}" for royals in summary.recent])
    return [*rows, (label(""), Run(figures, "muted"))]


def _last(summary: Summary) -> str:
    count = len(summary.recent)
    return f"Last {count} games" if count > 1 else "Last game"


def piles(model: RegicideModel, symbols: Symbols, in_order: bool) -> list[Block]:
    """Return the open cards: the plays against the enemy, and the top of the discard pile (R-7)."""
    view = model.view
    plays = [card for play in view.table for card in play.cards]
    blocks = [heading("Against this royal")]
    if not plays:
        blocks.append(remark("No cards played yet."))
    elif in_order or len(model.seats) == 1:
        blocks.append(pile("Played", by_suit(plays) if in_order else plays, symbols))
    else:
        blocks += [pile(model.seats[one.seat], one.cards, symbols) for one in view.table]
    known = [card for card in view.tavern[: view.tavern_known] if card is not UNKNOWN]
    return [*blocks, *closed_piles(view.discard, view.tavern, view.castle, symbols, known)]


def cards_on_table(model: RegicideModel) -> list[CardOnTable]:
    """Return the royal, the plays against it, and the tops of the piles."""
    view = model.view
    found = [CardOnTable(view.enemy, "the royal to defeat")] if view.enemy is not None else []
    for play in view.table:
        by = PlayerNames(model.seats).object_form(play.seat)
        where = "in play" if model.alone else f"played by {by}"
        found += [CardOnTable(card, where) for card in play.cards]
    tops = (("discard pile", view.discard), ("Tavern", view.tavern), ("Castle", view.castle))
    return [*found, *tops_of_piles(tops)]


def unseen(table: TableView) -> Pile:
    """Return the cards that the viewer has not seen in this game."""
    jesters = Counter({JESTER: TAVERN_JESTERS[len(table.seats)]})
    return never_seen(Counter(PACK) + jesters, table)


_PORTRAITS = (CardSize(44, 30), CardSize(22, 16), CardSize(13, 9), CardSize(9, 6), CardSize(9, 5))
_CARD_STATE = CardState("band")
_FIGURES = 34
"""Cells that the facts beside a portrait need."""


def save_rows(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the enemy with its facts, or the end, then the hands.

    The view is a spectator's, so only the number of cards of each hand is shown.
    """
    if len(view.hands) != len(seats):
        return []  # the label wasn't verified and is wrong
    rows: list[Row] = []
    end = GAME.outcome(view)
    if end is not None:
        said = tell_end(end, seats[view.turn])
        rows = prose(said, "text+bold", width)
    rows += _enemy(view, width, height - len(rows) - 1, symbols)
    return [*rows, _hands(view, seats, width, symbols)][:height]


def _enemy(view: State, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the facts about the enemy, beside a portrait if there is room."""
    if view.enemy is None:
        return []
    for size in _PORTRAITS:
        if size.height < height and size.width + 3 + _FIGURES <= width:
            facts = _preview_facts(view, symbols)
            portrait = face(view.enemy, size, symbols, _CARD_STATE)
            return side_by_side(portrait, facts, size.width + 3)
    return _preview_facts(view, symbols)[:height]


def _preview_facts(view: State, symbols: Symbols) -> list[Row]:
    """Return the enemy, its strength, and the number of defeated royals."""
    assert view.enemy is not None
    assert view.enemy.suit is not None
    health, left = HEALTH[view.enemy.rank], remaining(view)
    (row,) = bar(18, health, left, left, view.enemy.suit, symbols)
    return [
        (Run(royal_name(view.enemy), f"{card_style(view.enemy)}+bold"),),
        (*row, Run(f" {left}", "text+bold"), Run(f" of {health} health", "muted")),
        (Run("Attack ", "muted"), Run(f"{attack(view)}", "text+bold")),
        (Run(f"{fallen(view)}", "text+bold"), Run(f" of {ROYAL_COUNT} royals defeated", "muted")),
    ]


def _hands(view: State, seats: tuple[str, ...], width: int, symbols: Symbols) -> Row:
    """Return the number of cards in each hand; the player who must act is highlighted."""
    if len(seats) == 1:
        return (Run("Hand    ", "muted"), Run(counted(len(view.hands[0]), "card")))
    acts, label = GAME.to_act(view), Run("Hands   ", "muted")
    row = (
        label,
        *_held(view, seats),
        Run("" if acts is None else f"{seats[acts]} to act", "muted"),
    )
    if width_of(row) <= width:
        return row
    room = (width - len(label.text)) // len(seats) - 4
    return (label, *_held(view, [shorten(name, room, symbols.ellipsis) for name in seats]))


def _held(view: State, names: Sequence[str]) -> Row:
    acts = GAME.to_act(view)
    return tuple(
        [
            Run(f"{name} {len(hand)}  ", "accent+bold" if seat == acts else "text")
            for seat, (name, hand) in enumerate(zip(names, view.hands, strict=True))
        ]
    )


PAGES = TablePages[RegicideModel, State](
    explain=explain,
    chapter=chapter,
    report=report_of,
    save_preview=save_rows,
    figures=lambda game, *page: figures_page(*page),
    cards_on_table=cards_on_table,
    piles=piles,
    unseen=unseen,
)
