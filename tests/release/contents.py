"""Checks the contents of the files in `dist`: `python -m tests.release.contents`."""

import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

DIST = Path(__file__).resolve().parents[2] / "dist"
_IN_WHEEL = (
    "regicide_tui/py.typed",
    "regicide_tui/bots/searches.so",
    "regicide_tui/rules.md",
    "regicide_tui/rules-duel.md",
    "regicide_tui/rules-king-of-the-dead.md",
    ".dist-info/licenses/LICENSE",
    ".data/data/share/man/man1/regicide-tui.1",
    ".data/data/share/bash-completion/completions/regicide-tui",
    ".data/data/share/zsh/site-functions/_regicide-tui",
    ".data/data/share/fish/vendor_completions.d/regicide-tui.fish",
    ".data/data/share/doc/regicide-tui/regicide-tui.service",
    ".data/data/share/doc/regicide-tui/regicide-tui@.service",
)
"""The ends of the names of the files that each wheel must contain."""
_NETS = "regicide_tui/bots/nets/"
_NOT_IN_WHEEL = ("tests/", "docs/")
_IN_SDIST = (
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "pyproject.toml"),
    *("docs/regicide-tui.1", "docs/host-your-own.md", "tests/release/metadata.py", "saves"),
    *("tests/conftest.py", ".ci/find-python", ".ci/run"),
    *("Containerfile", ".containerignore", "compose.yaml", "SECURITY.md"),
)


def find_faults(dist: Path) -> Iterator[str]:
    """Yield a sentence for each fault of the wheels and the sdist in a folder."""
    wheels, sdists = sorted(dist.glob("*.whl")), sorted(dist.glob("*.tar.gz"))
    if not wheels or len(sdists) != 1:
        yield f"There are {len(wheels)} wheels and {len(sdists)} sdists in {dist}: run `make dist`."
    for wheel in wheels:
        with ZipFile(wheel) as file:
            yield from (f"{wheel.name}: {fault}" for fault in _faults_of_wheel(file.namelist()))
    for sdist in sdists:
        with tarfile.open(sdist) as archive:
            names = [name.partition("/")[2] for name in archive.getnames()]
        for lacking in _IN_SDIST:
            if not any(name == lacking or name.startswith(f"{lacking}/") for name in names):
                yield f"{sdist.name}: there is no {lacking}."


def _faults_of_wheel(names: list[str]) -> Iterator[str]:
    for end in _IN_WHEEL:
        if not any(name.endswith(end) for name in names):
            yield f"there is no {end}."
    if not any(name.startswith(_NETS) for name in names):
        yield "there are no nets."
    for name in names:
        if name.startswith(_NOT_IN_WHEEL) or "__pycache__" in name:
            yield f"{name} does not belong there."


def main() -> int:
    """Print the faults; return 1 if there are any, else 0."""
    faults = [*find_faults(DIST)]
    print("\n".join(faults) or f"{DIST}: complete, and without other files.")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
