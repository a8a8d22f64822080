"""A rename to a name that is there already is challenged, and no tasks are made of it."""

from __future__ import annotations

import pytest
from made_pack import make_facts

from groundplan.planner.challenges.met import detect

FILES = {
    "app/client.py": "class Client:\n    def upload(self): ...\n    def put(self): ...\n\ndef send(): ...\n",
    "app/other.py": "class Other:\n    def store(self): ...\n\n\ndef post(): ...\n",
}


@pytest.mark.parametrize("goal", ["Rename Client.upload to Client.put", "Rename `upload` to `put`"])
def test_a_new_name_that_the_class_has_already_is_challenged(goal: str) -> None:
    (challenge,) = detect(make_facts(goal, FILES))
    assert challenge.claim.startswith("`put` is there already, at `app/client.py:3`, beside `upload`")


@pytest.mark.parametrize(
    "goal",
    [
        "Rename Client.upload to Client.store",
        "Rename send to put",
        "Rename send to post",
        "Let upload put it",
    ],
)
def test_a_name_that_only_something_else_has_is_free(goal: str) -> None:
    assert not list(detect(make_facts(goal, FILES)))
