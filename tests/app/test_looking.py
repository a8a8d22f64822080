"""Looking into real code for a plan's file maps, pairs and planned names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.app.judgement.file_maps import look_at_maps
from groundplan.app.judgement.looking import Looking, declared_pairs, planned_by, twins
from groundplan.code.citing import Planned
from groundplan.plan.citation import Citation
from groundplan.plan.config import Config, Profile
from groundplan.plan.finding import Place
from groundplan.plan.mention import Intent, Mention, Sayings
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from conftest import Office

    from groundplan.plan.evidence import MapSeen


def drawn(office: Office, text: str) -> MapSeen:
    record = Record("file-map", "4.1", text=text, place=Place("plans/p.md", 20, 1))
    (seen,) = look_at_maps(Looking(office.workspace.repository), [record])
    return seen


@pytest.mark.req("S1-17")
def test_what_a_file_depends_on_is_read_from_its_imports_over_other_files_too(office: Office) -> None:
    seen = drawn(office, "[src/main.py]\n[src/settings.py]\n[src/upload.py]")
    assert seen.depends == {
        "src/main.py": {"src/settings.py", "src/upload.py"},
        "src/settings.py": frozenset(),
        "src/upload.py": {"src/settings.py"},
    }
    assert seen.lines == {"src/main.py": 21, "src/settings.py": 22, "src/upload.py": 23}


@pytest.mark.req("S1-17")
def test_planned_edges_count_like_imports(office: Office) -> None:
    seen = drawn(office, "[src/upload.py]\n  ↓ calls\n[src/retry.py]\n  ↓ reads\n[src/clock.py]")
    assert seen.depends["src/upload.py"] == {"src/retry.py", "src/clock.py"}
    assert not seen.rings


@pytest.mark.req("S1-14")
def test_a_planned_edge_against_the_imports_closes_a_cycle(office: Office) -> None:
    seen = drawn(office, "[src/settings.py]\n  ↓ calls\n[src/routes.py]")
    (ring,) = seen.rings
    assert ring.files == ("src/settings.py", "src/routes.py", "src/upload.py")
    assert ring.place == Place("plans/p.md", 22, 1)


@pytest.mark.req("S1-14")
def test_an_edge_that_is_there_closes_nothing_new(office: Office) -> None:
    (office.root / "src/settings.py").write_text("from src import upload\n\nHOST = upload\n")
    assert not drawn(office, "[src/settings.py]\n  ↓ calls\n[src/upload.py]").rings


def test_a_map_of_files_to_come_needs_no_index(office: Office) -> None:
    seen = drawn(office, "[new/a.py]\n  ↓ calls\n[new/b.py]")
    assert seen.depends["new/a.py"] == {"new/b.py"}


@pytest.mark.req("S2-08")
@pytest.mark.parametrize(
    ("path", "twin"),
    [
        ("store/_async.py", "store/_sync.py"),
        ("store/_sync.py", "store/_async.py"),
        ("pkg/_async/client.py", "pkg/_sync/client.py"),
        ("pkg/async_client.py", "pkg/client.py"),
        ("pkg/client.py", "pkg/async_client.py"),
        ("pkg/client_async.py", "pkg/client_sync.py"),
        ("client.py", "client_async.py"),
    ],
)
def test_the_pair_of_a_file_is_known_by_its_name(path: str, twin: str) -> None:
    assert twin in twins(path)


@pytest.mark.parametrize("path", ["src/__init__.py", "src/asynchronous.py", "docs/syncing.md"])
def test_a_name_that_only_looks_like_it_has_no_pair_by_replacing(path: str) -> None:
    assert not [twin for twin in twins(path) if twin.replace("async_", "").replace("_async", "") != path]


@pytest.mark.req("S2-08")
def test_pairs_of_the_profile_are_completed_beside_their_source() -> None:
    data = {"pairs": {"a/_async.py": {"source": "`a/_async.py`", "target": "`_sync.py`"}, "b.py": {}}}
    profile = Profile(axes={"pairs": ("a/_async.py", "b.py")}, data=data)
    assert dict(declared_pairs(Config(profile=profile))) == {"a/_async.py": "a/_sync.py"}


def test_names_that_a_task_adds_to_a_file_are_planned_there() -> None:
    citation = Citation("src/a.py", symbol="Store.load", text="src/a.py::Store.load")
    sayings = Sayings(
        (Mention(citation, "s"), Mention(Citation("src/b.py"), "s", Intent.CREATES)),
        new_names={"src/a.py": frozenset({"load"})},
    )
    planned = planned_by(sayings, but=set())
    assert planned.paths == ("src/b.py",)
    for name in ("load", "Store.load"):
        assert planned.holds(("src/a.py",), name)
    assert not planned.holds(("src/a.py",), "Store.save")


def test_all_that_a_plan_creates_is_hashed_once_for_all_its_citations(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[Planned] = []
    hashed_before = Planned.__hash__
    monkeypatch.setattr(Planned, "__hash__", lambda self: hashed.append(self) or hashed_before(self))
    cited = [(Citation(f"src/client_{number}.py"), "context", "") for number in range(20)]
    looking = Looking(office.workspace.repository)
    assert len(looking.look_up(cited, Planned())) == 20
    assert len(hashed) == 1
