"""Receipts of branches that met: what is done on each is not always done on both together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import work_bench
from work_bench import CHECKED, COUNT, FIXED, SHOP

from groundplan.app.changes.checking import check
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from work_bench import Bench

    from groundplan.app.workspace import Workspace

PHASE = """### Phase 1: Prices

- [ ] T1: Reject negative prices in `total`
  - Files: `shop/cart.py` (modify)
- [ ] T2: Say so in the documentation
  - Files: `docs/cart.md` (modify)

```bash
python3 -m unittest tests.test_phase
```
"""
FIELDS = (
    'fields = { verification = "Verification" } # an item below it: `- Verification: make test passes`\n'
    'required = ["title", "verification"]\nminimum = 1\n'
)
FENCE = (
    'required = ["title"]\nminimum = 1\n[[section.record]]\n'
    'kind = "verification"\nshape = "fence"\nminimum = 0\n'
)
TEST = """import pathlib
import unittest


class T(unittest.TestCase):
    def test_it(self):
        self.assertIn("negative", pathlib.Path("docs/cart.md").read_text())
        self.assertIn("{}", pathlib.Path("shop/cart.py").read_text())
"""


def with_phases(begin: Callable[[Workspace, str], object]) -> Callable[[Workspace, str], object]:
    """Have a playbook's phases verified by a block of commands."""

    def made(workspace: Workspace, name: str) -> object:
        begun = begin(workspace, name)
        file = Path(workspace.repository.root) / f".groundplan/playbooks/{name}/playbook.toml"
        assert FIELDS in file.read_text()
        file.write_text(file.read_text().replace(FIELDS, FENCE))
        return begun

    return made


@pytest.mark.parametrize("is_proven", [False, True])
def test_a_phase_that_two_branches_finish_is_verified_once_they_met(
    lay: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch, *, is_proven: bool
) -> None:
    monkeypatch.setattr(work_bench, "begin_playbook", with_phases(work_bench.begin_playbook))
    bench = lay(PHASE, files={"tests/test_phase.py": TEST.format("raise" if is_proven else "negative")})
    for branch, name, files in (
        ("a", "T1", {"shop/cart.py": FIXED + COUNT}),
        ("b", "T2", {"docs/cart.md": SHOP["docs/cart.md"] + "None is negative.\n"}),
    ):
        bench.git("checkout", "-q", "-b", branch, "main")
        bench.start(name)
        bench.put(files, name)
        bench.done(name)
        bench.commit(f"Close {name}")
    bench.git("merge", "-q", "-s", "recursive", "-X", "ours", "-m", "Meet", "a")
    assert sorted(map(bench.state, ("T1", "T2"))) == ["done", "started"]
    [found] = [each for each in bench.open().judgement.findings if each.code == "GP407"]
    assert "the verification of its phase did not run over the work of all its tasks" in found.message
    assert bench.open().judgement.standing.stage != "done"
    left = next(name for name in ("T1", "T2") if bench.state(name) == "started")
    check(bench.open(), caller=bench.agent, fix=True)
    bench.commit("Untick it")
    if not is_proven:
        with pytest.raises(GroundplanError, match=r"tests\.test_phase"):
            bench.done(left)
        return
    bench.done(left)
    assert [bench.state(name) for name in ("T1", "T2")] == ["done", "done"]
    assert "GP407" not in bench.codes()


def test_a_merge_that_leaves_the_code_out_opens_the_task_again(bench: Bench) -> None:
    bench.git("checkout", "-q", "-b", "work")
    bench.start()
    bench.work()
    bench.done()
    bench.commit("Record it")
    bench.git("checkout", "-q", "main")
    bench.git("merge", "-q", "-s", "ours", "-m", "Meet", "work")
    bench.git("checkout", "work", "--", ".groundplan", "plans")
    bench.commit("Take the ledger")
    assert bench.state() == "started"
    bench.git("checkout", "work", "--", "tests")
    bench.commit("Take the tests, too")
    assert bench.state() == "started", "tests are not the work"
    bench.put({"shop/cart.py": "# later\n" + FIXED + COUNT, "tests/test_cart.py": CHECKED}, "Merge the code")
    assert bench.state() == "done", "and later work on it is no alarm"
    [receipt] = bench.open().judgement.promises.receipts
    assert receipt.task
