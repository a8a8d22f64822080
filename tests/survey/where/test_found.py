"""A place is called found only where the first file stands out; a goal of unknown words proves nothing."""

from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.survey.where.places import LARGEST_SECOND, LEAST_FOUND, Places, RankedFile, look_up
from groundplan.survey.where.telling import is_mostly_unknown, unknown_words


def ranked(*scores: float) -> Places:
    return Places(tuple(RankedFile(f"{place}.py", score) for place, score in enumerate(scores)), ())


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((LEAST_FOUND, LEAST_FOUND * LARGEST_SECOND), True),
        ((LEAST_FOUND, LEAST_FOUND * LARGEST_SECOND + 0.01), False),
        ((LEAST_FOUND - 0.01, 1.0), False),
        ((LEAST_FOUND,), True),
        ((), False),
    ],
)
def test_the_first_file_must_be_strong_and_alone(scores: tuple[float, ...], *, expected: bool) -> None:
    assert ranked(*scores).is_found is expected


FILES = {"shop/cart.py": "def total():\n    return 0\n", "shop/interface.py": "def show():\n    pass\n"}


@pytest.mark.parametrize(
    ("goal", "unknown", "is_noise"),
    [
        ("Translate the interface into Klingon", ("Translate", "Klingon"), True),
        ("Round the total of the cart", ("Round",), False),
        ("Add authentication with JWT", ("authentication", "JWT"), True),
        ("Show users a Klingon invoice", ("users", "Klingon", "invoice"), True),  # `show` vouches for nothing
    ],
)
def test_words_that_are_nowhere_are_named(goal: str, unknown: tuple[str, ...], *, is_noise: bool) -> None:
    index = MadeIndex(FILES)
    evidence = look_up(index, goal)
    found = unknown_words(index, evidence, None)
    assert sorted(found) == sorted(unknown)
    assert is_mostly_unknown(evidence.goal, found) is is_noise


def test_a_go_file_is_no_receiver_and_a_package_or_a_python_module_is() -> None:
    index = MadeIndex(
        {
            "fs.go": "package billy\n\nfunc Rename() {}\n",
            "memfs/storage.go": "package memfs\n\nfunc Move() {}\n",
            "shop/cart.py": "def total():\n    return 0\n",
        }
    )
    named = look_up(index, "fs.Rename fails; so do memfs.Move and cart.total").named
    assert {path: [*names] for path, names in named.qualified.items()} == {
        "memfs/storage.go": ["memfs.Move"],
        "shop/cart.py": ["cart.total"],
    }
    assert "fs.go" not in named.modules
