"""The page for contributors names every package and every module beside them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "regicide_tui"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([a-z_/]+)` \| \S.* \|$", re.MULTILINE)


def test_every_package_has_a_line_and_every_line_a_package() -> None:
    found = {one.parent.relative_to(PACKAGE).as_posix() for one in PACKAGE.rglob("__init__.py")}
    packages = found - {"."}
    named = ROW.findall(TEXT)
    assert len(named) == len(set(named))
    assert set(named) == packages


def test_every_module_beside_the_packages_is_named() -> None:
    modules = {one.name for one in PACKAGE.glob("*.py")} - {"__init__.py"}
    section = TEXT.split("\nBeside them lie modules")[1].split("\n\n")[0]
    assert set(re.findall(r"`(\w+\.py)`", section)) == modules
