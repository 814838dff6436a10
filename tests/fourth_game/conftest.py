"""The fourth game, installed as a package of its own beside the app."""

import shutil
import tomllib
from pathlib import Path

import pytest

from tests.terminal.conftest import start

__all__ = ["install", "installed", "start"]

HERE = Path(__file__).parent


def install(folder: Path, source: Path = HERE) -> None:
    """Install the package of the game into a folder, as an installer does: files and metadata.

    No build tool and no network are needed for it.
    """
    project = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    name = project["name"].replace("-", "_")
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(source / name, folder / name, ignore=unwanted)
    info = folder / f"{name}-{project['version']}.dist-info"
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
