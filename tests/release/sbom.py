"""Lists all packages of a server in CycloneDX's format, in dist: `python -m tests.release.sbom`.

It lists an environment that contains nothing else.
"""

import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
SBOM = ROOT / "dist" / "regicide-tui.cdx.json"


def main() -> None:
    """Install the server into an empty environment, and list its packages."""
    SBOM.parent.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", f"{ROOT}[postgres]"], check=True)
        command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
        project = ["--pyproject", f"{ROOT / 'pyproject.toml'}", "--mc-type", "application"]
        subprocess.run([*command, *project, "--output-file", SBOM, python], check=True)
    print(SBOM)


if __name__ == "__main__":
    main()
