"""The text session: what is typed, what is answered, and what stays unsaid."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from regicide_tui import games
from regicide_tui.games.base import take_text
from regicide_tui.play.paths import find_paths
from regicide_tui.play.practice import LessonSession, SolvedFile, lesson_key
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.settings import Settings, read_settings
from regicide_tui.text.commands import VERBS, Command, understand
from regicide_tui.text.home import Home
from regicide_tui.text.presenter import QUESTIONS
from regicide_tui.text.tables import LessonTalk, PuzzleTalk, commands_of
from tests.text.typing_people import check_lines, home_in, said, table_of

SEED = "seed=7F3K"
ONE_LINE = (
    *(
        "xyzzy",
        "99",
        "1 1",
        "7Z",
        "1 x",
        "²",
        "\x1b[2J\x1b[31m",
        "ｙｉｅｌｄ",
        "z" * 3000,
        "buy @1 2C",
    ),
    *("try", "try 99", "lesson 99", "puzzle 99999", "rules X-1", "set theme pink", "set x"),
    *("open 9", "open \0", "rename 9 x", "delete 9", "new chess", "resign", "result", "next"),
    *("find \\(", "re", "play", "next nobody", "export /nowhere/x", "save", "log 0", "help xyzzy"),
)
"""Lines that are unknown, half, hostile, or too early."""


def test_a_card_is_played_by_its_number_by_its_notation_or_in_words(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    assert home.table is not None
    first = home.table.at.model.hand[0]
    words = home.table.at.voice.card_text(first)
    for typed in ("1", first.text.lower(), f"play {words}", f"  {words.upper()} "):
        assert f"You play {words}" in said(home, typed), typed
        assert table_of(home).history.written == (first.text,)
        assert said(home, "undo").startswith("Undone.")


def test_what_is_no_action_leads_to_an_example_that_can_be_typed(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    assert "Try 8D+AC or pay 3C TH." in said(home, "yield now")


def test_enter_may_be_typed_as_a_word(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert "Press enter to continue." in said(home, "lesson 1")
    assert "Type the number of" in said(home, "enter")


def test_a_preview_changes_nothing(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    assert "damage: Jack 20 to " in said(home, "try 1")
    assert table_of(home).moves == 0


def test_beginnings_are_enough_and_an_unknown_word_says_the_nearest(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert said(home, "les") == "les may mean lesson and lessons."
    assert said(home, "stati").startswith("Regicide.")
    assert said(home, "staistics").endswith("Do you mean statistics?")
    assert "needs a game" in said(home, "undo")
    home.answer(f"new regicide 2 Bea {SEED}")
    assert "attack" in said(home, "", "en")


@pytest.mark.parametrize("line", ONE_LINE)
def test_what_makes_no_sense_is_answered_in_one_line(tmp_path: Path, line: str) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    before = table_of(home)
    reply = home.answer(line)
    check_lines(reply.lines)
    assert len(reply.lines) == 1
    assert table_of(home) is before


def test_new_asks_what_is_not_said(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert "1 Regicide, 2 Regicide Duel" in said(home, "new")
    assert said(home, "1") == "How many players? 1 to 4. Enter chooses 1; menu goes back."
    assert "Who is player 2?" in said(home, "3")
    assert "Who is player 3?" in said(home, "Bea")
    home.answer("squire")
    assert table_of(home).seats[:2] == ("Player 1", "Bea")
    assert table_of(home).bots == ("", "", "squire")


def test_a_question_is_left_by_menu_and_quit_and_explained_by_help(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    for asked in ("new", "new regicide", "new duel"):
        question = said(home, asked)
        assert question.endswith("menu goes back.")
        assert said(home, "help").endswith(question)
        assert said(home, "?").endswith(question)
        assert said(home, "menu").startswith("The menu.")
        home.answer(asked)
        assert home.answer("quit").quits
    assert home.table is None


@pytest.mark.parametrize("command", ["rules", "new regicide 1", "statistics", "lessons duel"])
def test_a_command_leaves_a_question_and_is_no_name(tmp_path: Path, command: str) -> None:
    home = home_in(tmp_path)
    assert "Who is player 2?" in said(home, "new regicide", "2")
    assert said(home, command).startswith("The question is cancelled.")
    assert home.table is None or table_of(home).seats == ("Player 1",)


def test_a_question_of_yes_or_no_takes_nothing_else_for_no(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new duel page {SEED}")
    asked = said(home, "resign")
    for line in ("maybe", "", "?", "help"):
        assert said(home, line).endswith(asked), line
    assert said(home, "hand").startswith("The question is cancelled. Hand: 1")
    assert table_of(home).outcome is None


@pytest.mark.parametrize(
    ("words", "game", "bots"),
    [
        ("king of the dead knight", "king_of_the_dead", ("", "knight")),
        ("kingofthedead squire knight", "king_of_the_dead", ("", "squire", "knight")),
        ("Regicide Duel knight", "duel", ("", "knight")),
        ("regicide 2 squire", "regicide", ("", "squire")),
    ],
)
def test_new_takes_a_title_and_as_many_players_as_it_is_told(
    tmp_path: Path, words: str, game: str, bots: tuple[str, ...]
) -> None:
    home = home_in(tmp_path)
    home.answer(f"new {words}")
    table = table_of(home)
    assert (table.game.name, table.bots) == (game, bots)


def test_new_refuses_players_without_a_seat(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert said(home, "new duel Bea Cleo") == "Regicide Duel is for 2 players."
    assert home.table is None


def test_resume_goes_on_with_the_game_of_a_number(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new duel page {SEED}")
    home.answer(f"new regicide 1 {SEED}")
    home.answer("menu")
    number = 2 if "2 Regicide Duel" in said(home, "saves") else 1
    home.answer(f"resume {number}")
    assert table_of(home).game.name == "duel"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["regicide 1", "duel page", "king page"])
def test_what_a_hint_says_can_be_typed(tmp_path: Path, game: str) -> None:
    home = home_in(tmp_path)
    home.answer(f"new {game} {SEED}")
    for turn in range(8):
        before = table_of(home).moves
        hint, _, notation = said(home, "hint").rpartition(" Type ")
        action = hint.partition(":")[0]
        whole = (hint, f"Type {notation}", notation.removesuffix(" to do it."))
        home.answer(
            whole[turn % 3] if hint.startswith("There is no") else (*whole, action)[turn % 4]
        )
        assert table_of(home).moves > before


def _words_of_actions(home: Home) -> set[str]:
    """Return the first words of all actions that a game by random lines allows."""
    words, rng = set[str](), Random(1)
    while table_of(home).outcome is None:
        assert home.table is not None
        table = table_of(home)
        legal = table.game.legal_actions(table.view(table.to_act))
        words |= home.table.at.words
        home.answer(table.game.format(legal[rng.randrange(len(legal))]))
    return words


@pytest.mark.slow
@pytest.mark.parametrize("game", ["regicide 1", "duel page", "king page"])
def test_help_explains_every_word_of_a_game(tmp_path: Path, game: str) -> None:
    home = home_in(tmp_path)
    home.answer(f"new {game} {SEED}")
    for word in {*VERBS, *_words_of_actions(home)}:
        assert said(home, f"help {word}").startswith(f"{word}: "), word


@pytest.mark.parametrize("game", ["regicide 1", "duel page", "king page"])
def test_every_legal_action_is_understood_in_words(tmp_path: Path, game: str) -> None:
    home, rng = home_in(tmp_path), Random(game)
    home.answer(f"new {game} {SEED}")
    while table_of(home).outcome is None:
        assert home.table is not None
        at = home.table.at
        legal = at.seen.game.legal_actions(at.model.view)
        for action in legal[:40]:
            understood = understand(at.say(action), at, (), [*commands_of(home.table), *QUESTIONS])
            assert not isinstance(understood, Command), at.say(action)
        home.answer(at.seen.game.format(rng.choice(legal)))


def test_a_card_that_cannot_be_picked_is_said_in_words(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    assert said(home, "play 10 of hearts").startswith("10 of Hearts can't be picked now")


@pytest.mark.parametrize("game", ["regicide 1", "duel page", "king page"])
def test_the_moment_is_explained_without_keys(tmp_path: Path, game: str) -> None:
    home = home_in(tmp_path)
    home.answer(f"new {game} {SEED}")
    why = said(home, "why")
    assert '"enter" plays' not in why
    assert '"w" picks' not in why


def test_an_action_ends_what_more_goes_on_with(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    assert "Type more to continue" in said(home, "rules")
    home.answer("1")
    assert said(home, "more") == "There is no more."


def test_what_is_known_of_king_of_the_dead_is_said_again_only_when_asked(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    first = said(home, f"new king page {SEED}")
    parade = first[first.index("Parade:") : first.index("Hand:")].strip()
    powers = said(home, "score 2S AS 4S")
    assert "You are to play. Round 1. Points: You 4, Pip 0. Hand:" in powers
    assert parade in said(home, "")
    assert parade in said(home, "table")
    assert "Parade:" in said(home, "end")


def test_a_page_ends_with_a_sentence_and_a_table_says_its_headings(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    for chapter in range(1, 20):
        page = home.answer(f"rules {chapter}").lines
        while page[-1].startswith("Type more to continue"):
            assert len(page) <= 6
            assert page[-2].endswith((".", "!", "?", ")", ":")), page
            page = home.answer("more").lines
    assert "---" not in said(home, "rules 3. Phases")
    assert "Players: 1. Jesters in the Tavern: none" in said(home, "rules 3")
    assert ";" not in said(home, "rules 3")


def test_a_hand_is_told_once_its_player_sits_there(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert "can't be cleared" in said(home, f"new duel Bea {SEED}")
    assert "Hand:" not in said(home, "repeat")
    assert said(home, "hand") == "The hands are hidden."
    assert "Hand:" in said(home, "")
    reply = home.answer("1")
    assert reply.clears
    assert "Hand:" not in " ".join(reply.lines)
    assert "takes" in " ".join(reply.lines)
    assert "takes" in said(home, "")


def test_a_terminal_that_can_be_cleared_needs_no_warning(tmp_path: Path) -> None:
    home = home_in(tmp_path, clears=True)
    assert "cleared" not in said(home, f"new duel Bea {SEED}")


def test_a_game_is_saved_left_resumed_and_listed(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    home.answer("1")
    assert "Resume: Regicide" in said(home, "menu")
    assert home.close() == ""
    again = home_in(tmp_path)
    assert "You are to pay" in said(again, "resume")
    assert table_of(again).moves == 1
    assert said(again, "save before the Jack") == "Saved as 'before the Jack'."
    assert "before the Jack" in said(again, "saves")
    assert said(again, "open after the Jack").startswith("There is no saved game or file ")


def test_what_cannot_be_undone_asks(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new duel page {SEED}")
    assert said(home, "resign").endswith("yes or no.")
    assert "You are to play" in said(home, "no")
    before = table_of(home)
    assert said(home, "again").endswith("yes or no.")
    home.answer("n")
    assert table_of(home) is before
    assert "You resigned." in said(home, "resign", "y")
    ended = table_of(home)
    assert said(home, "undo").endswith("yes or no.")
    assert "You resigned." in said(home, "no")
    assert table_of(home) is ended
    assert said(home, "undo", "yes").startswith("Undone.")
    home.answer("resign")
    home.answer("y")
    home.answer("menu")
    assert said(home, "delete 1").startswith("Delete Regicide Duel")
    assert said(home, "n") == "Not deleted."
    assert said(home, "delete 1", "yes") == "Deleted."
    assert [*SavesFolder(tmp_path / "saves").labels()] == []


def test_a_review_is_said_in_sentences(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    told = said(home, f"new duel page {SEED}", "1", "resign", "yes", "review")
    assert "Action " in told
    assert "?" not in told
    assert re.search(r": (play|pay) [^.]*\. That cost \d+%", told), told


def test_cards_are_said_short_if_one_likes(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    assert " of Clubs" in said(home, "hand")
    assert said(home, "set text_cards short") == "text_cards is short now."
    assert " of " not in said(home, "hand")
    assert read_settings(tmp_path / "settings.toml").text_cards == "short"


def test_long_answers_go_on_when_asked(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    reply = home.answer("rules")
    assert len(reply.lines) == 6
    assert reply.lines[-1].startswith("Type more to continue")
    assert said(home, "more").startswith("5 ")


def _what_is_asked(lesson: LessonSession) -> str:
    """Return the example of a step; in a step of one's own, what does it once that can be done."""
    step, state, game = lesson.step, lesson.table.history.state, lesson.table.game
    legal = [game.format(action) for action in game.legal_actions(state)]
    doing = [one for one in legal if step.done and step.done(take_text(game, state, one)[-1])]
    return step.example if step.example in legal else (doing or [step.example])[0]


