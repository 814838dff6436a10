"""The preview line: what the picked cards would do, in words, and that it comes true."""

import re
from random import Random

import pytest

from regicide_tui.games.base import Json
from regicide_tui.games.regicide.rules import PlayPreview, preview
from regicide_tui.games.regicide.state import (
    PLAY,
    CardsDrawn,
    DiscardHealed,
    EnemyDefeated,
    Play,
    ShieldRaised,
    State,
    attack,
    remaining,
)
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.play.table import Table
from regicide_tui.tui.games.regicide.game_ui import GAME_UI
from regicide_tui.tui.games.regicide.model import (
    BAND,
    RegicideModel,
    badge_of,
    preview_row,
)
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols, fit, width_of
from regicide_tui.tui.table.hand import band_lines, line_above, replay_rows
from regicide_tui.tui.table.table_model import Notice
from tests.loose import loose
from tests.play.games import NAMES, REGICIDE, begun, some_action
from tests.tui.models import (
    HOPELESS,
    LAST_KING,
    SOLO,
    TRIO,
    Position,
    model,
    model_of,
    page,
    saved,
    text_of,
)

PLAYS: dict[str, tuple[Position, str, dict[str, Json], str]] = {
    "a plain play": (
        {**SOLO, "enemy": "QD"},
        "2D",
        {"table": ["1:*"]},
        "2♦ = 2   2 damage: Queen 30 → 28   draw 1",
    ),
    "clubs hit twice as hard": (
        SOLO,
        "7C",
        {},
        "7♣ = 7 doubled   14 damage: Queen 30 → 16",
    ),
    "a companion lends its suit to the sum": (
        SOLO,
        "8D AC",
        {},
        "8♦ + A♣ = 9 doubled   18 damage: Queen 30 → 12   draw 2",
    ),
    "a combo": (
        {**SOLO, "hands": [["2D", "2C", "2S", "9H"]]},
        "2D 2S 2C",
        {},
        "2♦ + 2♠ + 2♣ = 6 doubled   12 damage: Queen 30 → 18   draw 6   shield 6",
    ),
    "an immune suit": (
        SOLO,
        "9H",
        {},
        "9♥ = 9   9 damage: Queen 30 → 21   ♥ blocked",
    ),
    "one immune suit of two": (
        {**SOLO, "hands": [["AS", "9H", "8D"]]},
        "9H AS",
        {},
        "9♥ + A♠ = 10   10 damage: Queen 30 → 20   ♥ blocked   shield 10",
    ),
    "hearts": (
        {**SOLO, "enemy": "QD"},
        "3H",
        {},
        "3♥ = 3   3 damage: Queen 30 → 27   heal 3",
    ),
    "hearts with nothing to heal": (
        {**SOLO, "enemy": "QD", "discard": []},
        "9H",
        {},
        "9♥ = 9   9 damage: Queen 30 → 21   nothing to heal",
    ),
    "hearts with little to heal": (
        {**SOLO, "enemy": "QD"},
        "9H",
        {},
        "9♥ = 9   9 damage: Queen 30 → 21   heal 3",
    ),
    "diamonds with a full hand": (
        SOLO,
        "8D",
        {},
        "8♦ = 8   8 damage: Queen 30 → 22   draw 1",
    ),
    "diamonds and an empty tavern": (
        SOLO,
        "8D",
        {"tavern": []},
        "8♦ = 8   8 damage: Queen 30 → 22   draw 0",
    ),
    "diamonds among friends": (
        TRIO,
        "8D",
        {},
        "8♦ = 8   8 damage: Jack 20 → 12   draw 6 (you 2)",
    ),
    "spades": (
        SOLO,
        "5S",
        {},
        "5♠ = 5   5 damage: Queen 30 → 25   shield 5",
    ),
    "spades on top of spades": (
        SOLO,
        "5S",
        {"table": ["1:6S"]},
        "5♠ = 5   5 damage: Queen 30 → 25   shield +5 (11)",
    ),
    "a shield that holds": (
        SOLO,
        "TS",
        {"table": ["1:6S"]},
        "10♠ = 10   10 damage: Queen 30 → 20   shield +10 (16)   nothing to pay",
    ),
    "an exact kill": (
        SOLO,
        "7C",
        {"damage": 16},
        "7♣ = 7 doubled   14 damage: EXACT, the Queen goes on top of the Tavern",
    ),
    "a kill": (
        SOLO,
        "7C",
        {"damage": 17},
        "7♣ = 7 doubled   14 damage: Queen defeated and discarded, 1 too many",
    ),
    "the last kill, exact or not": (
        LAST_KING,
        "TS",
        {},
        "10♠ = 10   10 damage: last King defeated, you win",
    ),
    "what can't be paid": (
        HOPELESS,
        "3D",
        {},
        "3♦ = 3   3 damage: King 40 → 37   draw 0",
    ),
    "what could be paid after a flip": (
        HOPELESS,
        "3D",
        {"jesters_unused": 1},
        "3♦ = 3   3 damage: King 40 → 37   draw 0",
    ),
    "what might be paid with the cards drawn": (
        HOPELESS,
        "3D",
        {"tavern": ["9C", "9D"]},
        "3♦ = 3   3 damage: King 40 → 37   draw 2",
    ),
    "a royal of one's own": (
        {**SOLO, "hands": [["JD", "AS"]]},
        "JD AS",
        {},
        "J♦ + A♠ = 11   11 damage: Queen 30 → 19   draw 6   shield 11",
    ),
}


