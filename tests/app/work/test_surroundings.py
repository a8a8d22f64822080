"""What an honest user has installed is there when a command proves a task, or is named."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED

from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from work_bench import Bench


def task(command: str) -> str:
    return f"- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `{command}` passes\n"


def begin(lay: Callable[..., Bench], command: str, files: dict[str, str]) -> Bench:
    bench = lay(task(command), files=files)
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    return bench


def close(bench: Bench) -> str:
    """Close the task over a confined copy; return what is said against it."""
    try:
        bench.done(is_confined=True)
    except GroundplanError as error:
        if "cannot confine" in error.message:
            pytest.skip("this system cannot confine a command")
        return f"{error.message} {error.hint}"
    return ""


def test_a_copy_has_what_a_virtual_environment_on_the_path_installed(
    lay: Callable[..., Bench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv = tmp_path / "home/.virtualenvs/shop"
    (venv / "bin").mkdir(parents=True)
    (venv / "lib").mkdir()
    (venv / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (venv / "lib/rules").write_text("ok\n")
    (venv / "bin/shopcheck").write_text(f"#!/bin/sh\nexec grep ok {venv}/lib/rules\n")
    (venv / "bin/shopcheck").chmod(0o755)
    (tmp_path / "home/secret").write_text("ok\n")
    monkeypatch.setenv("PATH", f"{venv}/bin{os.pathsep}{os.environ['PATH']}")
    assert close(begin(lay, "make check", {"Makefile": "check:\n\tshopcheck\n"})) == ""
    refused = close(begin(lay, "make check", {"Makefile": f"check:\n\tcat {tmp_path}/home/secret\n"}))
    assert "exit code 2" in refused, "and nothing else of the home folder"


def test_commands_of_one_line_run_in_one_copy(lay: Callable[..., Bench]) -> None:
    build = "all:\n\tprintf '#!/bin/sh\\ngrep ValueError shop/cart.py\\n' > built\n\tchmod +x built\n"
    bench = begin(lay, "make all && ./built", {"Makefile": build, ".gitignore": "built\n"})
    assert close(bench) == ""
    assert not (bench.root / "built").exists()


def test_what_a_command_misses_is_named_with_the_way_to_it(lay: Callable[..., Bench]) -> None:
    bench = begin(lay, "python3 -m shop.missing", {})
    said = close(bench)
    assert "`shop.missing` is not in the confined copy" in said
    with pytest.raises(GroundplanError) as refused:
        bench.done()
    assert "`shop.missing` is not installed here" in str(refused.value.hint)


BROKEN = "def total(prices):\n    raise NotImplementedError\n" + COUNT
FAKE = "import os\nprint('Ran 3 tests in 0.1s\\n\\nOK', flush=True)\nos._exit(0)\n"
RUN = "python3 -m unittest tests.test_cart"


def test_a_folder_that_looks_like_an_environment_gives_a_copy_no_programs(lay: Callable[..., Bench]) -> None:
    bench = begin(lay, RUN, {})
    bench.put({"shop/cart.py": BROKEN}, "Break it")
    bench.put({".git/info/exclude": "/made/\n", "made/pyvenv.cfg": "", "made/bin/python": ""})
    bench.put({"made/bin/python3": "#!/bin/sh\necho 'Ran 3 tests'\n"})
    (bench.root / "made/bin/python3").chmod(0o755)
    assert "exit code 1" in close(bench)


def test_a_home_that_the_caller_names_lends_a_copy_no_packages(
    lay: Callable[..., Bench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # a virtual environment looks at no home
    if shutil.which("python3") is None:
        pytest.skip("no Python outside of a virtual environment")
    asked = ["python3", "-c", "import sys; print('python%d.%d' % sys.version_info[:2])"]
    version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    bench = begin(lay, RUN, {})
    bench.put({"shop/cart.py": BROKEN}, "Break it")
    packages = tmp_path / f"home/.local/lib/{version}/site-packages"
    packages.mkdir(parents=True)
    (packages / "usercustomize.py").write_text(FAKE)
    assert os.environ["HOME"] == str(tmp_path / "home")
    assert "exit code 1" in close(bench)


def test_folders_of_tools_that_the_caller_names_are_named_in_the_receipt(
    lay: Callable[..., Bench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RUSTUP_HOME", "JAVA_HOME", "GOFLAGS"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    bench = begin(lay, RUN, {})
    assert close(bench) == ""
    assert rests_of(bench) == ["variable `JAVA_HOME`", "variable `RUSTUP_HOME`"]


def test_an_environment_of_the_project_that_was_made_later_is_named(lay: Callable[..., Bench]) -> None:
    bench = begin(lay, RUN, {})
    real = shutil.which("python3")
    assert real is not None
    bench.put({".git/info/exclude": "/.venv/\n", ".venv/pyvenv.cfg": "home = /usr/bin\n"})
    (bench.root / ".venv/bin").mkdir()
    for name in ("python", "python3"):
        (bench.root / ".venv/bin" / name).symlink_to(os.path.realpath(real))
    assert close(bench) == ""
    assert rests_of(bench) == [f"`{bench.root}/.venv/bin/python3`, which was not there when it was allowed"]


def rests_of(bench: Bench) -> list[str]:
    [entry] = [each for each in bench.open().history.entries if each.kind == "receipt"]
    return list(entry.body.get("rests", []))
