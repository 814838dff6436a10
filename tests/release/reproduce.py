"""Builds two clones of this commit, and compares every byte: `python -m tests.release.reproduce`.

With `--all`, it builds the wheels of all platforms, else only that of this one.
"""

import argparse
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]


def build(clone: Path, *, all_platforms: bool) -> dict[str, str]:
    """Clone this commit into a new folder and build it; return the hashes of the files."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment = {**os.environ, "PYTHONPATH": str(clone)}
    commands = [["-m", "hatchling", "build"]]
    if all_platforms:
        commands += [["-m", "regicide_tui.bots.translator.wheels"]]
    for command in commands:
        subprocess.run([sys.executable, *command], cwd=clone, env=environment, check=True)
    built = sorted(Path(clone, "dist").iterdir())
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in built}


def main() -> int:
    """Print the hashes of all files; return 1 if two differ, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.release.reproduce")
    parser.add_argument("--all", action="store_true", help="for all platforms")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        first, second = (
            build(Path(folder, name), all_platforms=arguments.all) for name in ("one", "two")
        )
    for name in first.keys() | second.keys():
        same = first.get(name) == second.get(name)
        print(f"{first.get(name)}  {name}" if same else f"DIFFERENT  {name}")
    return int(first != second)


if __name__ == "__main__":
    sys.exit(main())
