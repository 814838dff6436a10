"""Writes a wheel's shell completion scripts: `python -m tests.release.completions`."""

from pathlib import Path

from regicide_tui.arguments import SHELLS, completion_script

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "completions"


def main() -> None:
    """Write one for each shell."""
    FOLDER.mkdir(exist_ok=True)
    for shell in SHELLS:
        (FOLDER / shell).write_text(f"{completion_script(shell).rstrip()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
