"""Data that no commit has decides no result unseen: a file that a test may read is refused, or named."""

from __future__ import annotations

import hashlib
import subprocess
from typing import TYPE_CHECKING

import pytest
from work_bench import CHECKED, COUNT, FIXED

from groundplan.plan.errors import GroundplanError, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from work_bench import Bench

TASK = "- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `{run}` passes\n"
READS = CHECKED.replace("import unittest\n", "import unittest\n\nPLACE = lambda: {place}\n")


def ignore(bench: Bench, *patterns: str) -> None:
    (bench.root / ".git/info/exclude").write_text("\n".join(patterns) + "\n")


def reading(bench: Bench, place: str) -> None:
    """Do the work, with a test that names what it reads."""
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": READS.format(place=place)}, "Reject")


PROSE = {
    "expected.txt": 'open("expected.txt")',
    "docs/rates.rst": 'Path("docs") / "rates.rst"',
    "docs/log/today.log": 'Path("docs/log").iterdir()',
    "docs/a.adoc": 'glob("docs/*.adoc")',
    "docs/rates.md": 'open(f"docs/{name}.md")  # rates',
    "tests/anything.txt": "1",
    "tests/data/anything.md": "1",
}


@pytest.mark.parametrize("path", PROSE)
def test_words_that_a_test_may_read_and_no_commit_has_prove_nothing(bench: Bench, path: str) -> None:
    reading(bench, PROSE[path])
    bench.put({path: "None\n"})
    with pytest.raises(Refused, match=f"Not committed: `{path}`"):
        bench.done()
    assert bench.state() == "started"


def test_words_that_a_command_names_are_committed(lay: Callable[..., Bench]) -> None:
    bench = lay(TASK.format(run="grep -q ok notes.txt"))
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    bench.put({"notes.txt": "ok\n"})
    with pytest.raises(Refused, match=r"Not committed: `notes\.txt`"):
        bench.done()


def test_words_that_code_names_are_committed(bench: Bench) -> None:
    bench.start()
    bench.put({"shop/cart.py": f'{FIXED}{COUNT}\n\nRATES = "rates.txt"\n', "README.md": "See notes.txt.\n"})
    bench.commit("Reject")
    bench.put({"rates.txt": "2\n", "notes.txt": "remember the milk\n"})
    with pytest.raises(Refused, match=r"Not committed: `rates\.txt`\. "):
        bench.done()


DATA = {
    "expected.json": 'open("expected.json")',
    "shop/rates.csv": 'open("shop/rates.csv")',
    "shop/rates.tsv": 'Path("shop").glob("*.tsv")',
    "shop/wanted.yml": 'load("wanted", ".yml")',
    "tests/snapshot.json": "1",
    "tests/data/": "1",
    "corpus/": 'Path("corpus").iterdir()',
    "corpora/": 'open("corpora/a.json")',
    "golden": 'open("golden")',
    ".pytest_cache/": 'open(".pytest_cache/wanted")',
}


@pytest.mark.parametrize("path", DATA)
def test_ignored_data_that_a_test_may_read_is_named_in_the_receipt(bench: Bench, path: str) -> None:
    ignore(bench, f"/{path}")
    reading(bench, DATA[path])
    bench.put({f"{path}a.json" if path.endswith("/") else path: "None\n"})
    assert bench.done().rests == (f"`{path}`, which git ignores",)
    assert "GP407" in bench.codes()


def test_a_repository_of_its_own_that_a_test_reads_from_is_named(bench: Bench) -> None:
    reading(bench, 'open("inner/expected.json")')
    bench.put({"inner/expected.json": "None\n"})
    subprocess.run(["git", "init", "-q", str(bench.root / "inner")], check=True)
    assert bench.done().rests == ("`inner/`, a repository of its own",)


USUAL = {
    ".DS_Store": "",
    ".coverage": "",
    ".idea/workspace.xml": "",
    ".mypy_cache/3.11/a.json": "{}",
    ".pytest_cache/v/cache/lastfailed": "{}",
    ".vscode/settings.json": "{}",
    "build/report.html": "",
    "coverage.xml": "",
    "data/images.bin": "",
    "dist/shop.whl": "",
    "htmlcov/index.html": "",
    "node_modules/x/a.json": "{}",
    "server.log": "",
    "shop/.cart.py.swp": "",
    "shop/data.sqlite": "",
    "tests/__pycache__/a.pyc": "",
    "tests/.DS_Store": "",
}


def test_what_every_project_has_beside_its_commits_is_not_named(bench: Bench) -> None:
    ignore(bench, *(f"/{path}" for path in USUAL))
    skips = 'SKIPPED = {".DS_Store", "node_modules", "__pycache__", ".pytest_cache", ".idea"}\n'
    bench.put(USUAL)
    bench.put({"shop/walk.py": skips}, "Walk")
    bench.start()
    bench.work()
    assert bench.done().rests == ()