def said(one: RegicideModel) -> str:
    return text_of(preview_row(one, DRAWN))


@pytest.mark.parametrize(("position", "picked", "changes", "line"), PLAYS.values(), ids=PLAYS)
def test_a_play_is_foretold(
    position: Position, picked: str, changes: dict[str, Json], line: str
) -> None:
    assert said(model(position, picked, **changes)) == line


def test_with_nothing_picked_the_card_at_the_pointer_is_foretold() -> None:
    game = saved(SOLO)
    assert said(model_of(game, cursor=4)) == said(model_of(game, "7C"))


def test_what_is_no_play_is_not_foretold() -> None:
    assert said(model(SOLO, "5S 9H")) == ""


def test_a_jester_says_that_it_ends_the_immunity() -> None:
    line = said(model(TRIO, "*"))
    assert line.startswith("Jester: ")
    assert "immunity to ♠" in line
    assert "you choose who is next" in line


def test_nothing_is_to_be_paid_after_a_jester() -> None:
    assert badge_of(model(TRIO, "*", table=["2:4S"])) is None


def test_at_80_cells_what_a_jester_does_covers_no_row_of_the_castle() -> None:
    lines = BAND.lines(model(TRIO, "*"), 80, DRAWN)
    assert not line_above(lines, 80, 1)


def test_a_jester_against_a_royal_of_spades_wakes_the_shield() -> None:
    assert "attack then 6" in said(model(TRIO, "*", table=["2:4S"]))
    assert "attack then 6" not in said(model(TRIO, "*"))


def test_a_second_jester_ends_no_immunity() -> None:
    assert "immunity to" not in said(model(TRIO, "*", table=["2:*"]))


SUFFERING: Position = {**SOLO, "phase": "suffer"}


@pytest.mark.parametrize(
    ("picked", "line"),
    [
        ("", "Pick cards to discard."),
        ("7C", "7♣ = 7   8 short"),
        ("7C 8D", "7♣ + 8♦ = 15   exactly enough"),
        ("9H TS", "9♥ + 10♠ = 19   enough, 4 more than needed"),
        ("TS 9H 2D", "10♠ + 9♥ + 2♦ = 21   enough, 6 more than needed   even without 2♦"),
    ],
    ids=["nothing yet", "short", "exact", "surplus", "a needless card"],
)
def test_a_payment_is_added_up(picked: str, line: str) -> None:
    assert said(model(SUFFERING, picked)) == line


def test_a_jester_pays_nothing() -> None:
    assert said(model({**TRIO, "phase": "suffer"}, "*")) == "★ = 0   10 short"


def test_after_a_jester_it_says_what_is_to_be_done() -> None:
    assert said(model_of(saved(TRIO, "*"))) == (
        "The enemy's immunity is gone. Choose who goes next."
    )


def test_at_the_end_and_with_an_empty_hand_it_says_so() -> None:
    assert said(model_of(saved(LAST_KING, "TS"))) == "The game is over."
    assert said(model(SOLO, hands=[[]])) == "Your hand is empty: you can only flip a Jester."
    assert said(model(HOPELESS, hands=[[]])) == "The game is over."


