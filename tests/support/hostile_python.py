"""Repositories with Python that runs when something imports, collects or merely starts in them."""

from __future__ import annotations

import importlib.util
import pickle
import py_compile
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hostile_site import Site

    Trip = Callable[[], bool]

# A tool that is started while it stands in the repository must not take these for its own. The first ones
# are of the standard library, and a new Python process reads some of them before it runs a line of ours.
SHADOWS = (
    "json", "sqlite3", "subprocess", "tempfile", "multiprocessing", "tomllib",
    "click", "markdown_it", "tree_sitter", "tree_sitter_typescript", "groundplan",
)  # fmt: skip
STARTED = (("--version",), ("code", "find", "fetch_data"))


def shadow(name: str) -> Callable[[Site], Trip]:
    """Return what plants a module of that name, as a file and as a package."""

    def plant(site: Site) -> Trip:
        site.write(f"{name}.py", site.python())
        site.write(f"{name}/__init__.py", site.python())
        site.starts = STARTED
        return site.by_python(f"import {name}")

    plant.__name__ = f"module_named_{name}"
    return plant


def customisation_of_the_site(site: Site) -> Trip:
    site.write("sitecustomize.py", site.python())
    site.starts = STARTED
    return site.by_python("", PYTHONPATH=str(site.root))


def customisation_of_the_user(site: Site) -> Trip:
    site.write("usercustomize.py", site.python())
    site.starts = STARTED
    return site.by_python("import usercustomize")


def path_file(site: Site) -> Trip:
    site.write("evil.pth", f"import os; open({str(site.mark)!r}, 'a').write('pth')\n")
    site.starts = STARTED
    return site.by_python("import site; site.addsitedir('.')")


def test_configuration(site: Site) -> Trip:
    site.write("conftest.py", site.python())
    site.write("tests/conftest.py", site.python())
    return site.by_run(sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")


def test_plugin(site: Site) -> Trip:
    site.write("evil_plugin.py", site.python())
    site.write("pytest.ini", "[pytest]\naddopts = -p evil_plugin\npythonpath = .\n")
    return site.by_run(sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider")


def setup_script(site: Site) -> Trip:
    site.write("setup.py", site.python())
    return site.by_run(sys.executable, "setup.py", "--version")


def build_backend_in_the_tree(site: Site) -> Trip:
    site.write("backend.py", site.python())
    site.write(
        "pyproject.toml", '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    )
    return site.by_python(
        "import tomllib, importlib; b = tomllib.load(open('pyproject.toml', 'rb'))"
        "['build-system']['build-backend']; importlib.import_module(b)"
    )


def attribute_version(site: Site) -> Trip:
    site.write("demo/__init__.py", f"{site.python()}__version__ = '1'\n")
    site.write("setup.cfg", "[metadata]\nname = demo\nversion = attr: demo.__version__\n")
    return site.by_python("import demo; demo.__version__")


def main_program(site: Site) -> Trip:
    site.write("__main__.py", site.python())
    return site.by_run(sys.executable, ".")


def management_script(site: Site) -> Trip:
    site.write("manage.py", site.python())
    site.write("settings.py", f"{site.python()}INSTALLED_APPS = ['app']\n")
    return site.by_python("import runpy; runpy.run_path('manage.py')")


def poisoned_cache_of_bytecode(site: Site) -> Trip:
    """The source is harmless, the compiled file beside it is not, and says it need not be checked."""
    source = site.write("src/poisoned.py", site.python())
    target = importlib.util.cache_from_source(str(source))
    py_compile.compile(
        str(source),
        cfile=target,
        dfile=str(source),
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    source.write_text("def fetch_data(): pass\n")
    return site.by_python("import sys; sys.path.insert(0, 'src'); import poisoned")


class _Reducing:
    def __init__(self, argv: list[str]) -> None:
        self.argv = argv

    def __reduce__(self) -> tuple[object, ...]:
        return subprocess.call, (self.argv,)


def pickled_data(site: Site) -> Trip:
    for name in ("model.pkl", ".groundplan/cache.pickle", ".git/index.pickle"):
        site.write(name, pickle.dumps(_Reducing([str(site.trap)])))
    return site.by_python("import pickle; pickle.load(open('model.pkl', 'rb'))")


def code_in_annotations(site: Site) -> Trip:
    call = f"__import__('subprocess').call([{str(site.trap)!r}])"
    site.write("src/typed.py", f"def fetch_data(url: \"{call}\" = 1) -> \"{call}\":\n    '''>>> {call}'''\n")
    return site.by_python(
        "import sys, inspect; sys.path.insert(0, 'src'); import typed; "
        "inspect.get_annotations(typed.fetch_data, eval_str=True)"
    )
