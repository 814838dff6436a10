"""The limits of connections, logins and passwords: by address, by name, and over time."""

from collections.abc import Callable
from functools import partial

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.services.limits import (
    FailureLimiter,
    RateLimiter,
    TokenBucket,
)
from regicide_tui.server.ssh.limits import Connection, ConnectionLimiter, TurnedAway, network_of
from tests.server.waiting import Time


@pytest.fixture
def time() -> Time:
    """A clock that stands."""
    return Time()


def test_a_bucket_lets_a_burst_through_and_then_so_much_a_second(time: Time) -> None:
    bucket = TokenBucket(100, 10, time)
    assert [bucket.take(60), bucket.take(60), bucket.take(1)] == [60, 40, 0]
    time.now = 2.0
    assert bucket.take(50) == 20
    time.now = 1000.0
    assert bucket.take(500) == 100


def new_limiter(
    time: Time, in_all: int = 100, by_address: int = 100, logins: int = 100
) -> ConnectionLimiter:
    limits = Limits(
        connections=in_all,
        connections_by_address=by_address,
        connections_by_name=2,
        logins_a_minute=logins,
    )
    return ConnectionLimiter(limits, time)


def come(
    limiter: ConnectionLimiter, address: str = "1", leave: Callable[[], None] = lambda: None
) -> Connection:
    connection = Connection(address)
    limiter.add(connection)
    connection.leave = connection.give_way = leave
    return connection


def inside(limiter: ConnectionLimiter, address: str = "1", name: str = "ada") -> Connection:
    connection = come(limiter, address)
    limiter.note_success(connection, name)
    return connection


# ---------------------------------------------------------------- connections


def test_the_server_has_a_number_of_places(time: Time) -> None:
    limiter = new_limiter(time, in_all=2)
    first, _ = inside(limiter, "1"), inside(limiter, "2")
    with pytest.raises(TurnedAway, match="the server is full"):
        come(limiter, "3")
    limiter.remove(first)
    come(limiter, "3")
    assert limiter.connections == 2


def test_one_address_has_a_few_of_them(time: Time) -> None:
    limiter = new_limiter(time, by_address=1)
    inside(limiter, "1")
    with pytest.raises(TurnedAway, match="one address"):
        come(limiter, "1")
    come(limiter, "2")


@pytest.mark.parametrize(("in_all", "by_address"), [(3, 100), (100, 3)])
def test_whoever_waits_for_the_login_keeps_nobody_out(
    time: Time, in_all: int, by_address: int
) -> None:
    limiter, left = new_limiter(time, in_all=in_all, by_address=by_address), list[int]()
    player = inside(limiter)
    for number in range(5):
        come(limiter, "1", partial(left.append, number))
    assert left == [0, 1, 2]
    assert limiter.connections == 3
    limiter.remove(player)
    assert limiter.connections == 2


def test_who_is_logged_in_without_a_session_goes_first(time: Time) -> None:
    limiter, left = new_limiter(time, by_address=3), list[str]()

    def logs_in(name: str) -> Connection:
        connection = come(limiter, "1", partial(left.append, name))
        limiter.note_success(connection, name)
        return connection

    playing, idle = logs_in("playing"), logs_in("idle")
    limiter.note_session(playing, goes_on=True)
    come(limiter, "1", partial(left.append, "waiting"))
    time.now = 10.0
    come(limiter)
    assert left == ["idle"]
    come(limiter)
    assert left == ["idle", "waiting"]
    limiter.remove(idle)
    limiter.note_session(playing, goes_on=False)
    time.now = 20.0
    come(limiter)
    assert left == ["idle", "waiting", "playing"]


def test_who_has_just_logged_in_need_not_go_before_the_session_can_begin(time: Time) -> None:
    limiter, left = new_limiter(time, by_address=2), list[str]()
    limiter.note_success(come(limiter, "1", partial(left.append, "ada")), "ada")
    come(limiter, "1", partial(left.append, "waiting"))
    come(limiter)
    assert left == ["waiting"]


def test_one_address_can_come_and_go_so_often_and_no_more(time: Time) -> None:
    limiter = new_limiter(time, logins=30)
    for number in range(60):
        limiter.remove(inside(limiter, name=f"name-{number}"))
    with pytest.raises(TurnedAway, match="too many visits a minute"):
        come(limiter)
    come(limiter, "2")
    time.now = 1.0
    limiter.remove(inside(limiter))
    with pytest.raises(TurnedAway, match="too many visits a minute"):
        come(limiter)
    time.now = 120.0
    for number in range(60):
        limiter.remove(inside(limiter, name=f"name-{number}"))