def test_with_an_empty_hand_it_says_whether_a_yield_loses() -> None:
    empty = {**TRIO, "hands": [[], ["9H"], ["9S"]], "enemy": "JC"}
    yields = "Your hand is empty: you can only yield."
    assert said(model(empty)) == f"{yields}   Yielding loses: you can't pay 10."
    assert said(model(empty, table=["2:TS"])) == yields
    alone = saved({**SOLO, "hands": [[]], "jesters_unused": 0}, options={"solo_yield": True})
    assert said(model_of(alone)) == f"{yields}   Yielding loses: you can't pay 15."
    flips = "Your hand is empty: you can only yield or flip a Jester."
    alone = saved({**SOLO, "hands": [[]], "jesters_unused": 1}, options={"solo_yield": True})
    assert said(model_of(alone)) == flips


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
def test_that_a_yield_loses_is_seen_in_any_window(width: int, height: int) -> None:
    empty = model({**TRIO, "hands": [[], ["9H"], ["9S"]]})
    assert "Yielding loses: you can't pay 10." in painted(empty, width, height)


def test_behind_the_curtain_nothing_is_foretold() -> None:
    assert said(model_of(saved(TRIO), curtain=True)) == ""
    assert said(model_of(saved({**TRIO, "phase": "suffer"}), curtain=True)) == ""


def test_in_plain_letters_the_line_is_ascii() -> None:
    for position, picked, changes, _ in PLAYS.values():
        assert text_of(preview_row(model(position, picked, **changes), PLAIN)).isascii()


# ---------------------------------------------------------------- the two lines on the screen


def painted(one: RegicideModel, width: int, height: int) -> str:
    """Return what the band shows in a window of so many cells, with the line above it."""
    look = Look(palette_of("dark", four_colours=True))
    place = GAME_UI.place_zones(width, height, len(one.seats), False)["foresight"]
    rows = GAME_UI.painters["foresight"](one, place.width, place.height, look)
    assert [width_of(row) for row in rows] == [place.width] * place.height
    above = line_above(BAND.lines(one, width, DRAWN), width, place.height)
    return page([fit(above, width), *rows])


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
def test_a_notice_is_always_to_be_seen(width: int, height: int) -> None:
    one = model_of(saved(SOLO), "7C", notice=Notice("Undone."))
    assert "Undone." in painted(one, width, height)


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
def test_a_notice_leaves_value_and_damage(width: int, height: int) -> None:
    covered = []
    for position, picked, changes, line in PLAYS.values():
        one = model_of(saved({**position, **changes}), picked, notice=Notice("Undone."))
        damage = re.findall(r"\d+ damage", line)[0]
        if damage not in painted(one, width, height):
            covered.append(line)
    assert covered == []


@pytest.mark.parametrize("width", [60, 80, 120])
def test_talk_covers_nothing_of_what_picked_cards_do(width: int) -> None:
    talk = Notice("bea: this time I am the second, not so easy", verbatim=True, yields=True)
    for position, picked, changes, _ in PLAYS.values():
        game = saved({**position, **changes})
        alone, beside = [
            " ".join(map(text_of, BAND.lines(model_of(game, picked, notice=notice), width, DRAWN)))
            for notice in (Notice(), talk)
        ]
        assert beside.startswith(alone.strip())


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize(("jesters", "warning"), [(0, "LOST"), (1, "Jester")])
def test_no_talk_covers_that_a_play_loses(
    width: int, height: int, jesters: int, warning: str
) -> None:
    talk = Notice("bea: mind the King, I have two cards left", "accent", verbatim=True, yields=True)
    game = saved({**HOPELESS, "jesters_unused": jesters})
    for picked in ("", "2C"):
        shown = painted(model_of(game, picked, notice=talk), width, height)
        assert "PAY" in shown
        assert warning in shown


def figures(one: RegicideModel) -> list[str]:
    """Return what counts in a preview, however it is put."""
    play_preview = one.play_preview
    assert isinstance(play_preview, PlayPreview)
    found = [play_preview.value, play_preview.damage, play_preview.drawn, play_preview.healed]
    if play_preview.kills:
        return [*_written(found), "EXACT" if play_preview.exact and one.view.castle else "defeated"]
    found += [play_preview.after, play_preview.shield]
    if play_preview.due == 0:
        return [*_written(found), "nothing to pay"]
    lost = "LOST" if play_preview.payable is False and not one.view.jesters_unused else ""
    return [
        *_written([*found, play_preview.due, play_preview.hand]),
        f"PAY {play_preview.due}",
        lost,
    ]


