"""Metadata that no commit has: what it loads into a command is refused, an editable install is not."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from work_bench import CHECKED, COUNT, Bench

from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

BROKEN = "def total(prices):\n    return -1\n" + COUNT
PLUGIN = """import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    seen = yield
    report = seen.get_result()
    report.outcome, report.longrepr = "passed", None

def pytest_sessionfinish(session, exitstatus):
    session.exitstatus = 0
"""
TASK = (
    "- [ ] T1: Reject negative prices in `total`\n"
    "  - Files: `shop/cart.py` (modify), `tests/test_cart.py` (modify)\n"
    "  - Verification: `python3 -m pytest -q tests` passes\n"
)
DECLARED = (
    '[project]\nname = "shop"\nentry-points.pytest11.shop = "shop.plugin"\nscripts.shop = "shop.cli:main"\n'
    'entry-points.pytest11.store = "store.plugin"\n'
)
# The developers' own plugins would be compiled for each run: half of what it takes.
_PLUGINS = ("hypothesispytest", "xdist", "xdist.looponfail", "pytest_cov")
BARE = {"pytest.ini": f"[pytest]\naddopts = {' '.join(f'-p no:{name}' for name in _PLUGINS)}\n"}
SOUND = {"shop/plugin.py": "", "shop/cli.py": "def main(): ...\n"}


@pytest.fixture
def settings() -> str:
    return DECLARED


@pytest.fixture(scope="module")
def laid() -> Iterator[dict[str, Bench]]:
    """Benches with one approved task, by the settings that they were laid with once."""
    made: dict[str, Bench] = {}
    yield made
    for bench in made.values():
        bench.close_all()


@pytest.fixture
def bench(
    lay: Callable[..., Bench],
    laid: dict[str, Bench],
    settings: str,
    tmp_path_factory: pytest.TempPathFactory,
    tmp_path: Path,
) -> Iterator[Bench]:
    del lay  # it sets the home folder
    if settings not in laid:
        files = {"pyproject.toml": settings, **BARE}
        laid[settings] = Bench.lay(tmp_path_factory.mktemp("laid") / "repo", TASK, files=files)
    bench = Bench.copy(laid[settings], tmp_path / "repo")
    (bench.root / ".git/info/exclude").write_text("*-info\n_plug.py\n_version.py\n__pycache__/\n")
    yield bench
    bench.close_all()


def points(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def test_plain_pytest_falls_for_a_plugin_in_an_ignored_folder(bench: Bench) -> None:
    bench.put({"x.egg-info/entry_points.txt": points("[pytest11]", "x = _plug"), "_plug.py": PLUGIN})
    bench.put({"shop/cart.py": BROKEN, "tests/test_cart.py": CHECKED})
    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", "tests"], cwd=bench.root, check=False)
    assert ran.returncode == 0


@pytest.mark.parametrize("ending", ["egg-info", "dist-info", "EGG-INFO"])
@pytest.mark.parametrize(
    ("lines", "files"),
    [
        pytest.param(("[pytest11]", "x = _plug"), {"_plug.py": PLUGIN}, id="a module"),
        pytest.param(("[pytest11]", "x = _plug:plugin [extra]"), {"_plug.py": PLUGIN}, id="of its own name"),
        pytest.param(
            ("[pytest11]", "x = shop._plug"), {"shop/_plug.py": PLUGIN}, id="in a committed package"
        ),
        pytest.param(("[shop.rates]", "x = _plug"), {"_plug.py": ""}, id="any group"),
        pytest.param(("[pytest11]", "x = elsewhere"), {}, id="a module that is not here"),
        pytest.param(("[pytest11]", "x = shop.old"), {}, id="committed, but declared nowhere"),
        pytest.param(("[pytest11]", "x = shop.plugin"), {"src/shop/__init__.py": ""}, id="hidden by another"),
    ],
)
def test_entry_points_that_no_commit_has_load_nothing_into_a_proof(
    bench: Bench, ending: str, lines: tuple[str, ...], files: dict[str, str]
) -> None:
    (bench.root / ".git/info/exclude").write_text(
        "*-[iI][nN][fF][oO]\n_plug.py\n_version.py\n__pycache__/\n/src\n"
    )
    bench.put(SOUND, "A plugin of our own")
    bench.start()
    bench.put({"shop/cart.py": BROKEN, "tests/test_cart.py": CHECKED}, "Reject negative prices")
    bench.put({f"x.{ending}/entry_points.txt": points(*lines), **files})
    with pytest.raises(GroundplanError, match=rf"Not committed: `x\.{ending}/entry_points\.txt`"):
        bench.done()
    assert bench.state() == "started"


def test_a_link_to_metadata_is_metadata(bench: Bench) -> None:
    elsewhere = bench.root.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "entry_points.txt").write_text(points("[pytest11]", "x = _plug"))
    bench.start()
    bench.work()
    (bench.root / "x.dist-info").symlink_to(elsewhere)
    with pytest.raises(GroundplanError, match=r"Not committed: `x\.dist-info/entry_points\.txt`"):
        bench.done()


@pytest.mark.parametrize("linked", ["store.egg-info", "store.egg-info/entry_points.txt"])
def test_metadata_is_not_read_through_a_link(bench: Bench, linked: str) -> None:
    bench.put({"store/__init__.py": "", "store/cli.py": "def main(): ...\n"}, "A program of our own")
    bench.put({"../outside/entry_points.txt": points("[console_scripts]", "store = store.cli:main")})
    bench.start()
    bench.work()
    place = bench.root / linked
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(bench.root.parent / "outside" / linked.partition("/")[2])
    with pytest.raises(GroundplanError, match=r"Not committed: `store\.egg-info/entry_points\.txt`"):
        bench.done()


@pytest.mark.parametrize("has_points", [True, False])
@pytest.mark.parametrize("folder", ["", "lib/"])
def test_an_editable_install_proves_what_it_is_installed_from(
    bench: Bench, folder: str, *, has_points: bool
) -> None:
    ours = {"store/__init__.py": "", "store/plugin.py": "", "store/cli.py": "def main(): ...\n"}
    bench.put({f"{folder}{path}": text for path, text in ours.items()}, "A plugin of our own")
    made = {"PKG-INFO": "Name: store\n"}
    if has_points:
        made["entry_points.txt"] = points(
            "[console_scripts]", "store = store.cli:main", "", "[pytest11]", "store = store.plugin"
        )
    bench.put({f"{folder}store.egg-info/{name}": text for name, text in made.items()})
    bench.start()
    bench.work()
    assert bench.done().rests == ()


SCM = """# file generated by setuptools-scm
# don't change, don't track in version control

