"""Pages of every screen: what the terminal shows, kept as text in `pages` (see `page.py`).

After a change that is meant, keep the new pages with

    pytest tests/tui/test_pages.py --update-pages

and read what changed in the diff. This also removes pages that no test asks for any more. The
pages of one game or moment are named by `-k`, as in `-k duel/` or `-k play-picked`.
"""

from collections.abc import Sequence

import pytest

from regicide_tui.tui.rendering.colours import Colours
from tests.tui.conftest import LARGE, USUAL, AppAtMoment, Keep
from tests.tui.kept import PAGES, Kept
from tests.tui.looking import led_by
from tests.tui.page import THEMES, page_of, page_of_theme
from tests.tui.shots import DARK, SHOTS, Shot


def _marks(shot: Shot) -> Sequence[pytest.MarkDecorator]:
    """Return when a page is compared: by `make test`, `make test-slow` or `make pages`."""
    if shot.size in LARGE or shot.look != DARK:
        return [pytest.mark.pages]
    return [] if shot.size == USUAL else [pytest.mark.slow]


SHOWN = [pytest.param(name, marks=_marks(shot)) for name, shot in SHOTS.items()]
SHOWN_THEMES = {f"themes/{name}": colours for name, colours in THEMES.items()}


@pytest.mark.parametrize("name", SHOWN)
async def test_every_moment_looks_as_it_did(at_moment: AppAtMoment, keep: Keep, name: str) -> None:
    moment, size, look = SHOTS[name]
    app = at_moment(moment, look)
    async with app.run_test(size=size) as pilot:
        await led_by(moment.keys)(pilot)
        page = page_of(app, app.look.palette)
    keep(name, page)


@pytest.mark.parametrize(("name", "colours"), SHOWN_THEMES.items(), ids=list(SHOWN_THEMES))
def test_every_theme_has_the_colours_it_had(keep: Keep, name: str, colours: Colours) -> None:
    keep(name, page_of_theme(colours))


def test_a_test_asks_for_every_page(pytestconfig: pytest.Config) -> None:
    kept = Kept(PAGES, update=pytestconfig.getoption("--update-pages"))
    assert kept.unasked([*SHOTS, *SHOWN_THEMES]) == []