@pytest.mark.parametrize("game", games.names())
def test_every_lesson_is_done_by_what_the_coach_asks_for(tmp_path: Path, game: str) -> None:
    home = home_in(tmp_path)
    for number, lesson in enumerate(games.lessons(game), 1):
        check_lines(home.answer(f"lesson {game} {number}").lines)
        while isinstance(home.table, LessonTalk) and not home.table.session.last:
            step = home.table.session.step
            before = home.table.stands
            reply = home.answer(_what_is_asked(home.table.session) if step.done else "")
            check_lines(reply.lines)
            assert "{" not in " ".join(reply.lines)
            assert home.table.stands != before, (lesson.title, reply.lines)
        assert lesson_key(game, number) in SolvedFile(find_paths(str(tmp_path)).solved).read()


_OF_A_SCREEN = re.compile(
    r"\b(press|key|screen|pointer|panel|row|middle|marked|below it|line above|is below|at the right"
    r"|immune to [CDHS])\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("game", games.names())
def test_no_lesson_speaks_of_a_screen(tmp_path: Path, game: str) -> None:
    home = home_in(tmp_path)
    for number, lesson in enumerate(games.lessons(game), 1):
        home.answer(f"lesson {game} {number}")
        assert isinstance(home.table, LessonTalk)
        while not (home.table.session.last or home.table.session.ended):
            coach = said(home, "repeat")
            assert not _OF_A_SCREEN.search(coach), coach
            before, step = home.table.stands, home.table.session.step
            home.answer(_what_is_asked(home.table.session) if step.done else "")
            assert home.table.stands != before, lesson.title


@pytest.mark.parametrize("game", games.names())
def test_a_puzzle_is_solved_by_its_hints(tmp_path: Path, game: str) -> None:
    home = home_in(tmp_path)
    first = games.puzzles(game)[0]
    home.answer(f"puzzle {game} {first.number}")
    for action in first.line:
        assert isinstance(home.table, PuzzleTalk)
        home.answer("hint")
        reply = home.answer(action)
    assert "Solved." in " ".join(reply.lines)
    assert first.key in SolvedFile(find_paths(str(tmp_path)).solved).read()


def test_the_bell_rings_if_it_is_wanted(tmp_path: Path) -> None:
    home = home_in(tmp_path, Settings(sound=True))
    home.answer(f"new duel page {SEED}")
    assert home.answer("1").rings
    assert not home.answer("hand").rings
    home.answer(f"new regicide 1 {SEED}")
    assert not home.answer("1").rings


def test_the_example_of_the_document_runs_as_shown(tmp_path: Path) -> None:
    document = (Path(__file__).parents[2] / "docs" / "text.md").read_text()
    home = home_in(tmp_path)
    shown = document.split("```")[1].strip().split("\n")
    answered: list[str] = []
    for line in shown:
        if line.startswith(("$ regicide-tui text ", "> ")):
            assert answered == [], "all was shown before"
            answered = [*home.answer(line.removeprefix("$ regicide-tui text ").strip("> ")).lines]
        else:
            assert line == answered.pop(0)


def test_it_imports_nothing_of_textual(tmp_path: Path) -> None:
    lines = (
        "new regicide 2 page",
        "why",
        "1",
        "lesson king 1",
        "",
        "puzzle 1",
        "hint",
        "statistics",
    )
    played = (
        "import io, sys; from regicide_tui import cli;"
        f"sys.argv = ['', '--data-dir', {f'{tmp_path}'!r}, 'text'];"
        f"sys.stdin = io.StringIO(chr(10).join({lines!r}));"
        "cli.main(); assert not {'textual', 'asyncio'} & {*sys.modules}"
    )
    done = subprocess.run([sys.executable, "-c", played], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_while_a_bot_chooses_the_next_player_a_person_says_a_wish(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert "only while a bot chooses" in said(home, "new regicide 3 page page seed=1", "wish yes")
    for seed in range(2, 40):
        told = said(home, "menu", f"new regicide 3 page page seed={seed}")
        while "Would you like to go next?" not in told and table_of(home).outcome is None:
            table = table_of(home)
            legal = table.game.legal_actions(table.view(table.to_act))
            told = said(home, table.game.format(legal[-1]))
        if table_of(home).outcome is None:
            break
    chosen, moves = table_of(home), table_of(home).moves
    assert chosen.acting_bot is not None
    told = said(home, "wish yes")
    assert "Would you like to go next?" not in told
    assert table_of(home).moves > moves


@pytest.mark.parametrize(
    ("answer", "level"), [("a bot", "page"), ("Bot", "page"), ("a squire", "squire"), ("", "page")]
)
def test_a_bot_is_asked_for_in_any_words(tmp_path: Path, answer: str, level: str) -> None:
    home = home_in(tmp_path)
    said(home, "new regicide", "2", answer)
    assert table_of(home).bots == ("", level)


@pytest.mark.parametrize("elsewhere", ["new duel page", "daily", "lesson 1", "puzzle 1", "menu"])
def test_whoever_leaves_a_game_hears_that_it_is_saved(tmp_path: Path, elsewhere: str) -> None:
    home = home_in(tmp_path)
    home.answer(f"new king 2 page {SEED}")
    assert "King of the Dead is saved: saves lists it." in said(home, elsewhere)
    assert "is saved" not in said(home, "menu", "lesson 2")
