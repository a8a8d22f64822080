"""A path in a goal means the files that agree with it, and no file beside one that is named in full."""

from __future__ import annotations

import pytest

from groundplan.survey.where.named import PathLookup

LOOKUP = PathLookup(("Cargo.toml", "app.py", "impl/Cargo.toml", "tests/no-std/Cargo.toml"))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("impl/Cargo.toml", ("impl/Cargo.toml",)),
        ("./impl/Cargo.toml", ("impl/Cargo.toml",)),
        ("Cargo.toml", ("Cargo.toml", "impl/Cargo.toml", "tests/no-std/Cargo.toml")),
        ("macros/Cargo.toml", ()),
        ("/home/me/shop/app.py", ("app.py",)),
        ("no-std/Cargo.toml", ("tests/no-std/Cargo.toml",)),
    ],
)
def test_a_path_means_the_files_that_agree_with_it(written: str, meant: tuple[str, ...]) -> None:
    assert LOOKUP.find(written) == meant
