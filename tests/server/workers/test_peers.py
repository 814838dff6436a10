"""What the workers of a server tell each other: facts, shared values, messages, and owners."""

import pytest

from regicide_tui.games.base import Json
from regicide_tui.server.storage.peers import Peers
from tests.server.workers.memory import Network


@pytest.fixture
def network() -> Network:
    return Network()


async def meet(network: Network, number: int) -> list[Peers]:
    """Return workers that know each other."""
    found = [Peers(network.transport()) for _ in range(number)]
    for one in found:
        await one.open()
    await network.settle()
    return found


async def test_the_facts_of_a_worker_are_known_to_all_others_and_vanish_with_it(
    network: Network,
) -> None:
    one, two, three = await meet(network, 3)
    told: list[tuple[str, Json]] = []
    two.on_fact("visit", lambda _, key, value: told.append((key, value)))
    one.note("visit", "ada", 1)
    three.note("visit", "bea", 2)
    await network.settle()
    assert two.facts("visit") == {one.me: {"ada": 1}, three.me: {"bea": 2}}
    await one.close()
    await network.settle()
    assert two.facts("visit") == {three.me: {"bea": 2}}
    assert told == [("ada", 1), ("bea", 2), ("ada", None)]


async def test_a_worker_that_is_open_knows_what_all_others_know(network: Network) -> None:
    one, two = await meet(network, 2)
    one.note("visit", "ada", 1)
    two.share("left", "bea", 7)
    await network.settle()
    three = Peers(network.transport())
    await three.open()
    assert three.facts("visit")[one.me] == {"ada": 1}
    assert three.shared("left") == {"bea": 7}


async def test_a_shared_value_is_there_as_long_as_one_worker_lives(network: Network) -> None:
    one, two = await meet(network, 2)
    one.share("left", "ada", 1)
    await network.settle()
    await one.close()
    three = Peers(network.transport())
    await three.open()
    await two.close()
    assert three.shared("left") == {"ada": 1}


async def test_each_worker_may_change_a_shared_value_and_the_others_are_called(
    network: Network,
) -> None:
    one, two = await meet(network, 2)
    told: list[tuple[str, Json]] = []
    one.on_shared("left", lambda key, value: told.append((key, value)))
    one.share("left", "ada", 1)
    await network.settle()
    two.share("left", "ada", 2)
    await network.settle()
    two.share("left", "ada", None)
    await network.settle()
    assert told == [("ada", 2), ("ada", None)]
    assert one.shared("left") == two.shared("left") == {}


async def test_the_copy_for_a_new_worker_replaces_nothing_that_is_newer(network: Network) -> None:
    one = Peers(network.transport())
    await one.open()
    one.share("left", "ada", 1)
    two = Peers(network.transport())
    two.share("left", "ada", 2)
    await two.open()
    await network.settle()
    assert two.shared("left") == {"ada": 2}


async def test_what_is_forgotten_is_gone_here_alone(network: Network) -> None:
    one, two = await meet(network, 2)
    one.share("left", "ada", 1)
    await network.settle()
    one.forget("left", "ada")
    await network.settle()
    assert not one.shared("left")
    assert two.shared("left") == {"ada": 1}


async def test_shared_values_arrive_before_facts_and_facts_before_messages(
    network: Network,
) -> None:
    one, two = await meet(network, 2)
    told: list[str] = []
    two.on_message("message", lambda _, __: told.append("message"))
    two.on_fact("fact", lambda _, __, ___: told.append("fact"))
    two.on_shared("shared", lambda _, __: told.append("shared"))
    one.tell("message", 1)
    one.note("fact", "key", 1)
    one.share("shared", "key", 1)
    await network.settle()
    assert told == ["shared", "fact", "message"]


async def test_each_task_has_one_owner_and_only_the_tasks_of_who_leaves_get_another(
    network: Network,
) -> None:
    workers = await meet(network, 3)
    tasks = [f"table {number}" for number in range(60)]
    before = {task: workers[0].owner(task) for task in tasks}
    for task in tasks:
        assert sum(one.owns(task) for one in workers) == 1
    assert {*before.values()} == {one.me for one in workers}
    await workers[2].close()
    await network.settle()
    for task in tasks:
        now = workers[0].owner(task)
        assert now == workers[1].owner(task)
        assert now == before[task] or before[task] == workers[2].me


async def test_a_worker_without_others_owns_everything() -> None:
    alone = Peers()
    await alone.open()
    assert alone.living == (alone.me,)
    assert alone.owns("pars")
    alone.tell("message", 1)
    alone.note("fact", "key", 1)
    alone.share("shared", "key", 1)
    assert alone.shared("shared") == {"key": 1}
    await alone.close()
