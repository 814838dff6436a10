"""Builds the library beside the sources: `python -m regicide_tui.bots.translator`.

It finds the functions, writes them in C, and compiles that. For another platform, add its name as
in wheels, and a path.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import regicide_tui
from regicide_tui.bots.nets import library_file
from regicide_tui.bots.translator.program import MARK, Program
from regicide_tui.bots.translator.source import write_source

_ROOT = Path(regicide_tui.__file__).parents[1]
_PACKAGES = (("regicide_tui", "bots"), ("regicide_tui", "env", "kernel"))
"""The packages with functions to translate."""
_COMPILERS = ("cc", "gcc", "clang")
_ZIG = (sys.executable, "-m", "ziglang", "cc")
_FLAGS = ("-std=c11", "-shared", "-fPIC", "-s", "-w", "-fwrapv", "-ffp-contract=off")
"""For the same results everywhere: don't fuse products and sums, and let numbers wrap around."""
_GCC = ("-O2", "-ftree-vectorize", "-fno-semantic-interposition")
"""Not -O3: with it, gcc reorders the loops of the net so that they are no longer vectorized.

The last flag makes gcc inline exported functions, as clang does by default."""
_CLANG = ("-O3",)
_MAC = ("-Wl,-install_name,@rpath/searches.so",)
"""By default, such a library contains the path of its build, so no two builds are the same."""
TARGETS: Mapping[str, str] = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_1_x86_64": "x86_64-linux-musl",
    "musllinux_1_1_aarch64": "aarch64-linux-musl",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
    "win_arm64": "aarch64-windows-gnu",
}
"""The name that ziglang uses for each platform of a wheel."""


def find_program() -> Program:
    """Return all functions to translate."""
    found = [path for one in _PACKAGES for path in sorted(_ROOT.joinpath(*one).rglob("*.py"))]
    marked = [path for path in found if f"\n@{MARK}\n" in path.read_text(encoding="utf-8")]
    return Program([".".join(path.relative_to(_ROOT).with_suffix("").parts) for path in marked])


def find_compiler(platform: str = "") -> list[str]:
    """Return a C compiler with flags for speed: the system's, or else `ziglang`.

    For another `platform`, named as in wheels, it is always `ziglang`.
    """
    if platform:
        name = _MAC if platform.startswith("macosx") else ()
        return [*_ZIG, "-target", TARGETS[platform], *_CLANG, *name]
    found = next((one for one in _COMPILERS if shutil.which(one)), None)
    return [found, *_GCC] if found else [*_ZIG, "-mcpu=baseline", *_CLANG]


def build_library(source: str, library: Path, *compiler: str) -> None:
    """Compile source code to a library, with this compiler and flags or else the system's.

    Raises:
        subprocess.CalledProcessError: If it can't be compiled.
        OSError: If there is no compiler, or the folder can't be written.
    """
    # Git ignores the folder, so a build of the sdist at the same time does, too.
    with TemporaryDirectory(prefix=".searches-", dir=library.parent) as folder:
        written, built = Path(folder, "searches.c"), Path(folder, library.name)
        written.write_text(source, encoding="utf-8")
        command = [*(compiler or find_compiler()), *_FLAGS, "-o", str(built), str(written), "-lm"]
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        built.replace(library)  # processes that have loaded the old one keep it


def build(library: Path, platform: str = "") -> None:
    """Translate all functions and build the library. Raises like `build_library`, and `Refused`."""
    build_library(write_source(find_program()), library, *find_compiler(platform))


def main() -> None:
    """Build it, without loading an existing one, which may be outdated."""
    os.environ["REGICIDE_TUI_PYTHON_RUNS_SEARCHES"] = "1"
    platform, path = sys.argv[1:] or ("", library_file())
    build(Path(path), platform)


if __name__ == "__main__":
    main()
