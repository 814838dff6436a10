"""The index of the documents, what they promise, and the files that run a server in containers."""

import re
from pathlib import Path

import pytest
import yaml

from regicide_tui.server.operator.settings import read_settings
from tests.server.operating import typed

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_PREFIX = "REGICIDE_TUI_SERVER_"


def test_the_index_names_every_page() -> None:
    named = {(DOCS / link).resolve() for link in _LINK.findall((DOCS / "README.md").read_text())}
    assert {*DOCS.glob("*.md")} - named == {DOCS / "README.md"}


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/README.md", "docs/compatibility.md", "docs/releasing.md", "SECURITY.md"],
)
def test_a_page_leads_to_files_that_exist(page: str) -> None:
    for link in _LINK.findall((ROOT / page).read_text()):
        assert (ROOT / page).parent.joinpath(link).exists(), link


def test_each_promise_is_proved_by_tests_that_exist() -> None:
    rows = [
        line for line in (DOCS / "compatibility.md").read_text().splitlines() if "tests" in line
    ]
    proofs = [path for row in rows for path in re.findall(r"`((?:tests|saves)/[^`]*)`", row)]
    assert len(proofs) > 10
    for path in proofs:
        assert [*ROOT.glob(path)], path


def test_the_containers_set_settings_that_exist() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    sets = [one["environment"] for name, one in composed.items() if name.startswith("server")]
    image = re.findall(rf"({_PREFIX}\w+)=(\S+)", (ROOT / "Containerfile").read_text())
    assert len(sets) == 2
    for variables in (*sets, dict(image)):
        given = {name: re.sub(r"\$\{[^}]*\}", "x", text) for name, text in variables.items()}
        config = read_settings(typed("serve"), given)
        assert config.port != 0
        assert all(name.startswith(_PREFIX) for name in given)


def test_the_package_index_can_follow_the_links_of_the_readme() -> None:
    pytest.importorskip("hatchling")
    from tests.release.metadata import make_absolute

    there = make_absolute((ROOT / "README.md").read_text(), "https://example.org/it")
    for link in re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", there):
        assert "".join(link).startswith(("https://", "#")), link
