"""The fourth game, installed as a package of its own beside the app."""

import shutil
import tomllib
from pathlib import Path

import pytest

from tests.terminal.conftest import start

__all__ = ["install", "installed", "start"]

HERE = Path(__file__).parent


def install(folder: Path) -> None:
    """Install the package of the game into a folder, as an installer does: files and metadata.

    No build tool and no network are needed for it.
    """
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    shutil.copytree(HERE / "whist_game", folder / "whist_game")
    info = folder / f"whist_game-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head)
    lines = [
        f"[{group}]\n" + "".join([f"{name} = {means}\n" for name, means in entries.items()])
        for group, entries in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a program that finds the game."""
    folder = tmp_path_factory.mktemp("packages")
    install(folder)
    return {"PYTHONPATH": str(folder)}
