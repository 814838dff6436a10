"""Compiles the source of C to a library."""

import shutil
import subprocess
import sys
from pathlib import Path

_COMPILERS = ("cc", "gcc", "clang")
_FLAGS = ("-std=c11", "-shared", "-fPIC", "-s", "-fwrapv", "-ffp-contract=off")
"""Results must be the same everywhere: no product and sum are fused, and numbers wrap around."""
_OPTIMISED = ("-O2", "-ftree-vectorize")
"""Not -O3: gcc's reorders the loops of the net so that they are no longer vectorized."""


def find_compiler() -> list[str]:
    """Return the command of a C compiler: of the system, or else of the package `ziglang`."""
    found = next((one for one in _COMPILERS if shutil.which(one)), None)
    return [found] if found else [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"]


def build_library(source: str, library: Path, more: tuple[str, ...] = _OPTIMISED) -> None:
    """Compile a source to a library, with `more` flags.

    Raises:
        subprocess.CalledProcessError: If it can't be compiled.
        OSError: If there is no compiler, or the folder can't be written.
    """
    written = library.with_suffix(".c")
    written.write_text(source, encoding="utf-8")
    command = [*find_compiler(), *_FLAGS, *more, "-o", str(library), str(written), "-lm"]
    subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
