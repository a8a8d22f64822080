"""Opening, asking and planning over a hostile repository runs nothing of it and leaves what is outside alone.

Each repository is first shown to trip plain git or a naive tool: a trap that never springs proves nothing.
"""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import hostile_git
import hostile_names
import hostile_places
import hostile_projects
import hostile_python
import pytest
from desk import warm_up
from hostile_site import SECRET, Site
from hostile_surface import QUICK, REST, obeyed_letters, run_surface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the traps are shell scripts and links")


def _planters() -> Iterator[Callable[[Site], Callable[[], bool]]]:
    for module in (hostile_git, hostile_places, hostile_python, hostile_projects, hostile_names):
        for name, found in vars(module).items():
            made_here = inspect.isfunction(found) and found.__module__ == module.__name__
            if (
                made_here
                and not name.startswith("_")
                and list(inspect.signature(found).parameters) == ["site"]
            ):
                yield found
    yield from map(hostile_python.shadow, hostile_python.SHADOWS)


PLANTERS = {planter.__name__: planter for planter in _planters()}


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    warm_up()
    return Site.make_template(tmp_path_factory.mktemp("honest"))


@pytest.fixture
def site(tmp_path: Path, template: Path) -> Site:
    return Site.build(tmp_path / "site", template)


def test_the_corpus_is_as_large_as_we_say() -> None:
    assert len(PLANTERS) >= 130


@pytest.mark.parametrize("name", PLANTERS)
def test_a_hostile_repository_trips_a_plain_tool_and_never_us(name: str, site: Site) -> None:
    trip = PLANTERS[name](site)
    assert trip(), "the trap does not work, so this would prove nothing"
    _ask_everything(site, QUICK)
    assert trip(), "the trap was gone while we asked"


# Every command over every repository takes minutes: `EVERY_COMMAND=1 pytest tests/hostile` does it.
_SAMPLE = list(PLANTERS)[:: 1 if os.environ.get("EVERY_COMMAND") else 11]


@pytest.mark.slow
@pytest.mark.parametrize("name", _SAMPLE)
def test_no_command_at_all_is_tripped(name: str, site: Site) -> None:
    trip = PLANTERS[name](site)
    assert trip()
    _ask_everything(site, QUICK + REST)


def _ask_everything(site: Site, lists: tuple[tuple[str, ...], ...]) -> None:
    before = site.surroundings()
    said, amiss = run_surface(site, lists)
    for words in site.starts:
        said_by_process = _start(site, words)
        assert "groundplan failed" not in said_by_process
        assert not site.mark.exists(), f"{words}: {site.mark.read_text()}"
    assert not site.mark.exists(), site.mark.read_text()
    assert amiss == []
    assert site.surroundings() == before, "something outside was written"
    for each in said:
        assert "groundplan failed" not in each.text, (each.words, each.text)
        assert obeyed_letters(each.text) == set(), (each.words, each.text)
        for word in (SECRET, *site.forbidden):
            assert word not in each.text, (each.words, each.text)
    assert SECRET.encode() not in site.kept(), "something outside was kept"


def _start(site: Site, words: tuple[str, ...]) -> str:
    """Start groundplan as a user does, standing in the repository."""
    script = Path(sys.executable).with_name("groundplan")
    if not script.exists():
        pytest.skip("groundplan is not installed beside this Python")
    environ = site.environ | {"GROUNDPLAN_CACHE_DIR": str(site.cache), "NO_COLOR": "1"} | site.caller
    done = subprocess.run(
        [str(script), *words], cwd=site.root, env=environ, capture_output=True, check=False, timeout=60
    )
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def test_the_watch_sees_what_must_not_be(site: Site) -> None:
    """The same watch, over a tool that does everything wrong, tells each fault."""
    import hostile_surface

    watch = hostile_surface.Watch(site)
    outside = site.outside / "secret.txt"
    watch.hear("open", (str(outside), "r", os.O_RDONLY))
    watch.hear("open", (str(site.root / "src/app.py"), "w", os.O_WRONLY))
    watch.hear("subprocess.Popen", (str(site.root / "git"), ["git"], None, None))
    watch.hear("subprocess.Popen", ("/usr/bin/node", ["node"], None, None))
    watch.hear("exec", (compile("1", str(site.root / "conftest.py"), "exec"),))
    watch.hear("sqlite3.connect", (str(site.root / ".git/x.sqlite"),))
    watch.hear("socket.connect", (None, ("example.org", 443)))
    watch.hear("os.remove", (str(outside), -1))
    assert len(watch.amiss) == 8
    watch.hear("open", (str(site.root / "src/app.py"), "r", os.O_RDONLY))
    watch.hear("open", (str(site.cache / "x"), "w", os.O_WRONLY))
    watch.hear("subprocess.Popen", (shutil.which("git"), ["git"], None, None))
    assert len(watch.amiss) == 8


SPAWNING = """
import sys
from groundplan.code import workers
workers.may_fork = lambda: False
from groundplan.cli.main import main
if __name__ == "__main__":
    sys.exit(main(["code", "find", "fetchData"]))
"""


def test_a_worker_that_is_spawned_takes_no_module_of_the_repository(site: Site) -> None:
    """On macOS and Windows a worker is a new Python, which by itself looks in the folder it is started in."""
    for name in ("multiprocessing", "signal", "json", "tree_sitter"):
        site.write(f"{name}.py", site.python())
    assert site.by_python("import multiprocessing")()
    program = site.folder / "spawning.py"
    program.write_text(SPAWNING)
    done = subprocess.run(
        [sys.executable, str(program)], cwd=site.root, capture_output=True, check=False, timeout=120,
        env=site.environ | {"GROUNDPLAN_CACHE_DIR": str(site.cache)},
    )  # fmt: skip
    assert b"web/index.ts" in done.stdout, done.stderr
    assert not site.mark.exists(), site.mark.read_text()