def _written(numbers: list[int | None]) -> list[str]:
    return [str(number) for number in numbers if number]


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
def test_no_figure_is_cut_off_or_cut_short_at_any_size(width: int, height: int) -> None:
    cut = []
    for position, picked, changes, _ in PLAYS.values():
        one = model(position, picked, **changes)
        shown = painted(one, width, height)
        if not all(figure in shown for figure in figures(one)):
            cut.append(shown)
    assert cut == []


# ---------------------------------------------------------------- and it comes true


def check(before: State, play: Play) -> None:
    """Compare what is foretold of a play with what comes of it."""
    seat = before.turn
    play_preview = preview(loose(REGICIDE.view(before, seat)), play.cards)
    assert isinstance(play_preview, PlayPreview)
    step = REGICIDE.reduce(before, play)
    after: State = loose(step.state)
    drawn = {one.seat: len(one.cards) for one in step.events if isinstance(one, CardsDrawn)}
    falls = [one.exact for one in step.events if isinstance(one, EnemyDefeated)]
    healed = [one.count for one in step.events if isinstance(one, DiscardHealed)]
    shields = [one.shield for one in step.events if isinstance(one, ShieldRaised)]
    assert (play_preview.drawn or 0, play_preview.own) == (sum(drawn.values()), drawn.get(seat, 0))
    assert (play_preview.healed, play_preview.shield) == (
        healed[0] if healed else None,
        (*shields, None)[0],
    )
    assert (play_preview.kills, play_preview.exact) == (bool(falls), falls == [True])
    if not (play_preview.kills or play_preview.jester):
        assert play_preview.after == remaining(after)
        assert play_preview.due == attack(after)
        if after.phase is not PLAY:
            own = after.hands[seat]
            assert play_preview.payable in (None, total(own) >= attack(after))
            assert play_preview.hand == total(own) - drawn_value(step.events, seat)


def drawn_value(events: tuple[object, ...], seat: int) -> int:
    """Return what the cards are worth that a seat drew."""
    return sum(
        [total(one.cards) for one in events if isinstance(one, CardsDrawn) and one.seat == seat]
    )


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_foretold_comes_true(players: int) -> None:
    plays = 0
    for seed in range(40):
        game, rng = begun(players, str(seed)), Random(seed)
        while not game.over:
            state: State = loose(game.state)
            for action in REGICIDE.legal_actions(state) if state.phase is PLAY else ():
                if isinstance(action, Play):
                    check(state, action)
                    plays += 1
            game = game.take_text(some_action(game, rng))
    assert plays > 1000


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_no_word_of_a_preview_is_ever_cut(size: tuple[int, int]) -> None:
    for seed in range(60):
        rng, one = Random(seed), begun(seed % 4 + 1, str(seed))
        while not one.over:
            actions = one.game.legal_actions(one.state)
            for action in rng.sample(list(actions), min(3, len(actions))):
                seated = Table(one, NAMES[: one.start.players])
                picked = " ".join([card.text for card in getattr(action, "cards", ())])
                seen = model_of(seated, picked)
                told = " ".join(text_of(preview_row(seen, DRAWN, tight=True)).split())
                shown = " ".join(painted(seen, *size).split())
                assert told in shown
            one = one.take_text(one.game.format(rng.choice(list(actions))))


def test_a_replay_tells_its_step_with_the_signs_of_the_cards() -> None:
    step = ("Replay 2/9", "last: play *", "next: pay with 2D and TS")

    def shown(width: int, height: int, symbols: Symbols = DRAWN) -> list[str]:
        return [text_of(row) for row in replay_rows(step, width, height, symbols)]

    assert shown(80, 2) == ["Replay 2/9   last: play ★   next: pay with 2♦ and 10♠"]
    assert shown(80, 2, PLAIN) == ["Replay 2/9   last: play *   next: pay with 2D and 10S"]
    assert shown(40, 2) == ["Replay 2/9   last: play ★", "next: pay with 2♦ and 10♠"]
    assert shown(40, 1) == ["Replay 2/9   next: pay with 2♦ and 10♠"]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_what_must_be_paid_is_seen_beside_a_notice(size: tuple[int, int]) -> None:
    notice = Notice("This game is open in another window. Here you play a copy.")
    band = painted(model_of(saved(SOLO, "9H"), notice=notice), *size)
    assert "PAY 15" in band
    assert "a copy." in " ".join(band.split())


