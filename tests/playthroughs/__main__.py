"""Write the playthroughs: `python -m tests.playthroughs`."""

from tests.playthroughs.games import FOLDER, all_playthroughs
from tests.playthroughs.text import write


def main() -> None:
    """Put a file for each playthrough into the folder, and remove the files of others."""
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for one in all_playthroughs():
        one.path.write_text(write(one), encoding="utf-8")
        print(one.path)


if __name__ == "__main__":
    main()
