"""A name to add is put beside what is called alike, and nowhere by a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pack import make_goal, make_pack

from groundplan.code.extracting import extract
from groundplan.evidence.kinds import Region
from groundplan.planner.new_names import added_names, change_title, find_namesake, homeless_names

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack

STORE = "class Store:\n    def upsert(self) -> None: ...\n\n    def delete_where(self) -> None: ...\n"
MIXINS = "class UniqueMixin:\n    pass\n"
OTHER = "class SessionMixin:\n    pass\n\n\nclass UserMixin:\n    pass\n"


def regions(path: str, text: str) -> tuple[Region, ...]:
    outline = extract(path, text.encode())
    assert outline is not None
    return tuple(Region(path, each) for each in outline.definitions if "." in each.qualified)


def pack_for(*names: str) -> EvidencePack:
    goal = make_goal("Add things", names=names)
    files = {"store.py": STORE, "app/mixins/unique.py": MIXINS, "app/session.py": OTHER}
    return make_pack(
        goal, files, regions=regions("store.py", STORE), standings=(), targets=(), pairs=(), paired=()
    )


def test_a_method_is_added_beside_the_one_it_shares_words_with() -> None:
    pack = pack_for("upsert_many")
    assert added_names(pack) == ("upsert_many",)
    assert change_title(pack, "store.py").startswith("Add `upsert_many` to `store.py` beside `Store.upsert`")


def test_a_name_like_nothing_there_is_not_put_anywhere_by_a_guess() -> None:
    pack = pack_for("deleted_at")
    assert change_title(pack, "store.py") == "Change `Store.upsert` and `Store.delete_where` in `store.py`"
    assert homeless_names(pack, ("store.py",)) == ("deleted_at",)
    assert find_namesake(pack, "deleted_at") is None


def test_a_class_is_put_where_classes_of_its_kind_are_kept() -> None:
    found = find_namesake(pack_for("SoftDeleteMixin"), "SoftDeleteMixin")
    assert found is not None
    assert found.citation == "app/mixins/unique.py::UniqueMixin"
