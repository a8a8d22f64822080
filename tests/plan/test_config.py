"""A configuration is read whole, or the message says precisely what is wrong with it."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.config import Config, Policy, Profile, Standard, Suppression, read_config
from groundplan.plan.errors import Unreadable

WHOLE = """
version = 1

[policy]
approvals = "signed"
talk = "committed"
relayed = "refuse"
drafts = "strict"

[plans]
folder = "docs/plans"
playbook = "small"
allowed_signers = "ops/signers"

[profile]
name = "shop"
roles = ["expert", "tester"]

[profile.axes]
databases = ["postgres", "sqlite"]

[profile.commands]
test = "pytest -q"

[[profile.standards]]
id = "S1"
text = "No bare except"
forbid = ["except:"]
require = ["typed"]
section = "4"

[[suppress]]
rule = "GP603"
reason = "  a house word  "
section = "2"

[[suppress]]
rule = "GP604"
"""


def test_everything_a_configuration_can_say_is_read() -> None:
    data = tomllib.loads(WHOLE)
    assert read_config(data, place="config.toml") == Config(
        policy=Policy("signed", "committed", "refuse", "strict"),
        profile=Profile(
            name="shop",
            axes={"databases": ("postgres", "sqlite")},
            roles=("expert", "tester"),
            standards=(Standard("S1", "No bare except", ("except:",), ("typed",), "4"),),
            commands={"test": "pytest -q"},
            data=data["profile"],
        ),
        suppressions=(Suppression("GP603", "a house word", "2"), Suppression("GP604", "")),
        folder="docs/plans",
        playbook="small",
        allowed_signers="ops/signers",
    )


def test_an_empty_configuration_is_the_default_one() -> None:
    assert read_config({}) == Config()
    assert read_config({}).policy == Policy("attended", "local", "confirm")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("version = 2", "has format version `2`, newer than 1", "pip install -U groundplan"),
        ("version = 0", "`version` must be 1, found `0`", ""),
        ("version = true", "`version` must be 1, found `True`", ""),
        ('version = "1"', "`version` must be 1, found `1`", ""),
        ("[polcy]", "has an unknown table, `polcy`", "`policy`"),
        ("policy = 3", "`policy` must be a table, found `3`", ""),
        (
            "[policy]\napproval = 1",
            "has an unknown policy, `approval`",
            "`approvals`, `drafts`, `refutation`, `relayed`",
        ),
        ('[policy]\napprovals = "any"', "policy `approvals` is `any`", "One of `attended`, `signed`"),
        ("[policy]\napprovals = []", "policy `approvals` is `[]`", "`signed`"),
        ("plans = 1", "`plans` must be a table", ""),
        ('[plans]\nfoldr = "x"', "has an unknown key of `plans`, `foldr`", "`folder`"),
        ("[plans]\nfolder = 1", "`folder` must be text, found `1`", ""),
        ("[plans]\nallowed_signers = []", "`allowed_signers` must be text", ""),
        ("profile = 1", "`profile` must be a table", ""),
        ("[profile]\nname = 1", "`name` must be text", ""),
        ('[profile]\nroles = "expert"', "`roles` must be a list of texts, found `expert`", ""),
        ("[profile]\nroles = [1]", "`roles` must be a list of texts", ""),
        ("[profile]\naxes = []", "`axes` must be a table", ""),
        ('[profile.axes]\ndatabases = "postgres"', "`databases` must be a list of texts", ""),
        ("[profile.axes]\ndatabases = 3", "`databases` must be a list of texts, found `3`", ""),
        ("[profile]\ncommands = 1", "`commands` must be a table", ""),
        ('[profile.commands]\ntest = ["pytest"]', "`test` must be text", ""),
        ("[profile]\nstandards = 1", "`standards` must be a list of tables", "[[standards]]"),
        ('[[profile.standards]]\ntext = "x"', "a standard has no `id`", ""),
        ('[[profile.standards]]\nid = "S1"', "a standard has no `text`", ""),
        ('[[profile.standards]]\nid = "S1"\nbody = "x"', "unknown key of a standard, `body`", "`text`"),
        (
            '[[profile.standards]]\nid = "S1"\ntext = "x"\nforbid = "x"',
            "`forbid` must be a list of texts",
            "",
        ),
        ('[suppress]\nrule = "GP603"', "`suppress` must be a list of tables", "[[suppress]]"),
        ('suppress = ["GP603"]', "`suppress` must be a list of tables", "[[suppress]]"),
        ('[[suppress]]\nreason = "x"', "a suppression has no `rule`", ""),
        ("[[suppress]]\nrule = 603", "`rule` must be text, found `603`", ""),
        ('[[suppress]]\ncode = "GP603"', "unknown key of a suppression, `code`", "`rule`"),
        ('[[suppress]]\nrule = "GP603"\nreason = true', "`reason` must be text", ""),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, message: str, hint: str) -> None:
    with pytest.raises(Unreadable) as raised:
        read_config(tomllib.loads(text), place=".groundplan/config.toml")
    assert message in raised.value.message
    assert "`.groundplan/config.toml`" in raised.value.message
    assert hint in raised.value.hint
    assert raised.value.place == ".groundplan/config.toml"


TOML = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["version", "policy", "plans", "profile", "suppress"])
INNER = st.sampled_from(
    ["approvals", "folder", "name", "roles", "axes", "standards", "commands", "rule", "id", "text"]
)


@given(st.dictionaries(KEYS, TOML | st.dictionaries(INNER, TOML) | st.lists(st.dictionaries(INNER, TOML))))
def test_any_table_is_a_configuration_or_a_clear_message(data: dict[str, object]) -> None:
    try:
        read_config(data, place="x")
    except Unreadable as error:
        message = error.message
    else:
        message = "`x`"
    assert message.startswith("`x`")