def test_guests_and_new_keys_use_up_no_login_of_a_name(time: Time) -> None:
    limiter = new_limiter(time, logins=30)
    for number in range(300):
        connection = come(limiter)
        limiter.note_nameless(connection, "guest", welcome=number < 30)
        limiter.remove(connection)
    limiter.remove(inside(limiter))
    for _ in range(30):
        connection = come(limiter)
        limiter.note_nameless(connection, "guest", welcome=False)
        limiter.remove(connection)
    with pytest.raises(TurnedAway, match="too many logins a minute"):
        come(limiter)
    time.now = 61.0
    limiter.remove(inside(limiter))


def test_who_is_not_welcome_makes_room_at_once(time: Time) -> None:
    limiter, left = new_limiter(time, by_address=2), list[str]()
    for name, welcome in (("welcome", True), ("late", False)):
        connection = come(limiter, "1", partial(left.append, name))
        limiter.note_nameless(connection, "guest", welcome=welcome)
    come(limiter)
    assert left == ["late"]


def test_a_name_has_a_few_connections_and_the_oldest_goes(time: Time) -> None:
    limiter, left = new_limiter(time), list[str]()
    for number, name in enumerate(["ada", "bea", "Ada", "ADA", "bea"]):
        connection = come(limiter, "1", partial(left.append, f"{name} {number}"))
        limiter.note_success(connection, name)
        limiter.note_name(connection, name)
        limiter.note_session(connection, goes_on=True)
    assert left == ["ada 0"]
    assert limiter.connections == 4


def test_a_connection_goes_once(time: Time) -> None:
    limiter = new_limiter(time)
    connection = come(limiter)
    come(limiter)
    limiter.remove(connection)
    limiter.remove(connection)
    assert limiter.connections == 1


def test_logins_are_counted_by_the_minute(time: Time) -> None:
    limiter = new_limiter(time, logins=2)
    for _ in range(2):
        limiter.remove(come(limiter))
    with pytest.raises(TurnedAway, match="a minute"):
        come(limiter)
    time.now = 60.0
    come(limiter)


def test_logins_that_succeed_leave_room_for_others_at_that_address(time: Time) -> None:
    limiter = new_limiter(time, logins=2)
    for _ in range(4):
        inside(limiter)


def test_addresses_of_one_network_are_one() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth0")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("192.0.2.2") != network_of("192.0.2.1")
    assert network_of("?") == "?"


def test_quiet_addresses_are_forgotten(time: Time) -> None:
    limiter = new_limiter(time)
    for number in range(1000):
        connection = come(limiter, f"{number}")
        limiter.note_failure(connection, "ada")
        limiter.remove(connection)
    time.now = 10_000.0
    limiter.remove(come(limiter, "x"))
    assert len(limiter.tries) == 1


# ---------------------------------------------------------------- so many at once, then one by one


def test_what_came_to_nothing_is_not_counted(time: Time) -> None:
    newcomers = RateLimiter(2, 60.0, time)
    for _ in range(5):
        assert newcomers.take("1") == 0
        newcomers.give_back("1")
    newcomers.give_back("nobody came from here")
    assert [newcomers.take("1") for _ in range(3)] == [0, 0, 60]


@pytest.mark.parametrize("seconds", [60 / 7, 0.1, 3.0])
def test_the_whole_burst_passes_at_once_whatever_the_time_is(time: Time, seconds: float) -> None:
    time.now = 1_795_400_000.3
    newcomers = RateLimiter(50, seconds, time)
    assert [newcomers.take("1") for _ in range(50)] == [0] * 50
    assert newcomers.take("1") == pytest.approx(seconds, abs=0.001)
    time.now += seconds
    assert newcomers.take("1") == 0
    assert newcomers.take("1") > 0


def test_addresses_whose_newcomers_came_long_ago_are_forgotten(time: Time) -> None:
    newcomers = RateLimiter(2, 60.0, time)
    for number in range(1000):
        newcomers.take(f"{number}")
        newcomers.seconds_to_wait(f"nobody came from {number}")
    time.now = 60.0
    newcomers.take("x")
    assert len(newcomers.until) == 1


