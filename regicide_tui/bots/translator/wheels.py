"""Builds the library with the package: hatchling runs the hook, even for an editable install.

`python -m regicide_tui.bots.translator.wheels` builds wheels for all platforms on one machine, into
`dist`. This needs the packages hatchling and ziglang.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLATFORM = "REGICIDE_TUI_WHEEL_FOR"
"""The environment variable that names another platform to build a wheel for."""
_LIBRARY = "regicide_tui/bots/searches.so"
_COMPILERS = ("cc", "gcc", "clang")
_ZIG = "ziglang>=0.15,<1"
"""A package with a C compiler, for machines without one."""


class LibraryHook(BuildHookInterface[Any]):
    """Translates the searches to C, compiles them, and puts the library into the wheel."""

    _left_over: Path | None = None

    def dependencies(self) -> list[str]:
        """Return the additional requirements of this build."""
        return [] if any(map(shutil.which, _COMPILERS)) else [_ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library. Without it, pages are the only bots, but everything else works.

        Raises `CalledProcessError` if it can't be built for another platform.
        """
        other, library = os.environ.get(PLATFORM, ""), Path(self.root, _LIBRARY)
        command = [sys.executable, "-m", "regicide_tui.bots.translator"]
        if other:
            library = Path(self.directory, f"{other}.so").resolve()
            library.parent.mkdir(parents=True, exist_ok=True)
            command += [other, str(library)]
        paths = os.pathsep.join([self.root, *sys.path])  # pip puts its packages there
        environment = {**os.environ, "PYTHONPATH": paths}
        done = subprocess.run(command, cwd=self.root, env=environment, check=bool(other))  # noqa: S603
        if done.returncode:
            self.app.display_warning("The bots' search library can't be built: only pages play.")
            return
        build_data["force_include"][str(library)] = _LIBRARY
        self._left_over = library if other else None
        build_data["pure_python"] = False
        here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{other or here}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete a library that only the wheel needs."""
        if self._left_over is not None:
            self._left_over.unlink()


def main() -> None:
    """Build the wheels, one after the other."""
    from regicide_tui.bots.translator.__main__ import TARGETS  # a build lacks it

    for platform in TARGETS:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
        subprocess.run(command, env={**os.environ, PLATFORM: platform}, check=True)  # noqa: S603


if __name__ == "__main__":
    main()
