"""How many actions per second the environments play on one core, compared with others.

`python -m tests.bench.environments` measures all of them in one run, in turns, and prints the best
and the median of the rounds. It compares PyPI's `regicide` (Rust), OpenSpiel's Hanabi (C++) and
RLCard (Python), if they are installed: `pip install regicide open_spiel rlcard`.

An action is what an environment calls one step; ours are chosen card by card or as a whole.
"""

import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median

from regicide_tui.env.aec import CardGameEnv
from regicide_tui.env.tables import Tables
from regicide_tui.games import find
from regicide_tui.simulate.benchmark.results import name_processor
from tests.loose import loose

ROUNDS = 7
MANY = 1024

Play = Callable[[], int]
"""Plays for a while, and returns the number of actions."""


def one_table(tables: Tables, steps: int = 20_000) -> Play:
    """Play at one table, with two Python calls per action: to choose, and to step."""

    def play() -> int:
        for _ in range(steps):
            tables.step_one(int(tables.sample()[0]))
        return steps

    return play


def one_table_in_one_call(tables: Tables, steps: int = 200_000) -> Play:
    """Play at one table in a single call: choices, steps, masks and observations."""

    def play() -> int:
        tables.play_randomly(steps)
        return steps

    return play


def many_tables(tables: Tables, steps: int = 150) -> Play:
    """Play at many tables, with two Python calls per step of all: to choose, and to step."""

    def play() -> int:
        for _ in range(steps):
            tables.step(tables.sample())
        return steps * MANY

    return play


def on_the_engine(name: str, players: int, steps: int = 3_000) -> Play:
    """Play in the PettingZoo environment, with the same games as the app."""
    env, rng = CardGameEnv(name, players), Random(1)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(steps):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(rng.choice(mask.nonzero()[0].tolist()))
            if any(env.terminations.values()):
                env.reset()
        return steps

    return play


# ---------------------------------------------------------------- others


def mean_length_of_random_games(games: int = 2_000) -> float:
    """Return the mean number of actions in a random two-player game of Regicide."""
    game, rng, actions = find("regicide"), Random(1), 0
    for number in range(games):
        state = game.new(2, str(number), {})
        while legal := game.legal_actions(state):
            state = game.reduce(state, rng.choice(legal)).state
            actions += 1
    return actions / games


def rust_regicide() -> Play:
    """Play random two-player games with PyPI's `regicide`. It only plays whole games, in Rust.

    It doesn't return the number of actions, so this assumes the mean of our random games.
    """
    regicide = loose(import_module("regicide"))
    length = mean_length_of_random_games()

    def play(games: int = 1_000) -> int:
        for _ in range(games):
            seats = [regicide.players.RandomPlayer() for _ in range(2)]
            regicide.RegicideGame(seats).playout()
        return round(games * length)

    return play


def hanabi() -> Play:
    """Play OpenSpiel's Hanabi for two with random actions, with a Python call for each step."""
    pyspiel, rng = loose(import_module("pyspiel")), Random(1)
    game = pyspiel.load_game("hanabi")

    def play(steps: int = 10_000) -> int:
        taken, state = 0, game.new_initial_state()
        while taken < steps:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                taken += 1
        return taken

    return play


def hanabi_in_one_call() -> Play:
    """Play OpenSpiel's Hanabi for two with its random bots: whole games in C++."""
    pyspiel = loose(import_module("pyspiel"))
    game = pyspiel.load_game("hanabi")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    count = iter(range(10**9))

    def play(games: int = 200) -> int:
        taken = 0
        for _ in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(count))
            taken += sum(move.player >= 0 for move in state.full_history())
        return taken

    return play


def rlcard() -> Play:
    """Play Leduc Hold'em, RLCard's smallest game, with its random agents."""
    module = loose(import_module("rlcard"))
    agents = loose(import_module("rlcard.agents"))
    env = module.make("leduc-holdem", config={"seed": 1})
    env.set_agents([agents.RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def play(games: int = 1_000) -> int:
        taken = 0
        for _ in range(games):
            trajectories, _ = env.run(is_training=False)
            taken += sum(len(one) // 2 for one in trajectories)
        return taken

    return play


# ---------------------------------------------------------------- measuring


def all_plays() -> dict[str, Play]:
    """Return everything to measure, by name."""
    plays: dict[str, Play] = {}
    for name, players in (("regicide", 2), ("duel", 2)):
        for whole in (False, True):
            kind = f"{name}, {'whole actions' if whole else 'card by card'}"

            def make(tables: int, name: str = name, whole: bool = whole) -> Tables:
                return Tables(name, players, tables, whole=whole)  # noqa: B023 # both are for 2

            plays[f"{kind}, one table, two calls an action"] = one_table(make(1))
            plays[f"{kind}, one table, one call"] = one_table_in_one_call(make(1))
            plays[f"{kind}, {MANY:,} tables"] = many_tables(make(MANY))
    for name in ("regicide", "duel", "king_of_the_dead"):
        plays[f"{name}, PettingZoo"] = on_the_engine(name, 2)
    others: dict[str, Callable[[], Play]] = {
        "regicide (Rust), whole games": rust_regicide,
        "open_spiel Hanabi, calls of Python": hanabi,
        "open_spiel Hanabi, whole games in C++": hanabi_in_one_call,
        "rlcard Leduc Hold'em": rlcard,
    }
    for named, begin in others.items():
        package = named.split()[0]
        try:
            plays[f"{named}, {package} {version(package)}"] = begin()
        except (ImportError, PackageNotFoundError):
            print(f"{package} is not installed: skipped.")
    return plays


def main() -> None:
    """Measure everything in turns, and print a line for each."""
    plays = all_plays()
    speeds: dict[str, list[float]] = {named: [] for named in plays}
    for play in plays.values():
        play()  # compiling and loading don't count
    for _ in range(ROUNDS):
        for named, play in plays.items():
            began = time.process_time()
            actions = play()
            speeds[named].append(actions / (time.process_time() - began))
    print(f"{name_processor()}, Python {sys.version.split()[0]}; actions per second on one core")
    for named, found in speeds.items():
        print(f"{max(found):>12,.0f} best {median(found):>12,.0f} median  {named}")


if __name__ == "__main__":
    main()
