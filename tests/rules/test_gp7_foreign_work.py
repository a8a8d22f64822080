from __future__ import annotations

import pytest
from drawn_cases import build, check


def raised(words: str) -> set[str]:
    section = build.section("dependencies/internal", build.record("dependency", words))
    return {finding.code for finding in check("GP709", section)}


@pytest.mark.req("S4-28")
@pytest.mark.parametrize(
    "words",
    [
        "The gateway update by another team",
        "A new address from an external vendor",
        "Some other team moves login",
    ],
)
def test_work_of_others_that_nobody_is_named_for_is_found(words: str) -> None:
    assert raised(words) == {"GP709"}


@pytest.mark.parametrize(
    "words",
    [
        "API Gateway update (Platform team)",
        "The gateway update by another team (Platform)",
        "The gateway update by another team; owner: Ada",
        "None found: no other module imports `lend/mail.py`",
        "`lend/store.py` and `lend/loan.py`",
        "The Platform team updates the gateway",
    ],
)
def test_work_that_somebody_owns_or_that_is_ours_is_left_alone(words: str) -> None:
    assert raised(words) == set()
