"""Writes the project's URLs into the package's metadata: hatchling runs this.

`pyproject.toml` names the repository once. The project's URLs are derived from it, and so are the
absolute URLs of the README's images and links, since a package index has no files beside it.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PAGES = {
    "Documentation": "tree/main/docs",
    "Changelog": "blob/main/CHANGELOG.md",
    "Issues": "issues",
}
"""The pages of the project, in its repository."""
_IMAGE = re.compile(r"(!\[[^]]*\]\()(?![a-z]+:)([^)#]+)(\))")
_LINK = re.compile(r"((?<!!)\[[^]]*\]\()(?![a-z]+:|#)([^)]+)(\))")
_HTML_IMAGE = re.compile(r"""(<img[^>]* src=")(?![a-z]+:)([^"]+)(")""")


def find_urls(repository: str) -> dict[str, str]:
    """Return the project's URLs by their labels."""
    return {"Source": repository, **{name: f"{repository}/{at}" for name, at in _PAGES.items()}}


def make_absolute(text: str, repository: str) -> str:
    """Return Markdown whose links and images point to the repository, even from elsewhere."""
    for pattern, kind in ((_IMAGE, "raw"), (_HTML_IMAGE, "raw"), (_LINK, "blob")):
        text = pattern.sub(rf"\g<1>{repository}/{kind}/main/\g<2>\g<3>", text)
    return text


class AddressHook(MetadataHookInterface):
    """Adds the project's URLs and its README."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them to the metadata."""
        repository = str(self.config["repository"]).rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        readme = make_absolute(text, repository)
        metadata["urls"] = find_urls(repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
