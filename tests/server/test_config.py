"""The operator's file."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from regicide_tui.server.base.config import BadConfig, Config, read_config
from regicide_tui.server.operator.settings import read_settings
from tests.server.operating import typed


def test_without_a_file_the_defaults_are_safe() -> None:
    config = read_config(None)
    assert config == Config()
    assert (config.host, config.port, config.guests) == ("127.0.0.1", 2222, None)


def test_a_file_says_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('port = 2022\nallowed = ["ada"]\n[limits]\nconnections = 7\n')
    config = read_config(path)
    assert (config.port, config.allowed, config.limits.connections) == (2022, ("ada",), 7)
    assert config.limits.idle_minutes == Config().limits.idle_minutes


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("port = 70000", "port: expected a whole number <= 65535"),
        ('port = "x"', "port: expected a whole number, got text"),
        ("guests = 3", "guests: expected true or false, got a whole number"),
        ("allowed = [1]", r"allowed\[0\]: expected text"),
        ('log = "xml"', "log: not an allowed value: 'xml'"),
        ("workers = 1", "workers was removed.*several servers.*PostgreSQL.*HAProxy"),
        ("prot = 22", "there is no setting prot"),
        ("[limits]\nconnections = 0", "limits.connections: expected a whole number >= 1"),
        ("port = ", "house.toml"),
        ('host = ""', "0.0.0.0"),
        ('host = " "', "0.0.0.0"),
        ('password = "\\u00ad"', "house.toml.*password"),
        ('public_host = "$(reboot)"', "public_host"),
        ('public_host = "a b"', "public_host"),
        ('guests = true\nallowed = ["ada"]', "allowed.*guests"),
        ('port = 4270\nmetrics = "4270"', "metrics and port are the same"),
        ('proxy_protocol = ["balancer.example"]', "proxy_protocol"),
        ('proxy_protocol = ["10.0.0.1/8"]', "proxy_protocol.*host bits"),
        ('proxy_protocol = ["0.0.0.0/0"]', "claim any address"),
        ('proxy_protocol = ["::/0"]', "claim any address"),
    ],
)
def test_nonsense_is_refused_by_name(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(BadConfig, match=why):
        read_config(path)


def test_an_address_of_the_command_line_is_no_empty_one_either() -> None:
    assert read_settings(typed("serve", "--host", "::")).host == "::"
    with pytest.raises(BadConfig, match=r"0\.0\.0\.0"):
        read_settings(typed("serve", "--host", ""))


@pytest.mark.parametrize(
    ("host", "let_in"),
    [
        *[(host, True) for host in ("127.0.0.1", "127.8.9.1", "::1", "localhost")],
        *[(host, False) for host in ("0.0.0.0", "::", "192.0.2.1", "play.example.org")],
    ],
)
def test_guests_come_where_only_this_machine_does_unless_the_operator_says_otherwise(
    host: str, let_in: bool
) -> None:
    assert Config(host=host).lets_guests_in == let_in
    assert read_settings(typed("serve", "--host", host)).lets_guests_in == let_in
    for option, chosen in (("--no-guests", False), ("--guests", True)):
        assert Config(host=host, guests=chosen).lets_guests_in == chosen
        assert read_settings(typed("serve", "--host", host, option)).lets_guests_in == chosen
    assert not Config(host=host, allowed=("ada",)).lets_guests_in
    assert not Config(host=host, proxy_protocol=("127.0.0.1",)).lets_guests_in


def test_no_option_lets_guests_in_beside_a_list_of_names(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('allowed = ["ada"]')
    with pytest.raises(BadConfig, match=r"allowed.*guests"):
        read_settings(typed("serve", "--config", tmp_path / "house.toml", "--guests"))


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="can't be read"):
        read_config(tmp_path / "house.toml")


# ---------------------------------------------------------------- all that is wrong at once


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            'prot = 22\nport = 70000\nhost = ""\nmoderators = ["a b"]\n'
            "[limits]\nconnections = 0\nlogins = 5\n",
            ("prot", "port", "host", "'a b'", "connections", "logins"),
        ),
        (
            'allowed = ["ada", "ab", "play"]\nmoderators = ["guest-1", "ada", "a b"]\n'
            'proxy_protocol = ["10.0.0.1/8", "10.0.0.1", "::/0"]\n',
            ("'ab'", "'play'", "'guest-1'", "'a b'", "10.0.0.1/8", "::/0"),
        ),
    ],
    ids=["settings", "parts of lists"],
)
def test_everything_that_is_wrong_has_a_line(
    tmp_path: Path, text: str, words: Sequence[str]
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(BadConfig) as refused:
        read_settings(typed("serve", "--config", path), {})
    for line, word in zip(f"{refused.value}".splitlines(), words, strict=True):
        assert line.startswith(f"{path}: ")
        assert word in line


@pytest.mark.parametrize("setting", ["allowed", "moderators"])
@pytest.mark.parametrize("name", ["ab", "a b", "guest-1", "play", "", "a" * 17])
def test_a_list_of_names_has_none_that_nobody_can_have(
    tmp_path: Path, setting: str, name: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'{setting} = ["ada", "{name}"]')
    with pytest.raises(BadConfig, match=f"{setting} contains '{name}'"):
        read_settings(typed("serve", "--config", path), {})


# ---------------------------------------------------------------- the environment


def test_each_setting_may_come_from_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('host = "::1"\nport = 2022\n[limits]\nconnections = 7\nidle_minutes = 8\n')
    given = {
        "PORT": "2023",
        "GUESTS": "true",
        "ALLOWED": "",
        "MODERATORS": "ada bea",
        "NOTIFY_COMMAND": "/bin/tell 'a player'",
        "DRAIN_SECONDS": "7",
        "LIMITS_CONNECTIONS": "9",
    }
    variables = {f"REGICIDE_TUI_SERVER_{name}": text for name, text in given.items()}
    found = read_settings(typed("serve", "--config", path, "--port", 2024), variables)
    assert (found.host, found.port, found.guests) == ("::1", 2024, True)
    assert (found.moderators, found.allowed) == (("ada", "bea"), ())
    assert found.notify_command == ("/bin/tell", "a player")
    assert (found.limits.connections, found.limits.idle_minutes) == (9, 8)
    assert found.drain_seconds == 7


def test_an_empty_variable_leaves_the_setting_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('password = "open sesame"\nallowed = ["ada"]\n[limits]\nconnections = 7\n')
    names = ("PASSWORD", "ALLOWED", "LIMITS_CONNECTIONS")
    variables = {f"REGICIDE_TUI_SERVER_{name}": "" for name in names}
    assert read_settings(typed("serve", "--config", path), variables) == read_config(path)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("PROT", "22", "the environment: .*prot"),
        ("PORT", "many", "the environment: .*port"),
        ("LIMITS_CONNECTIONS", "0", "the environment: .*connections"),
        ("MODERATORS", "guest-1", "moderators contains 'guest-1'"),
        ("NOTIFY_COMMAND", "'", "NOTIFY_COMMAND: No closing quotation"),
        ("GUESTS", "true", "the environment and the file: allowed"),
    ],
)
def test_a_wrong_variable_is_refused_by_name(
    tmp_path: Path, name: str, text: str, why: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text('allowed = ["ada"]')
    variables = {f"REGICIDE_TUI_SERVER_{name}": text}
    with pytest.raises(BadConfig, match=why):
        read_settings(typed("serve", "--config", path), variables)