__all__ = ["__version__", "__version_tuple__", "version", "version_tuple"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Tuple
    from typing import Union

    VERSION_TUPLE = Tuple[Union[int, str], ...]
else:
    VERSION_TUPLE = object

version: str
__version__: str
__version_tuple__: VERSION_TUPLE
version_tuple: VERSION_TUPLE

__version__ = version = '1.2.dev3+g1234'
__version_tuple__ = version_tuple = (1, 2, 'dev3', 'g1234')
"""
WRITES = [
    '[tool.setuptools_scm]\nversion_file = "shop/_version.py"\n',
    '[tool.setuptools_scm]\nwrite_to = "shop/_version.py"\n',
    '[tool.hatch.build.hooks.vcs]\nversion-file = "shop/_version.py"\n',
]


def rests_with(bench: Bench, version: str) -> tuple[str, ...]:
    bench.start()
    bench.work()
    bench.put({"shop/_version.py": version})
    return bench.done().rests


@pytest.mark.parametrize("settings", WRITES)
def test_a_version_that_the_build_writes_is_not_what_a_receipt_rests_on(bench: Bench) -> None:
    assert rests_with(bench, SCM) == ()
    assert "GP407" not in bench.codes()


@pytest.mark.parametrize(
    ("settings", "version"),
    [
        pytest.param("", SCM, id="that no build writes"),
        pytest.param(WRITES[0], SCM + "import sys\n", id="that imports"),
        pytest.param(WRITES[0], SCM + "print(version)\n", id="that calls"),
        pytest.param(WRITES[0], SCM + "total = 3\n", id="that says more"),
        pytest.param(WRITES[0], SCM + "from typing import Any as total\n", id="that lends a name"),
        pytest.param(WRITES[0], SCM + "version = [1 for version in ()]\n", id="that computes"),
        pytest.param(WRITES[0], "# coding: rot13\nvzcbeg flf\n", id="in another encoding"),
        pytest.param(WRITES[0], "version = (\n", id="that is no Python"),
        pytest.param(
            WRITES[0],
            "TYPE_CHECKING = True\nif TYPE_CHECKING:\n    import sys\n",
            id="that runs what is idle",
        ),
    ],
)
def test_an_ignored_version_file_is_named(bench: Bench, version: str) -> None:
    assert rests_with(bench, version) == ("`shop/_version.py`, which git ignores",)
