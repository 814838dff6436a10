"""How much the house bears."""

import pytest

from regicide_tui.server.limits import Bucket, Doorkeeper


class Time:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    """A clock that stands."""
    return Time()


def test_a_bucket_lets_a_burst_through_and_then_so_much_a_second(time: Time) -> None:
    bucket = Bucket(100, 10, time)
    assert [bucket.take(60), bucket.take(60), bucket.take(1)] == [60, 40, 0]
    time.now = 2.0
    assert bucket.take(50) == 20
    time.now = 1000.0
    assert bucket.take(500) == 100


def keeper(time: Time, in_all: int = 100, by_address: int = 100, logins: int = 100) -> Doorkeeper:
    return Doorkeeper(in_all, by_address, logins, time)


def test_the_house_has_a_number_of_places(time: Time) -> None:
    door = keeper(time, in_all=2)
    assert [door.come("1"), door.come("2"), door.come("3")] == ["", "", "the house is full"]
    door.go("1")
    assert door.come("3") == ""
    assert door.connections == 2


def test_one_address_has_a_few_of_them(time: Time) -> None:
    door = keeper(time, by_address=1)
    assert door.come("1") == ""
    assert "one address" in door.come("1")
    assert door.come("2") == ""


def test_logins_are_counted_by_the_minute(time: Time) -> None:
    door = keeper(time, logins=2)
    for _ in range(2):
        assert door.come("1") == ""
        door.go("1")
    assert "a minute" in door.come("1")
    time.now = 60.0
    assert door.come("1") == ""


def test_failed_logins_bar_an_address_for_longer_and_longer(time: Time) -> None:
    door = keeper(time)
    for _ in range(6):
        assert door.come("1") == ""
        door.failed("1")
    assert "failed" in door.come("1")
    assert door.come("2") == ""
    time.now = 2.0
    assert door.come("1") == ""
    door.failed("1")
    time.now = 5.9
    assert "failed" in door.come("1")
    time.now = 6.0
    assert door.come("1") == ""


def test_a_login_makes_good_for_those_that_failed(time: Time) -> None:
    door = keeper(time)
    door.come("1")
    for _ in range(5):
        door.failed("1")
    door.succeeded("1")
    door.failed("1")
    assert door.come("1") == ""


def test_quiet_addresses_are_forgotten(time: Time) -> None:
    door = keeper(time)
    for number in range(1000):
        door.come(f"{number}")
        door.go(f"{number}")
    time.now = 10_000.0
    door.come("x")
    door.go("x")
    assert len(door._guests) == 1
