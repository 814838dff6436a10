"""What may follow what in a login: every order of a few messages, with two names and two keys."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from regicide_tui.server.operations.config import Config
from regicide_tui.server.ssh.login import Login, LoginResult, NameChanged
from regicide_tui.server.storage.accounts import Account

ADA = Account("ada", ("key of ada",))
ACCOUNTS = {"ada": ADA, "bea": None, "guest": None}
WORD = "harbour"
STEPS = [
    *product(("query", "sign"), ACCOUNTS, ("key of ada", "another key")),
    *product(("password",), ACCOUNTS, (WORD, "wrong")),
]

Step = tuple[str, str, str]


def login(config: Config, steps: Sequence[Step]) -> tuple[Login, list[Step]] | None:
    """Take steps as a client may send them; return the login and those taken once it is inside."""
    one, last = Login(config), ""
    for taken, (method, name, more) in enumerate(steps, 1):
        if name != last:
            try:
                needs_more = one.begin(name)
            except NameChanged:
                return None
            if not needs_more:
                return one, [*steps[:taken]]
            last = name
        right = takes(one, method, name, more)
        if right:
            return one, [*steps[:taken]]
    return None


def takes(one: Login, method: str, name: str, more: str) -> bool:
    """Take one step; return whether it lets somebody in."""
    account = ACCOUNTS[name]
    if method == "sign":
        return one.prove(name, more, account) is LoginResult.IN
    if method == "password":
        return one.is_password(name, more)
    one.may_prove(name, more, account)
    return False


def orders(longest: int) -> Iterator[Sequence[Step]]:
    for length in range(1, longest + 1):
        yield from product(STEPS, repeat=length)


@pytest.mark.parametrize("password", ["", WORD])
@pytest.mark.parametrize("guests", [False, True])
def test_who_comes_in_has_signed_with_a_key_of_that_name_or_is_a_guest(
    password: str, guests: bool
) -> None:
    config = Config(password=password, guests=guests)
    came_in = 0
    for steps in orders(3):
        if (found := login(config, steps)) is None:
            continue
        came_in += 1
        one, taken = found
        assert {name for _, name, _ in taken} == {one.name}
        if one.guest:
            assert one.name == "guest"
            assert guests
            assert not password or ("password", "guest", WORD) in taken
            continue
        assert ("sign", one.name, one.key) in taken
        assert one.key in ADA.keys or one.name != "ada"
        said = ("password", one.name, WORD)
        if password and one.name != "ada":
            assert said in taken
            assert taken.index(("sign", one.name, one.key)) < len(taken) - 1
    assert came_in


def test_a_name_can_not_change() -> None:
    one = Login(Config(guests=True, password=WORD))
    assert one.begin("guest")
    with pytest.raises(NameChanged):
        one.begin("Guest")


def test_a_key_that_is_proved_is_the_only_one() -> None:
    one = Login(Config(password=WORD))
    one.begin("bea")
    assert one.prove("bea", "another key", None) is LoginResult.PASSWORD
    assert one.prove("bea", "key of ada", None) is LoginResult.NO
    assert not one.takes_key
    assert one.key == "another key"


def test_a_password_is_asked_for_after_a_proof_alone() -> None:
    one = Login(Config(password=WORD))
    one.begin("bea")
    assert one.may_prove("bea", "another key", None)
    assert not one.takes_password
    assert not one.is_password("bea", WORD)
    one.prove("bea", "another key", None)
    assert one.takes_password
    assert not one.is_password("ada", WORD)
    assert one.is_password("bea", WORD)


def test_what_is_no_name_opens_to_no_key() -> None:
    one = Login(Config(allowed=("ada",)))
    one.begin("bea")
    assert "list" in one.refused
    assert one.prove("bea", "another key", None) is LoginResult.NO
