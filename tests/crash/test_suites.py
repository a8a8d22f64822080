"""The crash suites at a scale for every build; their full scale is in docs/benchmarks/reliability.md.

Each suite also runs over a store with one promise switched off and must then report faults: a suite that
finds nothing there would find nothing at all.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCE = HERE.parent.parent / "src"
pytestmark = [
    pytest.mark.crash,
    pytest.mark.skipif(sys.platform not in {"linux", "darwin"}, reason="the suites fork and kill"),
]
needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
needs_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mkfs.ext4"),
    reason="cutting the power mounts images: root on Linux with mkfs.ext4",
)


def run(suite: str, *words: str) -> tuple[int, dict[str, int], str]:
    """Run a suite in a process of its own, since it forks; return its code, figures and complaints."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, str(HERE / f"{suite}.py"), *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if not done.stdout and "cannot attach" in done.stderr:
        pytest.skip("this machine does not let strace attach")
    if not done.stdout and "mount" in done.stderr:
        pytest.skip("this machine does not let us mount images")
    return done.returncode, json.loads(done.stdout), done.stderr


@pytest.mark.parametrize(
    ("suite", "words"),
    [
        ("kills", ["--points", "30", "--longest", "150"]),
        pytest.param("faults", ["--sample", "60"], marks=needs_strace),
        ("writers", ["--writers", "8", "--saves", "10"]),
        ("human", ["--saves", "90"]),
        ("damage", ["--entries", "2", "--flips", "300"]),
        pytest.param("powercut", ["--cuts", "4"], marks=needs_root),
    ],
)
def test_nothing_acknowledged_is_lost_and_nothing_is_half(suite: str, words: list[str]) -> None:
    code, figures, complaints = run(suite, *words)
    assert (code, figures["faults"]) == (0, 0), complaints


@pytest.mark.parametrize(
    ("suite", "broken", "words"),
    [
        ("kills", "naive", ["--points", "40"]),
        pytest.param("faults", "intent", ["--sample", "80", "--paths", "save"], marks=needs_strace),
        ("writers", "lock", ["--writers", "8", "--saves", "5"]),
        ("human", "verify", ["--saves", "30", "--pace", "5"]),
        ("human", "displaced", ["--saves", "30", "--pace", "5"]),
        pytest.param("powercut", "fsync", ["--cuts", "2"], marks=needs_root),
    ],
)
def test_a_suite_reports_a_store_without_the_promise_it_is_for(
    suite: str, broken: str, words: list[str]
) -> None:
    code, figures, _ = run(suite, "--broken", broken, *words)
    assert code == 1
    assert figures["faults"] > 0