SHADOWS = {
    "pluggy.py": "pluggy.py",
    "iniconfig/__init__.py": "iniconfig/",
    "tests/pygments.py": "tests/pygments.py",
    "_pytest.pyc": "_pytest.pyc",
    "lib/minitest.rb": "lib/minitest.rb",
    "test/minitest/autorun.rb": "test/minitest/",
    "lib/Test/More.pm": "lib/Test/",
    "t/lib/Test/More.pm": "t/lib/Test/",
}


@pytest.mark.parametrize("path", SHADOWS)
def test_an_ignored_module_that_a_runner_imports_is_refused(bench: Bench, path: str) -> None:
    bench.put({"lib/shop.rb": "1\n", "test/shop_test.rb": "1\n", "t/lib/a.pm": "1;\n"}, "Other tests")
    ignore(bench, f"/{SHADOWS[path]}")
    bench.start()
    bench.work()
    bench.put({path: "print('1 passed in 0.01s')\n"})
    with pytest.raises(Refused, match=f"Not committed: `{SHADOWS[path]}`"):
        bench.done()


def test_an_ignored_module_that_is_called_like_an_installed_one_is_refused(bench: Bench) -> None:
    installed = bench.root / ".venv/lib/python3.11/site-packages"
    (installed / "rates").mkdir(parents=True)
    (installed / "money.py").touch()
    (bench.root / ".venv/bin").mkdir()
    (installed / "rates/__init__.py").touch()
    for path in ("rates.py", "money.py", "tests/rates.py"):
        ignore(bench, ".venv/", f"/{path}")
        bench.put({path: "RATE = 2\n"})
        if path == "rates.py":
            bench.start()
            bench.work()
        with pytest.raises(Refused, match=f"Not committed: `{path}`"):
            bench.done()
        (bench.root / path).unlink()
    bench.put({"local.py": "RATE = 2\n"})
    ignore(bench, ".venv/", "/local.py")
    assert bench.done().rests == ("`local.py`, which git ignores",)


GOOD = f"{FIXED}{COUNT}\n# {'x' * 4000}\n"


def pointer(text: str) -> bytes:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(text)}\n".encode()


OTHER_BYTES = {
    "a pointer of LFS": pointer(GOOD),
    "UTF-16": GOOD.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "NUL": GOOD.replace("return len", "return\0len").encode(),
    "a lone CR": GOOD.replace("\n", "\r").encode(),
}


@pytest.mark.parametrize("kind", OTHER_BYTES)
def test_other_bytes_than_the_committed_ones_prove_nothing(bench: Bench, kind: str) -> None:
    bench.start()
    (bench.root / "shop/cart.py").write_bytes(OTHER_BYTES[kind])
    bench.commit("Reject")
    (bench.root / ".git/info/attributes").write_text("*.py filter=lfs working-tree-encoding=utf-16\n")
    (bench.root / "shop/cart.py").write_text(GOOD)
    with pytest.raises(GroundplanError, match=r"Not committed: `shop/cart\.py`"):
        bench.done()


def test_a_checkout_may_write_a_file_as_the_committed_attributes_say(bench: Bench) -> None:
    attributes = "*.bin filter=lfs diff=lfs merge=lfs -text\ndocs/*.txt working-tree-encoding=UTF-16LE-BOM\n"
    bench.start()
    (bench.root / "shop/big.bin").write_bytes(pointer("big\n"))
    (bench.root / "docs/rates.txt").write_bytes("Preis: 2 €\n".encode())
    bench.work()
    bench.put({".gitattributes": attributes, "shop/big.bin": "big\n"})
    bench.git("add", ".gitattributes")
    bench.git("commit", "-qm", "Attributes")
    (bench.root / "docs/rates.txt").write_bytes("Preis: 2 €\r\n".encode("utf-16"))
    (bench.root / "shop/old.py").write_bytes(b"LEGACY = True\r\n")
    bench.done()
    assert bench.state() == "done"


def test_a_mode_counts_whatever_the_settings_say(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.git("config", "core.filemode", "false")
    (bench.root / "shop/old.py").chmod(0o755)
    with pytest.raises(GroundplanError, match=r"Not committed: `shop/old\.py`"):
        bench.done()


def test_modes_of_a_disk_that_has_none_are_not_compared_and_that_is_named(bench: Bench) -> None:
    (bench.root / "run.sh").write_text("exit 0\n")
    (bench.root / "run.sh").chmod(0o755)
    bench.start()
    bench.work()
    bench.git("config", "core.filemode", "false")
    (bench.root / "run.sh").chmod(0o644)
    told = "modes of files, which `core.filemode` of git's settings keeps from being compared"
    assert bench.done().rests == (told,)
