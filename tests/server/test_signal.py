"""A signal: who is told of a change, and in which order."""

from regicide_tui.server.base.tasks import Signal


def test_who_asks_for_it_is_told_first_and_the_others_as_they_came() -> None:
    told: list[str] = []
    signal = Signal[[str]](lambda error: told.append(f"{error}"))
    signal.subscribe(lambda news: told.append(f"{news} to ada"))
    signal.subscribe(lambda news: told.append(f"{news} to bea"))
    signal.subscribe(lambda news: told.append(f"{news} to the screens"), first=True)
    signal.send("one")
    assert told == ["one to the screens", "one to ada", "one to bea"]


def test_an_error_of_one_is_reported_and_the_others_are_told() -> None:
    told: list[str] = []
    signal = Signal[[]](lambda error: told.append(f"{error}"))

    def fail() -> None:
        raise ValueError("no cards")

    signal.subscribe(fail)
    signal.subscribe(lambda: told.append("ada"))
    signal.send()
    assert told == ["no cards", "ada"]
