"""What the help says of a moment, by the house rules of the game, and where the rules go on."""

import pytest
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.play.history import Start, begin
from regicide_tui.play.paths import read_rules
from regicide_tui.play.table import Table
from regicide_tui.tui.games.regicide.pages import chapter, explain
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap, by_id, read_keymap
from regicide_tui.tui.pages.lines import HOUSE_RULES, Guide, text_of_every_game
from regicide_tui.tui.screens.help import help_blocks
from regicide_tui.tui.table.game_ui import find, pages_of
from regicide_tui.tui.table.table_model import Pointing, ReplayStep
from tests.loose import loose
from tests.play.games import NAMES
from tests.tui.models import HOPELESS, SOLO, TRIO, Position, model_of, saved

EMPTY: Position = {**TRIO, "hands": [[], *loose(TRIO["hands"])[1:]]}
"""Ada has no card left, and may yield."""
ONLY_A_JESTER: Position = {**SOLO, "hands": [[]]}
"""Alone without a card."""
SHORT: Position = {**HOPELESS, "jesters_unused": 1, "phase": "suffer"}
"""Alone, and the hand can't pay."""


def said(
    position: Position,
    *actions: str,
    options: Json = None,
    curtain: bool = False,
    replay_step: ReplayStep = (),
) -> str:
    """Return what the help says, with the keys named."""
    one = model_of(
        saved(position, *actions, options=options), curtain=curtain, replay_step=replay_step
    )
    return OWN_KEYS.named(text_of_every_game(one) or explain(one))


@pytest.mark.parametrize(
    ("position", "options", "words", "not_said"),
    [
        (SOLO, {}, "2 to 4 cards of the same number", "house rule"),
        (SOLO, {"combos": False}, "there are no combos (R-11)", "2 to 4 cards"),
        (SOLO, {}, "`f` flips a Jester and gives up gold:", "yield"),
        ({**SOLO, "jesters_unused": 1}, {}, "`f` flips a Jester: discard", "gold"),
        (SOLO, {"solo_yield": True}, "`y` yields: you play nothing, and pay 15.", "can't yield"),
        (
            {**SOLO, "yielded": [True]},
            {"solo_yield": True},
            "You can't yield now: you yielded on your last turn.",
            "`y`",
        ),
        ({**SOLO, "jesters_unused": 0}, {}, "`enter` plays", "`f`"),
        ({**SOLO, "table": ["1:TS+6S"]}, {"solo_yield": True}, "and pay nothing.", "pay 15"),
        (TRIO, {}, "`y` yields", "flip"),
        (
            {**TRIO, "yielded": [False, True, True]},
            {},
            "all other players yielded on their last turn",
            "`y`",
        ),
    ],
)
def test_a_play_is_explained_by_the_house_rules(
    position: Position, options: Json, words: str, not_said: str
) -> None:
    text = said(position, options=options)
    assert words in text
    assert not_said not in text


@pytest.mark.parametrize(
    ("options", "words", "not_said"),
    [
        ({}, "Pick no more than you need", "house rule"),
        ({"overpay": "minimal"}, "you can't discard a card you don't need", "Pick no more"),
        ({"overpay": "free"}, "you may discard more than you owe", "Pick no more"),
    ],
)
def test_a_payment_is_explained_by_the_house_rules(
    options: Json, words: str, not_said: str
) -> None:
    text = said(SOLO, "9H", options=options)
    assert words in text
    assert not_said not in text
    assert "The Queen attacks: you owe 15." in text


def test_where_only_a_jester_helps_nothing_else_is_offered() -> None:
    text = said(SHORT)
    assert "your hand isn't worth that much" in text
    assert "`f` flips it" in text
    assert "`enter`" not in text


def test_the_immune_suit_does_nothing_until_a_jester_has_been_played() -> None:
    assert "Spades do nothing: the enemy is immune." in said(TRIO)
    ended = said(TRIO, "*", ">P1")
    assert "A Jester has cancelled the Jack's immunity: every suit power works" in ended
    assert "do nothing" not in ended


def test_the_exact_kill_is_named_with_the_health_that_is_left() -> None:
    assert "The Queen has 21 health left." in said({**SOLO, "damage": 9})


@pytest.mark.parametrize(("position", "words"), [(EMPTY, "`y` yields"), (ONLY_A_JESTER, "`f`")])
def test_without_a_card_there_is_nothing_to_play(position: Position, words: str) -> None:
    text = said(position)
    assert "Your hand is empty" in text
    assert words in text
    assert "`enter`" not in text


def test_that_yielding_loses_is_explained() -> None:
    loses = "Your hand can't pay that, so yielding loses the game now."
    assert loses in said({**EMPTY, "enemy": "JC"})
    assert loses not in said({**EMPTY, "enemy": "JC", "table": ["2:TS"]})
    assert loses not in said(TRIO)


