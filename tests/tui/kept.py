"""Pages that are kept as files, to compare new ones with them."""

from collections.abc import Collection
from difflib import unified_diff
from pathlib import Path

PAGES = Path(__file__).parent / "pages"

_HOW_TO_UPDATE = "If that is meant, `--update-pages` keeps the new page."


class Kept:
    """A folder of pages. With `update`, what is asked for is written instead of compared."""

    def __init__(self, folder: Path, *, update: bool = False) -> None:
        self._folder = folder
        self._update = update

    def difference(self, name: str, page: str) -> str:
        """Return how a page differs from the kept one of its name, or an empty text."""
        path = self._folder / f"{name}.txt"
        kept = path.read_text("utf-8") if path.exists() else None
        if kept == page:
            return ""
        if self._update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, "utf-8", newline="\n")
            return ""
        if kept is None:
            return f"There is no page {path}.\n{_HOW_TO_UPDATE}\n\n{page}"
        lines = unified_diff(kept.splitlines(), page.splitlines(), "kept", "now", lineterm="")
        return "\n".join([f"{path} is another page now. {_HOW_TO_UPDATE}", *lines])

    def unasked(self, names: Collection[str]) -> list[str]:
        """Return the kept pages that are not among these names; with `update`, remove them."""
        found = {
            path.relative_to(self._folder).with_suffix("").as_posix(): path
            for path in sorted(self._folder.rglob("*.txt"))
        }
        orphans = [name for name in found if name not in names]
        if not self._update:
            return orphans
        for name in orphans:
            found[name].unlink()
        return []
