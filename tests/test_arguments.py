"""The command line: its man page and its completion."""

import shutil
import subprocess
import sys
from argparse import ArgumentParser, _SubParsersAction
from pathlib import Path

import pytest

from regicide_tui import __version__
from regicide_tui.arguments import SHELLS, completion_script, make_parser
from regicide_tui.games import find, names

PAGE = Path(__file__).parents[1] / "docs" / "regicide-tui.1"


def test_the_man_page_tells_every_command_and_option() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\\-", "-")
    parser = make_parser()
    for line in parser.format_help().splitlines():
        for word in line.split()[:2]:
            if word.startswith("--") and word != "--help":
                assert word.rstrip(",") in page
    for command in (
        "resume",
        "new",
        "open",
        "replay",
        "review",
        "export",
        "saves",
        "doctor",
        "completion",
    ):
        assert f"'regicide-tui {command}'" in page


def test_the_man_page_and_the_help_of_new_tell_the_house_rules_of_every_game() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\\-", "-").replace("\\|", "|")
    (commands,) = [one for one in make_parser()._actions if isinstance(one, _SubParsersAction)]
    said = commands.choices["new"].format_help()
    for game in map(find, names()):
        assert f"{game.title} (--game {game.name})" in said
        for option in game.options(max(game.player_counts)):
            line = f"    {option.name}={option.default}".lower()
            assert line in said
            assert line in page
            assert option.meaning in said


def test_the_man_page_is_of_this_version_and_has_a_date() -> None:
    heading, *_ = PAGE.read_text(encoding="utf-8").replace("\\-", "-").splitlines()
    assert f'"regicide-tui {__version__}"' in heading
    assert "1970" not in heading


def test_the_help_of_a_command_with_house_rules_fits_a_terminal() -> None:
    (commands,) = [one for one in make_parser()._actions if isinstance(one, _SubParsersAction)]
    for name in ("new", "play"):
        assert max(map(len, commands.choices[name].format_help().splitlines())) < 80


def test_no_help_names_a_file_that_a_wheel_lacks() -> None:
    parsers: list[ArgumentParser] = [make_parser()]
    for parser in parsers:
        assert "docs/" not in parser.format_help()
        for action in parser._actions:
            if isinstance(action, _SubParsersAction):
                parsers += action.choices.values()
    assert len(parsers) > 20


@pytest.mark.skipif(shutil.which("groff") is None, reason="only groff can read it")
def test_the_man_page_can_be_read() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", str(PAGE)], capture_output=True, text=True, check=True
    )
    assert "regicide-tui" in done.stdout.replace("\x1b[1m", "").replace("‐", "-")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_completion_script_names_the_commands(shell: str) -> None:
    script = completion_script(shell)
    for word in ("resume", "replay", "doctor", *names()):
        assert word in script


@pytest.mark.parametrize("shell", SHELLS)
def test_a_completion_script_is_accepted_by_its_shell(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here")
    done = subprocess.run(
        [shell, "-n"], input=completion_script(shell), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_bash_completes_a_command(tmp_path: Path) -> None:
    (tmp_path / "script").write_text(completion_script("bash"))
    ask = (
        "source ./script; COMP_WORDS=(regicide-tui re); COMP_CWORD=1; "
        "_shtab_regicide_tui regicide-tui re regicide-tui; echo ${COMPREPLY[@]}"
    )
    done = subprocess.run(
        ["bash", "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert {"resume", "replay"} <= set(done.stdout.split())


@pytest.mark.parametrize("text", ["-1", "65536", "99999", "1" * 5000, "ssh", "", "²"])
def test_what_is_no_port_is_refused_with_a_sentence(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        make_parser().parse_args(["serve", f"--port={text}"])
    assert ended.value.code == 2
    assert "a port must be a number from 0 to 65535" in capsys.readouterr().err


def test_any_other_port_is_taken() -> None:
    for port in (0, 22, 65535):
        assert make_parser().parse_args(["serve", "--port", f"{port}"]).port == port


def test_no_installed_package_is_searched_for_a_game_of_ours() -> None:
    program = f"""
import sys
sys.path[:] = {sys.path!r}
from regicide_tui.arguments import make_parser
make_parser().parse_args(["new", "--game", "duel"])
assert "importlib.metadata" not in sys.modules
"""
    subprocess.run([sys.executable, "-S", "-c", program], check=True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("reusme", "there is no command 'reusme'. Do you mean resume?"),
        ("store bakcup", "there is no command 'bakcup'. Do you mean backup?"),
        ("new --plaeyrs 2", "there is no option '--plaeyrs'. Do you mean --players?"),
        ("--no-moton", "there is no option '--no-moton'. Do you mean --no-motion?"),
        ("--seed 7F3K", "there is no option '--seed'. regicide-tui --help lists them"),
        (
            "new --game dule",
            "duel, king_of_the_dead. Do you mean duel?",
        ),
        ("completion bsh", "'bsh' is not one of bash, zsh, fish. Do you mean bash?"),
        ("completion python", "'python' is not one of bash, zsh, fish\n"),
        ("xyzzy", "there is no command 'xyzzy'. regicide-tui --help lists them"),
        ("store list", "there is no command 'list'. regicide-tui store --help lists them"),
    ],
)
def test_the_word_that_is_meant_by_a_wrong_one_is_named(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        make_parser().parse_args(line.split())
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("start", "Do you mean new?"),
        ("solo", "Do you mean new?"),
        ("continue", "Do you mean resume?"),
        ("help", "Do you mean --help?"),
        ("new help", "Do you mean --help?"),
        ("version", "Do you mean --version?"),
        ("duel", "Do you mean new --game duel?"),
        ("new duel", "Do you mean --game duel?"),
        ("play", "To play yourself, run: regicide-tui new"),
    ],
)
def test_what_a_newcomer_may_type_leads_to_the_right_command(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        make_parser().parse_args(line.split())
    assert said in capsys.readouterr().err


def test_an_option_may_still_be_cut_short() -> None:
    assert make_parser().parse_args(["--data", "x", "new", "--play", "2"]).players == 2
