"""Plays and searches with a library that was built to find faults of memory.

`python -m tests.bots.translator.sanitized LIBRARY ACTIONS SEARCHES`, with the sanitizer loaded
first. The actions and searches are those of each game; each searched position is also spoiled.
"""

import json
import sys
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random

import regicide_tui.bots.nets as nets

nets.library_file = lambda: Path(sys.argv[1])  # before anything else looks for it

from regicide_tui import games  # noqa: E402
from regicide_tui.bots import library  # noqa: E402

library.untouched = lambda zeros, size: zeros(size)  # the sanitizer knows what malloc has given

from regicide_tui.bots.base import (  # noqa: E402
    Bot,
    BotGame,
    NoAnswer,
    Observation,
)
from regicide_tui.bots.roster import find_factory  # noqa: E402
from regicide_tui.games.base import AnyGame, BadSetup, Json, Value  # noqa: E402
from tests.bots.translator.same_searches import options  # noqa: E402

EVALUATIONS = 300
TRIED = 4
"""How many spoiled forms of a position are tried beside each search."""


def spoil(given: Json, random: Random) -> Json:
    """Return a position with one of its parts changed, left out, or given twice."""
    if isinstance(given, dict) and given:
        name = random.choice(list(given))
        return {**given, name: spoil(given[name], random)}
    if isinstance(given, list) and given:
        place = random.randrange(len(given))
        part = given[place]
        instead = random.choice(([], [part, part], [spoil(part, random)], [random.choice(given)]))
        return [*given[:place], *instead, *given[place + 1 :]]
    if isinstance(given, bool):
        return not given
    if isinstance(given, int):
        return given + random.choice((-3, -1, 1, 3, 30))
    if isinstance(given, str):
        return random.choice(("2C", "AH", "KS", "TD", "*", "9S", ""))
    return given


def search_spoiled(
    game: AnyGame, bot: Bot[Value, Value], state: Value, house: dict[str, Json], random: Random
) -> int:
    """Search from spoiled forms of a position, and play on there; return how many were loaded."""
    found, written = 0, json.loads(json.dumps(game.position(state)))
    for _ in range(TRIED):
        try:
            loaded = game.load(spoil(written, random), "spoiled", house)
        except (BadSetup, KeyError, TypeError, ValueError):
            continue
        found += 1
        for _ in range(5):
            if (seat := game.to_act(loaded)) is None:
                break
            view = game.view(loaded, seat)
            with suppress(NoAnswer):
                bot.choose(Observation(view, (), view), 1)
            loaded = game.reduce(loaded, random.choice(game.legal_actions(loaded))).state
    return found


def main() -> None:
    """Play random games of every game, and search now and then."""
    actions, wanted = int(sys.argv[2]), int(sys.argv[3])
    for name in games.names():
        game, random = games.find(name), Random(name)
        taken = searched = loaded = 0
        factory = find_factory(name)
        assert factory is not None
        assert factory.make_with_net is not None
        for players in cycle(game.player_counts):
            bot, house = factory.make_with_net(players, EVALUATIONS), options(name, players, random)
            running = BotGame(game, players, f"{random.random()}", house)
            while (seat := running.to_act) is not None:
                if searched * actions <= taken * wanted:
                    bot.choose(running.observe(seat), running.bot_seed)
                    loaded += search_spoiled(game, bot, running.state, house, random)
                    searched += 1
                running.take(random.choice(game.legal_actions(running.state)))
                taken += 1
            if taken >= actions:
                break
        assert loaded > searched / 10
        print(name, taken, searched, loaded, flush=True)


if __name__ == "__main__":
    main()