def test_every_other_moment_says_what_confirming_does() -> None:
    assert "`enter` chooses" in said(TRIO, "*")
    assert "until Ada is at the keyboard" in said(TRIO, curtain=True)
    assert "`enter` shows the hand" in said(TRIO, curtain=True)
    assert "`enter` shows the result, `u` undoes" in said(HOPELESS, "2C")
    assert "Nothing you do here changes the game" in said(SOLO, replay_step=("Replay 0/0",))


DUEL: Position = {
    "players": 2,
    "hands": [["5C", "5D", "JH"], ["4H", "9S", "QD"]],
    "castle": ["JC", "KC"],
    "tavern": ["2C", "3C"],
}
"""A duel that Ada begins, and no shield is raised."""


@pytest.mark.parametrize(
    ("position", "actions", "options", "words"),
    [
        (DUEL, (), {}, "Bea has no shield: the whole attack must be paid."),
        (DUEL, (), {}, "2 to 4 cards of the same number"),
        ({**DUEL, "shields": [[], ["9S"]]}, (), {}, "Bea has a shield of 9"),
        (DUEL, ("JH",), {}, "You are attacked: you owe 10. Pick cards worth that much"),
        (DUEL, ("JH",), {}, "Pick no more than you need"),
        (DUEL, ("JH",), {"overpay": "free"}, "you may discard more than you owe"),
    ],
)
def test_a_duel_is_explained_too(
    position: Position, actions: tuple[str, ...], options: Json, words: str
) -> None:
    history = begin(games.find("duel"), Start("duel", 2, "7F3K", loose(options), position))
    for action in actions:
        history = history.take_text(action)
    table = Table(history, NAMES[:2])
    game_ui = find("duel")
    model = game_ui.compose(table.seen_from(table.to_act), Pointing(), ())
    assert words in OWN_KEYS.named(pages_of("duel").explain(model))
    assert f"\n### {pages_of('duel').chapter(model)}\n" in read_rules("duel")


CHAPTERS = {
    "What may be played": model_of(saved(SOLO)),
    "Paying": model_of(saved(SOLO, "9H")),
    "The Jester (three and four players)": model_of(saved(TRIO, "*")),
    "Who sees what, who may say what": model_of(saved(TRIO), curtain=True),
    "Winning and losing": model_of(saved(HOPELESS, "2C")),
    "Yielding": model_of(saved(EMPTY)),
    "Solo": model_of(saved(SHORT)),
}


@pytest.mark.parametrize("heading", CHAPTERS)
def test_each_moment_has_its_heading_in_the_rules(heading: str) -> None:
    assert chapter(CHAPTERS[heading]) == heading
    assert f"\n### {heading}\n" in read_rules("regicide")


def test_the_house_rules_have_their_heading() -> None:
    for game in games.names():
        assert f"\n## {HOUSE_RULES}\n" in read_rules(game)


def test_a_name_in_braces_that_is_no_command_stays() -> None:
    assert OWN_KEYS.named("{undo} {unknown} {8D}") == f"{by_id()['undo'].shown} {{unknown}} {{8D}}"


# ---------------------------------------------------------------- as it is read


def read(text: str, keymap: Keymap = OWN_KEYS) -> str:
    """Return what one reads below the heading of the help."""
    _, *blocks = help_blocks(Guide(text=text), (), (), keymap)
    return " ".join([block.text for block in blocks])


ODD_NAMES = ["*Ann* _Lee_", "1. Ann", "# Ann", "[Ann](lee)", "&lt;", "`Ann`", "`{undo}`"]
"""Names that would mean something else in Markdown."""


@pytest.mark.parametrize("name", ODD_NAMES)
def test_whoever_acts_is_called_by_the_name_that_was_given(name: str) -> None:
    game = Table(saved(TRIO).history, (name, *NAMES[1:3]))
    hidden = model_of(game, curtain=True)
    assert f"until {name} is at the keyboard" in read(text_of_every_game(hidden))
    waiting = replace(hidden, viewer=1, needs_no_curtain=True)
    assert read(text_of_every_game(waiting)).startswith(f"{name} is ")


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_rival_is_called_by_the_name_that_was_given(name: str) -> None:
    history = begin(games.find("duel"), Start("duel", 2, "7F3K", {}, DUEL))
    table = Table(history, (NAMES[0], name))
    game_ui = find("duel")
    model = game_ui.compose(table.seen_from(table.to_act), Pointing(), ())
    assert f" {name} has no shield" in read(pages_of("duel").explain(model))


@pytest.mark.parametrize("key", ["`", "*", "|"])
def test_a_key_may_be_one_of_the_marks_of_a_text(key: str) -> None:
    keymap = read_keymap({"confirm": (key,)})
    assert read("`{confirm}` plays, `{confirm}` pays.", keymap) == f"{key} plays, {key} pays."
