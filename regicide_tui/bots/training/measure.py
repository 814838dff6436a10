"""`python -m regicide_tui.bots.training.measure --players N --level L --games M` counts wins."""

import argparse
import csv
import time
from pathlib import Path

from regicide_tui.bots.contest import contest, wilson
from regicide_tui.bots.levels import LEVELS, level_named, regicide_bot
from regicide_tui.games import find


def main() -> None:
    """Read the command line, play the games, write a line for each, and tell the shares."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.training.measure")
    parser.add_argument("--players", type=int, choices=(1, 2, 3, 4), required=True)
    parser.add_argument("--level", choices=[level.name for level in LEVELS], required=True)
    parser.add_argument("--evaluations", type=int, help="think so much instead")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="measure", help="games are dealt from SEED-1, SEED-2 ...")
    parser.add_argument("--out", type=Path, help="a CSV file with a line for each game")
    given = parser.parse_args()
    game = find("regicide")
    bot = regicide_bot(level_named(given.level), given.players, given.evaluations)
    rows: list[dict[str, object]] = []
    seconds = 0.0
    for number in range(1, given.games + 1):
        begun = time.perf_counter()
        played = contest(game, [bot] * given.players, f"{given.seed}-{number}")
        # The first game is not timed: what is compiled is loaded in it.
        seconds += time.perf_counter() - begun if number > 1 else 0
        figures = game.figures(played.events)
        rows.append(
            {
                "seed": played.seed,
                "won": int(played.outcome.won),
                "medal": played.outcome.medal or "",
                "actions": len(played.actions),
                "royals": figures["royals"],
            }
        )
    if given.out:
        with given.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    _tell(given.players, given.level, rows, seconds)


def _tell(players: int, level: str, rows: list[dict[str, object]], seconds: float) -> None:
    games = len(rows)
    counts = {"won": sum(row["won"] == 1 for row in rows)}
    if players == 1:
        counts["gold"] = sum(row["medal"] == "gold" for row in rows)
    moves = sum(int(str(row["actions"])) for row in rows[1:])
    shares = []
    for name, count in counts.items():
        low, high = wilson(count, games)
        shares.append(f"{name} {count / games:.3f} [{low:.3f}, {high:.3f}]")
    pace = f"{1000 * seconds / max(1, moves):.1f} ms an action"
    print(f"{players} players, {level}, {games} games: {', '.join(shares)}, {pace}")  # noqa: T201


if __name__ == "__main__":
    main()
