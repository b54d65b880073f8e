"""What is handed out: a wheel with the whole program, packages pinned by hash, no trace of one machine."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.browser.served import FEW, sources

ROOT = Path(__file__).resolve().parent.parent
ODD_NAME = "règles du jeu"
GENERATED = {".git", ".venv", "build", "dist", "__pycache__"}
CACHES = re.compile(r"\.\w+_cache|\.hypothesis")

# One worker builds the wheel and the clean environment for all the tests of this file, and has the site.
pytestmark = pytest.mark.xdist_group("built")

# Written so that these lines do not match themselves.
REGISTRY = re.compile(r"(pythonhosted|pypi|npmjs|yarnpkg|deb\.debian)[.](org|com|net)")
MACHINE_PATH = re.compile(r"(?<![\w.~}<-])/(root|home|work|Users|tmp)/\w")


def call(*command: str | Path, cwd: Path = ROOT, sent: str = "") -> str:
    """Standard output of a command that must succeed; nothing of this run's Python settings reaches it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        input=sent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command} → {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def pip(*arguments: str | Path) -> None:
    call(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments)


def content(folder: Path) -> dict[str, bytes]:
    """Relative path → bytes of each file below a folder, but for hidden ones."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    files = {path.relative_to(folder): path for path in paths}
    return {
        name.as_posix(): path.read_bytes()
        for name, path in sorted(files.items())
        if not any(part.startswith((".", "__pycache__")) for part in name.parts)
    }


def own_files(folder: Path = ROOT) -> Iterator[Path]:
    """Every file of the repository: all that is neither generated nor a cache."""
    for path in sorted(folder.iterdir()):
        if path.name in GENERATED or CACHES.fullmatch(path.name):
            continue
        if path.is_dir():
            yield from own_files(path)
        else:
            yield path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the work tree without asking for anything from elsewhere."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, ROOT)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `rulebook` that the wheel installs into a clean environment with an odd path."""
    home = tmp_path_factory.mktemp("clean") / ODD_NAME
    call(sys.executable, "-m", "venv", "--without-pip", home)
    into = ("--python", home / "bin" / "python", "install")
    pip(*into, "--require-hashes", "--only-binary", ":all:", "--requirement", ROOT / "requirements.txt")
    pip(*into, "--no-deps", "--no-index", wheel)
    return home / "bin" / "rulebook"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A working directory apart from the repository, with one of its books in its own language."""
    folder = tmp_path / ODD_NAME
    shutil.rmtree(sources(folder, FEW) / "ball")
    return folder


# The wheel


@pytest.mark.parametrize("folder", ["templates", "scenes"])
def test_the_wheel_holds_the_folder(folder: str, wheel: Path) -> None:
    inside = f"rulebook/{folder}/"
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(inside)]
        packed = {name.removeprefix(inside): archive.read(name) for name in names}
    assert packed
    assert packed == content(ROOT / folder)


def test_the_wheel_holds_every_module_and_its_types(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    modules = {f"rulebook/{name}" for name in content(ROOT / "rulebook")}
    assert {"rulebook/py.typed", "rulebook/cli.py"} <= modules <= names


def test_the_installed_command_gives_help(installed: Path, elsewhere: Path) -> None:
    assert "site" in call(installed, "--help", cwd=elsewhere)


def test_the_installed_engine_answers(installed: Path, elsewhere: Path) -> None:
    new = call(installed, "engine", "ball", cwd=elsewhere, sent='{"op": "new"}\n')
    question = json.dumps({"op": "legal", "state": json.loads(new)["state"]})
    legal = call(installed, "engine", "ball", cwd=elsewhere, sent=f"{question}\n")
    assert json.loads(legal)["actions"]


LISTS = {"404.html", "en/index.html", "index.html"}
"""The pages that name every book."""


def test_the_installed_command_builds_the_same_site(installed: Path, elsewhere: Path, site: Path) -> None:
    """But for the lists of books, and for what belongs to the other one."""
    call(installed, "site", "--positions", "20", cwd=elsewhere)
    built, whole = content(elsewhere / "build" / "site"), content(site)
    assert {"en/doppelpass/index.html", "assets/book.css", "assets/player.js"} <= set(built)
    assert set(built) == {name for name in whole if not {"ball", "nb"} & set(name.split("/"))}
    assert {name for name in built if built[name] != whole[name]} == LISTS


# The pinned packages


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-test.txt"])
def test_every_requirement_is_pinned_by_hash(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    lines = text.replace("\\\n", " ").splitlines()
    pattern = re.compile(r"[a-z0-9-]+==[^ ]+( ; [^\\]+?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert lines
    assert [line for line in lines if not pattern.fullmatch(line)] == []


def test_the_runtime_is_the_same_in_both_lists() -> None:
    runtime, both = (
        set((ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines())
        for name in ("requirements.txt", "requirements-test.txt")
    )
    assert runtime < both


def test_the_npm_packages_are_pinned_without_addresses() -> None:
    lock: Mapping[str, Mapping[str, Mapping[str, str]]] = json.loads(
        (ROOT / "tests" / "package-lock.json").read_text(encoding="utf-8")
    )
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert set(packages) == {"node_modules/axe-core", "node_modules/vnu-jar"}
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert [name for name, entry in packages.items() if "resolved" in entry] == []


def test_the_pinned_versions_keep_this_file_on_one_worker(request: pytest.FixtureRequest) -> None:
    """pytest 9.2 with pytest-xdist 3.8 gives both workers some of a group, and both make what it needs."""
    wanted = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@built") == wanted


# The repository


@pytest.mark.parametrize("pattern", [REGISTRY, MACHINE_PATH], ids=["registry", "machine path"])
def test_no_file_speaks_of_one_machine(pattern: re.Pattern[str]) -> None:
    files = list(own_files())
    assert ROOT / "pyproject.toml" in files
    found = {path.relative_to(ROOT): pattern.search(path.read_text("utf-8", "ignore")) for path in files}
    assert {str(path): match[0] for path, match in found.items() if match} == {}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [(REGISTRY, "files.{}.org".format("pythonhosted")), (MACHINE_PATH, "in /{}/me".format("home"))],
)
def test_the_search_would_find_it(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
