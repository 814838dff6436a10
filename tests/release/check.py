"""Installs the files in `dist` in empty environments: `python -m tests.release.check`.

Each supported Python found here installs the wheel without a network and tries it; the oldest one
also installs the sdist, and the oldest versions of all dependencies. With `--roots`, ordinary users
of new Debian systems do the same, which needs root and debootstrap. With `--resolve`, pip looks for
binaries of all dependencies for musl, macOS and Windows. Dependencies are downloaded first.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The versions to try if they are found. The package doesn't claim to support any others."""
SUITES = {"bookworm": "3.11", "trixie": "3.13"}
"""The suites of Debian 12 and 13, with their Pythons."""
_PACKAGES = "python3,python3-venv,openssh-client,gcc,libc6-dev,iproute2"
_MIRROR = "http://deb.debian.org/debian"
_USER = "1000:1000"
PLATFORMS = (
    ("musllinux_1_2_x86_64", "musllinux_1_1_x86_64"),
    ("musllinux_1_2_aarch64", "musllinux_1_1_aarch64"),
    ("macosx_11_0_arm64",),
    ("macosx_11_0_x86_64", "macosx_10_12_x86_64", "macosx_10_9_x86_64"),
    ("win_amd64",),
)
"""The platform tags of wheels for other systems."""
_BOUND = re.compile(r"([A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?>=([0-9.]+)")
_OFFLINE = ("unshare", "--net", "--", "sh", "-c", 'ip link set lo up; exec "$@"', "sh")

Run = Callable[..., None]


def find_lower_bounds() -> list[str]:
    """Return the oldest versions that the app and a server accept, as pip's constraints."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["server"], *extras["postgres"]]
    return ["==".join(found.groups()) for one in wanted if (found := _BOUND.match(one))]


def download(version: str, folder: Path) -> None:
    """Download all dependencies of a server for a Python version, and of building the sdist."""
    (wheel,) = find_wheel()
    needed = [f"{wheel}[postgres]", *_build_requirements(), "pip", "setuptools"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder)]
    subprocess.run(
        [*pip, "--only-binary", ":all:", "--python-version", version, *needed], check=True
    )


def _build_requirements() -> list[str]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    required: list[str] = tomllib.loads(text)["build-system"]["requires"]
    return required


def find_wheel() -> list[Path]:
    """Return the wheel in `dist` for this system: its own, or that for all such systems."""
    own = sorted(DIST.glob("*-linux_*.whl"))
    return own[:1] or sorted(DIST.glob(f"*manylinux*_{os.uname().machine}.whl"))[:1]


def install_and_try(
    run: Run,
    python: str,
    wheels: str,
    what: str,
    *,
    trial: str,
    place: str,
    only_install: bool = False,
) -> None:
    """Install a file with its dependencies into an empty environment, and try the program."""
    run(python, "-m", "venv", "--clear", place)
    pip = [f"{place}/bin/python", "-m", "pip", "install", "--quiet", "--no-index"]
    run(*pip, "--find-links", wheels, f"{what}[postgres]")
    if not only_install:
        run(f"{place}/bin/python", trial, f"{place}/bin/regicide-tui")


def _can_be_offline() -> bool:
    """Return whether this process may start others without a network."""
    done = subprocess.run([*_OFFLINE, "true"], stderr=subprocess.DEVNULL, check=False)
    return not done.returncode


def try_here(version: str, folder: Path, sources: Sequence[Path]) -> None:
    """Try files in `dist` with one of this machine's Pythons."""
    found = subprocess.run(
        [ROOT / ".ci" / "find-python", version], capture_output=True, text=True, check=False
    )
    if found.returncode:
        print(f"Python {version}: not found, not tried", flush=True)
        return
    wheels = folder / version
    download(version, wheels)
    home = folder / f"home-{version}"
    home.mkdir()
    variables = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    offline = _OFFLINE if _can_be_offline() else ()

    def run(*command: str) -> None:
        subprocess.run([*offline, *command], env=variables, cwd=home, check=True)

    for source in sources:
        print(f"Python {version}, {source.name}:", flush=True)
        place, trial = str(home / "venv"), str(ROOT / "tests" / "release" / "trial.py")
        install_and_try(
            run, found.stdout.strip(), str(wheels), str(source), trial=trial, place=place
        )


def try_lower_bounds(folder: Path) -> None:
    """Try the wheel with the oldest versions of its dependencies."""
    print("The oldest versions of all dependencies:", flush=True)
    (wheel,) = find_wheel()
    constraints, place = folder / "lower.txt", folder / "lower"
    constraints.write_text("\n".join(find_lower_bounds()), encoding="utf-8")
    variables = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    for command in (
        [sys.executable, "-m", "venv", str(place)],
        [f"{place}/bin/pip", "install", "-q", "-c", str(constraints), f"{wheel}[postgres]"],
        [
            f"{place}/bin/python",
            str(ROOT / "tests" / "release" / "trial.py"),
            f"{place}/bin/regicide-tui",
        ],
    ):
        subprocess.run(command, env=variables, cwd=folder, check=True)


