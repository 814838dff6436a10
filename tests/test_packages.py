"""How large a package of the screens and of the server may be."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import regicide_tui

_ROOT = Path(regicide_tui.__file__).parent
_MOST = 15
"""The most modules of one package, `__init__` included: more are not found at a glance."""


def _packages() -> Iterator[Path]:
    for package in ("tui", "server"):
        yield from sorted(found.parent for found in (_ROOT / package).rglob("__init__.py"))


@pytest.mark.parametrize("package", _packages(), ids=lambda path: str(path.relative_to(_ROOT)))
def test_no_package_has_more_modules_than_one_finds_at_a_glance(package: Path) -> None:
    assert len([*package.glob("*.py")]) <= _MOST