# ---------------------------------------------------------------- tries at private words


def test_wrong_words_are_free_a_few_times_and_then_cost_more_and_more_time(time: Time) -> None:
    tries = FailureLimiter(5, time)
    for _ in range(5):
        assert tries.seconds_to_wait("ada") == 0
        tries.note_failure("ada")
    waits = []
    for _ in range(12):
        tries.note_failure("ada")
        waits.append(tries.seconds_to_wait("ada"))
        time.now += tries.seconds_to_wait("ada")
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]
    assert tries.seconds_to_wait("bea") == 0


def test_wrong_words_are_forgotten_after_a_while(time: Time) -> None:
    tries = FailureLimiter(5, time)
    for number in range(1000):
        tries.note_failure(f"{number}")
    time.now = 4000.0
    tries.note_failure("ada")
    assert len(tries.failures) == 1


def test_ever_so_many_visitors_fill_nothing(time: Time) -> None:
    tries = FailureLimiter(5, time)
    for number in range(30_000):
        tries.note_failure(f"{number}")
        tries.note_failure("ada")
    assert len(tries.failures) <= 10_000
    assert tries.seconds_to_wait("ada") == 600


# ---------------------------------------------------------------- failed logins


def fail(limiter: ConnectionLimiter, times: int, name: str = "ada", address: str = "1") -> float:
    """Fail so often; return the bar after that."""
    connection = come(limiter, address)
    for _ in range(times):
        limiter.note_failure(connection, name)
    bar = limiter.seconds_barred(connection, name)
    limiter.remove(connection)
    return bar


def test_failed_logins_bar_a_name_for_longer_and_longer(time: Time) -> None:
    limiter = new_limiter(time)
    assert fail(limiter, 5) == 0
    assert fail(limiter, 1) == 2
    time.now = 1.5
    assert fail(limiter, 0) == 0.5
    time.now = 2.0
    assert fail(limiter, 0) == 0
    assert fail(limiter, 1) == 4
    assert fail(limiter, 1) == 8


def test_a_bar_is_for_one_name_at_one_address(time: Time) -> None:
    limiter = new_limiter(time)
    assert fail(limiter, 8, "ada")
    assert fail(limiter, 0, "ADA")
    assert not fail(limiter, 0, "bea")
    assert not fail(limiter, 0, "ada", "2")


def test_many_failures_with_many_names_bar_an_address(time: Time) -> None:
    limiter = new_limiter(time, logins=1000)
    for number in range(20):
        assert not fail(limiter, 1, f"name-{number}")
    assert fail(limiter, 1, "another")
    assert fail(limiter, 0, "ada")
    assert not fail(limiter, 0, "ada", "2")


def test_a_login_makes_good_for_its_own_name_alone(time: Time) -> None:
    limiter = new_limiter(time, logins=1000)
    assert fail(limiter, 6, "ada")
    assert fail(limiter, 6, "bea")
    inside(limiter, name="ada")
    assert not fail(limiter, 0, "ada")
    assert fail(limiter, 0, "bea")


def test_who_has_a_key_can_not_guess_a_password_without_end(time: Time) -> None:
    limiter = new_limiter(time, logins=10_000)
    guesses = 0
    while not fail(limiter, 0, f"new-{guesses}"):
        fail(limiter, 1, f"new-{guesses}")
        inside(limiter, name="mallory")
        guesses += 1
        assert guesses < 100


def test_failures_of_many_names_do_not_fill_the_memory(time: Time) -> None:
    limiter = new_limiter(time, logins=100_000)
    for number in range(11_000):
        fail(limiter, 1, f"name-{number}" + "x" * 100)
        time.now += 600.0 / 10_000
    names = limiter.failures_of_name.failures
    assert len(names) <= 10_000
    assert max(map(len, names)) < 100


def test_a_hundred_thousand_failures_never_shorten_the_bar(time: Time) -> None:
    limiter = new_limiter(time)
    connection, bar = come(limiter), 0.0
    for number in range(100_000):
        limiter.note_failure(connection, "ada")
        if number < 2000 or number % 1000 == 999:
            now = limiter.seconds_barred(connection, "ada")
            assert now >= bar
            bar = now
    assert bar == 600
    for _ in range(100):
        time.now += bar
        limiter.note_failure(connection, "ada")
        assert limiter.seconds_barred(connection, "ada") == bar