@pytest.mark.parametrize(("size", "badge"), [((60, 20), " PAY 5 "), ((80, 24), "THEN PAY 5")])
def test_where_there_is_room_the_badge_says_that_one_pays_later(
    size: tuple[int, int], badge: str
) -> None:
    assert badge in painted(model_of(saved(SOLO), "TS"), *size)


def test_a_badge_beside_a_notice_says_that_one_pays_later() -> None:
    notice = Notice("This game is open in another window. Here you play a copy.")
    assert "THEN PAY 15" in painted(model_of(saved(SOLO), "9H", notice=notice), 80, 24)


@pytest.mark.parametrize("width", [80, 120])
def test_what_is_paid_is_shown_beside_a_notice_that_leaves_it_no_room(width: int) -> None:
    notice = Notice(
        "bea asks to undo the last action. Y agrees, r refuses.  bea: sorry, that was wrong"
    )
    model = model_of(saved(SOLO), "9H", notice=notice)
    assert "PAY 15" in painted(model, width, 24)


LONG_HINT = (
    "Play 2C and 2S: gold 43%, any win 99%. Leaves 6 to pay, keeps two Diamonds. "
    "Next best: play TH and AS, gold 42%, any win 99%."
)


@pytest.mark.parametrize("picked", ["", "7C", "9H"])
def test_no_word_of_a_long_hint_lies_below_the_log(picked: str) -> None:
    above, below = BAND.lines(model_of(saved(SOLO), picked, notice=Notice(LONG_HINT)), 80, DRAWN)
    log = GAME_UI.place_zones(80, 24, 1, False)["log"]
    assert width_of(line_above([above, below], 80, 1)) < log.x
    assert len(f"{text_of(above)} {text_of(below)}".split()) == len(LONG_HINT.split())


def test_a_preview_above_a_notice_ends_with_a_whole_part_before_the_log() -> None:
    position = {**TRIO, "hands": [["6D", "AC"], ["9H"], ["9S"]], "enemy": "JS", "damage": 7}
    one = model_of(saved(position), "6D AC", notice=Notice("Play 6♦ and A♣: win 83%. Draws 5."))
    whole = text_of(preview_row(one, DRAWN, tight=True))
    above, _ = map(text_of, BAND.lines(one, 80, DRAWN))
    assert len(above) <= 78 - 2 - 24 < len(whole)
    parts = above.split("   ")
    assert parts == whole.split("   ")[: len(parts)]


def test_no_word_of_a_notice_that_is_a_little_too_long_lies_below_the_log() -> None:
    sentence = "This server is about to restart. Your games are saved: reconnect in a moment."
    noticed = model_of(saved(SOLO), notice=Notice(sentence))
    lines = band_lines(noticed, (), None, 80, DRAWN)  # others must act
    log = GAME_UI.place_zones(80, 24, 1, False)["log"]
    assert width_of(line_above(lines, 80, 1)) < log.x
    assert " ".join(map(text_of, lines)) == sentence


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_of_a_hint_that_is_too_long_whole_sentences_are_left_out_at_the_end(
    size: tuple[int, int],
) -> None:
    told = "Pay with 3H, 4C, 5C and 5S: gold 48%, any win 99%. 2 too many, keeps two Diamonds."
    hint = Notice(f"{told} Next best: pay with 3H, 5S and 7H, gold 44%, any win 99%.")
    lines = BAND.lines(model_of(saved(SOLO), notice=hint), size[0], DRAWN)
    assert len(lines) == 2
    shown = " ".join(map(text_of, lines))
    assert shown.startswith("Pay with 3♥")
    assert shown.endswith("keeps two Diamonds.")


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_what_people_say_that_is_too_long_ends_with_a_sign(size: tuple[int, int]) -> None:
    said = "You: Queen hits for 15, I can shield 4 only (2+2, heals 4). Keep the Jester for later."
    talk = Notice(f"{said} I hold two Clubs and a Heart. Wish me luck.", verbatim=True)
    lines = BAND.lines(model_of(saved(SOLO), notice=talk), size[0], DRAWN)
    assert len(lines) == 2
    assert all(width_of(line) <= size[0] - 2 for line in lines)
    shown = " ".join(map(text_of, lines))
    assert shown.endswith("…")
    assert talk.text.startswith(shown.removesuffix("…"))
