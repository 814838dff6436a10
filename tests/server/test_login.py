"""What may follow what in a login: every order of a few messages, with several names and keys."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from regicide_tui.server.base.config import Config
from regicide_tui.server.model.login import Judge, Login, LoginResult, NameChanged
from regicide_tui.server.model.names import Account
from regicide_tui.server.model.refusals import Reason, Refusal
from regicide_tui.server.model.visitor import PublicAddress

ADA = Account("ada", ("key of ada",))
ACCOUNTS = {"ada": ADA, "bea": None, "play": None, "guest": None}
OPENED = {"key of ada": ADA, "another key": None}
WORD = "harbour"
STEPS = [
    *product(("query", "sign"), ACCOUNTS, OPENED),
    *product(("password",), ACCOUNTS, (WORD, "wrong")),
    *product(("give up",), ACCOUNTS, ("",)),
]

Step = tuple[str, str, str]


def _login(config: Config, judge: Judge = lambda _name, _key: None) -> Login:
    """Return a login of which nothing has happened yet."""
    return Login(config, judge, PublicAddress())


def login(config: Config, steps: Sequence[Step]) -> tuple[Login, list[Step]] | None:
    """Take steps as a client may send them; return the login and those taken once it is inside."""
    one, last = _login(config), ""
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
    if method == "sign":
        return one.prove(name, more, ACCOUNTS[name], OPENED[more]) is LoginResult.IN
    if method == "password":
        return one.is_password(name, more)
    if method == "give up":
        return one.give_up_keys(name) is LoginResult.IN
    one.may_prove(name, more, ACCOUNTS[name], OPENED[more])
    return False


def orders(longest: int) -> Iterator[Sequence[Step]]:
    for length in range(1, longest + 1):
        yield from product(STEPS, repeat=length)


@pytest.mark.parametrize("password", ["", WORD])
@pytest.mark.parametrize("guests", [False, True])
def test_whoever_comes_in_has_signed_with_the_key_they_have_or_is_a_guest(
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
        if one.key:
            assert ("sign", one.name, one.key) in taken
        if one.account is not None:
            assert one.key in one.account.keys
            continue
        assert one.name != "ada"
        assert one.is_guest == (guests and one.name in ("play", "guest"))
        assert one.key or one.is_guest
        if password:
            assert taken[-1] == ("password", one.name, WORD)
            assert not one.key or ("sign", one.name, one.key) in taken[:-1]
    assert came_in


def test_a_name_can_not_change() -> None:
    one = _login(Config(guests=True, password=WORD))
    assert one.begin("guest")
    with pytest.raises(NameChanged):
        one.begin("Guest")


def test_a_key_that_is_taken_is_the_only_one() -> None:
    one = _login(Config(password=WORD))
    one.begin("bea")
    assert one.prove("bea", "another key", None, None) is LoginResult.PASSWORD
    assert one.prove("bea", "key of ada", None, ADA) is LoginResult.NO
    assert not one.takes_key
    assert one.key == "another key"


def test_a_password_is_asked_for_after_a_proof_alone() -> None:
    one = _login(Config(password=WORD))
    one.begin("bea")
    assert one.may_prove("bea", "another key", None, None)
    assert not one.takes_password
    assert not one.is_password("bea", WORD)
    one.prove("bea", "another key", None, None)
    assert one.takes_password
    assert not one.is_password("ada", WORD)
    assert one.is_password("bea", WORD)


@pytest.mark.parametrize("guests", [False, True])
def test_by_the_name_play_the_key_that_opens_a_name_counts_whichever_comes_first(
    guests: bool,
) -> None:
    one = _login(Config(guests=guests))
    one.begin("Play")
    assert one.prove("Play", "another key", None, None) is LoginResult.LATER
    assert not one.may_prove("Play", "a third key", None, None), "one unknown key is enough"
    assert one.prove("Play", "key of ada", None, ADA) is LoginResult.IN
    assert (one.key, one.account) == ("key of ada", ADA)
    assert not one.is_guest


@pytest.mark.parametrize("guests", [False, True])
def test_by_the_name_play_a_new_key_counts_once_there_are_no_more(guests: bool) -> None:
    one = _login(Config(guests=guests))
    one.begin("play")
    one.prove("play", "another key", None, None)
    assert one.give_up_keys("play") is LoginResult.IN
    assert (one.key, one.account, one.suggestion) == ("another key", None, "")
    assert one.is_guest == guests


@pytest.mark.parametrize(
    ("name", "key", "reason"),
    [
        ("bea", "", Reason.NO_KEY),
        ("ada", "another key", Reason.OTHER_KEY),
        ("play", "", Reason.NO_KEY),
    ],
)
def test_whoever_is_refused_learns_why(name: str, key: str, reason: Reason) -> None:
    one = _login(Config(guests=False))
    one.begin(name)
    if key:
        assert one.prove(name, key, ACCOUNTS[name], OPENED[key]) is LoginResult.NO
    assert one.give_up_keys(name) is LoginResult.NO
    assert one.refusal.reason is reason
    assert not one.takes_no_key, "it is said once"


@pytest.mark.parametrize("name", ["ada", "bea", "play"])
@pytest.mark.parametrize("key", OPENED)
def test_the_rules_of_the_operator_come_before_every_key(name: str, key: str) -> None:
    banned = Refusal(Reason.BANNED, "You are banned until Sunday: you have insulted people.")
    judged: list[tuple[str, str]] = []

    def judge(who: str, whose: str) -> Refusal:
        judged.append((who, whose))
        return banned

    one = _login(Config(guests=True), judge)
    one.begin(name)
    assert one.prove(name, key, ACCOUNTS[name], OPENED[key]) is LoginResult.NO
    if (name, key) != ("ada", "another key"):
        assert one.refusal == banned
        expected = "ada" if key == "key of ada" else one.suggestion
        assert judged == [(expected, key)]
    assert one.give_up_keys(name) is LoginResult.NO
