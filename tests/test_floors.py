"""The floors of the package hold, and the linter that holds them can fail."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
CONFIG: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
CONTRACTS: dict[str, dict[str, Any]] = {
    contract["id"]: contract for contract in CONFIG["importlinter"]["contracts"]
}
LIBRARIES = set("PIL babel click jinja2 markdown_it markupsafe pyphen resvg_py svgwrite yaml".split())

# One import for each contract that breaks it: contract → (module, line to add to it).
BREACHES = {
    "floors": ("errors.py", "from rulebook import model"),
    "circles": ("errors.py", "import rulebook.model"),
    "engine": ("model.py", "import yaml"),
    "laws": ("games/ball/laws/view.py", "from rulebook.games.ball import rules"),
} | {library: ("boards.py", f"import {library}") for library in LIBRARIES}


def lint(folder: Path) -> dict[str, bool]:
    """Contract → whether the package in the folder keeps it."""
    linter = Path(sys.executable).with_name("lint-imports")
    command = [sys.executable, str(linter), "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    verdicts = dict(re.findall(r"^(.+) (KEPT|BROKEN)\b", done.stdout, re.MULTILINE))
    assert set(verdicts) == {contract["name"] for contract in CONTRACTS.values()}, done.stdout + done.stderr
    assert ("BROKEN" in verdicts.values()) == (done.returncode != 0)
    return {key: verdicts[contract["name"]] == "KEPT" for key, contract in CONTRACTS.items()}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package and its contracts, to be spoiled."""
    shutil.copytree(ROOT / "rulebook", tmp_path / "rulebook", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("rulebook", include_external_packages=True, cache_dir=None)


def outside(graph: grimp.ImportGraph, *packages: str) -> set[str]:
    """All modules from elsewhere that these modules and their descendants import."""
    inside = {module for package in packages for module in {package} | graph.find_descendants(package)}
    imported = {name for module in inside for name in graph.find_modules_directly_imported_by(module)}
    return {name.partition(".")[0] for name in imported} - {"rulebook"}


def test_the_package_keeps_every_contract() -> None:
    assert [key for key, kept in lint(ROOT).items() if not kept] == []


def test_each_contract_has_a_breach() -> None:
    assert set(BREACHES) == set(CONTRACTS)


@pytest.mark.parametrize("contract", sorted(BREACHES))
def test_a_breach_is_found(contract: str, copy: Path) -> None:
    module, line = BREACHES[contract]
    with (copy / "rulebook" / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    assert lint(copy)[contract] is False


def test_a_new_module_cannot_escape_the_floors(copy: Path) -> None:
    (copy / "rulebook" / "attic.py").write_text('"""On no floor."""\n', encoding="utf-8")
    assert lint(copy)["floors"] is False


def test_the_floors_name_the_modules_that_there_are(graph: grimp.ImportGraph) -> None:
    """Parentheses (a module that may be missing) are for the time of building only; none may stay."""
    layers: list[str] = CONTRACTS["floors"]["layers"]
    named = {name.strip() for layer in layers for name in re.split(r"[|:]", layer)}
    assert named == {module.removeprefix("rulebook.") for module in graph.find_children("rulebook")}


def test_the_engine_imports_the_standard_library_only(graph: grimp.ImportGraph) -> None:
    foreign = outside(graph, *CONTRACTS["engine"]["source_modules"])
    assert foreign
    assert foreign - sys.stdlib_module_names == set()


def test_every_library_has_an_owner(graph: grimp.ImportGraph) -> None:
    assert outside(graph, "rulebook") - sys.stdlib_module_names == LIBRARIES