@contextmanager
def new_root(suite: str, kept: Path | None) -> Iterator[Path]:
    """Create a Debian system with an ordinary user; with `kept`, copy one from there."""
    with TemporaryDirectory() as folder:
        root = Path(folder, suite)
        if kept is not None and (kept / suite).is_dir():
            subprocess.run(["cp", "--archive", str(kept / suite), str(root)], check=True)
        else:
            command = ["debootstrap", "--variant=minbase", f"--include={_PACKAGES}", suite]
            subprocess.run([*command, str(root), _MIRROR], check=True, stdout=subprocess.DEVNULL)
        with (root / "etc" / "passwd").open("a") as file:
            file.write("player:x:1000:1000::/home/player:/bin/sh\n")
        home = root / "home" / "player"
        home.mkdir()
        os.chown(home, 1000, 1000)
        mounts = (["proc", "-t", "proc"], ["/dev", "--rbind"])
        places = ["proc", "dev"]
        try:
            for (what, *how), place in zip(mounts, places, strict=True):
                subprocess.run(["mount", *how, what, str(root / place)], check=True)
            yield root
        finally:
            for place in places:
                subprocess.run(["umount", "--lazy", str(root / place)], check=False)


def try_root(suite: str, folder: Path, sources: Sequence[Path], kept: Path | None) -> None:
    """Try files in `dist` as an ordinary user of a new Debian system without a network."""
    wheels = folder / SUITES[suite]
    if not wheels.is_dir():
        download(SUITES[suite], wheels)
    with new_root(suite, kept) as root:
        shutil.copytree(wheels, root / "wheels")
        shutil.copy(ROOT / "tests" / "release" / "trial.py", root / "trial.py")
        inside = ["chroot", f"--userspec={_USER}", str(root), "/usr/bin/env", "-i"]
        inside += ["-C", "/home/player", "PATH=/usr/bin:/bin", "HOME=/home/player", "LANG=C.UTF-8"]

        def run(*command: str) -> None:
            subprocess.run([*_OFFLINE, *inside, *command], check=True)

        for source in sources:
            print(f"Debian {suite}, {source.name}:", flush=True)
            shutil.copy(source, root / source.name)
            place = "/home/player/venv"
            what = f"/{source.name}"
            install_and_try(run, "python3", "/wheels", what, trial="/trial.py", place=place)


def resolve(folder: Path) -> None:
    """Check that pip finds binaries of all dependencies for other systems, without downloads."""
    bare = [one.split(";")[0] for one in find_lower_bounds()]
    names = [one.split("==")[0] for one in bare]
    for platforms in PLATFORMS:
        server = [] if platforms[0].startswith("win") else ["asyncssh", "prometheus-client"]
        wanted = [
            name for name in names if name not in ("asyncssh", "prometheus-client", "psycopg")
        ]
        options = [word for one in platforms for word in ("--platform", one)]
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        target = ["--only-binary", ":all:", "--target", str(folder / "target")]
        for version in (PYTHONS[0], PYTHONS[-1]):
            python = ["--python-version", version]
            subprocess.run([*pip, *target, *options, *python, *wanted, *server], check=True)
        print(f"{platforms[0]}: found binaries of all dependencies", flush=True)


def main() -> int:
    """Try everything requested; return 1 if anything failed, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.release.check")
    parser.add_argument("--roots", action="store_true", help="also try new Debian systems")
    parser.add_argument("--kept", type=Path, help="folder with systems made by debootstrap")
    parser.add_argument(
        "--resolve", action="store_true", help="look for binaries for other systems"
    )
    parser.add_argument("--python", action="append", help="try only these Pythons")
    arguments = parser.parse_args()
    wheel, sdists = find_wheel(), sorted(DIST.glob("*.tar.gz"))
    if not wheel or not sdists:
        parser.error("There are no files in dist: run `make dist` first.")
    try:
        with TemporaryDirectory() as name:
            folder = Path(name)
            folder.chmod(0o755)
            for version in PYTHONS if arguments.python is None else arguments.python:
                oldest = version == PYTHONS[0]
                try_here(version, folder, [*wheel, *(sdists if oldest else [])])
            if arguments.python is None or PYTHONS[0] in arguments.python:
                try_lower_bounds(folder)
            for suite in SUITES if arguments.roots else ():
                try_root(suite, folder, [*wheel, *sdists], arguments.kept)
            if arguments.resolve:
                resolve(folder)
    except subprocess.CalledProcessError as error:
        print(f"FAILED: {error}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
