"""The usual starts (the menu and the newest game), parsed without argparse.

Making the parser takes a tenth of the time until the first picture.
"""

from types import SimpleNamespace


def usual_start(words: list[str]) -> SimpleNamespace | None:
    """Return the arguments as the parser would; None for any other start."""
    folder: str | None = None
    still = False
    while words not in ([], ["resume"]):
        match words:
            case ["--data-dir", value, *rest] if not value.startswith("-"):
                folder = value
            case ["--no-motion", *rest]:
                still = True
            case _:
                return None
        words = rest
    return SimpleNamespace(data_dir=folder, no_motion=still, command=words[0] if words else None)
