"""The hook in Claude Code's settings: put in and taken out, and no other byte of the file moves."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.hosts import hook_entry
from groundplan.hosts.hook_entry import ENTRY, EVENT, put, take
from groundplan.plan.errors import Unreadable

PATH = ".claude/settings.json"
OTHER = '{"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}'

FILES = {
    "empty object": "{}",
    "empty object, laid out": "{\n}\n",
    "one line": '{"model": "opus"}',
    "two blanks": '{\n  "model": "opus"\n}\n',
    "four blanks": '{\n    "model": "opus",\n    "permissions": {\n        "allow": []\n    }\n}\n',
    "tabs": '{\n\t"model": "opus"\n}\n',
    "no final newline": '{\n  "model": "opus"\n}',
    "windows": '{\r\n  "model": "opus"\r\n}\r\n',
    "byte order mark": '\ufeff{\n  "model": "opus"\n}\n',
    "empty hooks": '{"hooks": {}}',
    "empty hooks, laid out": '{\n  "hooks": {\n  }\n}\n',
    "hooks of another event": '{\n  "hooks": {\n    "Stop": []\n  },\n  "model": "opus"\n}\n',
    "empty list": '{"hooks": {"PreToolUse": []}}',
    "empty list with a blank": '{"hooks": {"PreToolUse": [ ]}}',
    "another hook": f'{{"hooks": {{"PreToolUse": [{OTHER}]}}}}',
    "another hook, laid out": f'{{\n  "hooks": {{\n    "PreToolUse": [\n      {OTHER}\n    ]\n  }}\n}}\n',
    "brackets and quotes in strings": '{\n  "a]}": "{[\\"\\\\",\n  "é\\u00e9": "//, ,}"\n}\n',
    "numbers and words": '{"a": -1.5e3, "b": null, "c": [true, false]}',
    "names like ours elsewhere": '{"env": {"hooks": "x", "PreToolUse": "y"}}',
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_taking_the_hook_out_gives_the_settings_back(text: str) -> None:
    with_hook = put(text, PATH)
    assert json.loads(with_hook.removeprefix("\ufeff"))["hooks"][EVENT][-1] == ENTRY
    assert take(with_hook, PATH) == text


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_everything_else_means_what_it_meant(text: str) -> None:
    before, after = (json.loads(each.removeprefix("\ufeff")) for each in (text, put(text, PATH)))
    after["hooks"][EVENT].pop()
    hooks = before.setdefault("hooks", {})
    hooks.setdefault(EVENT, [])
    assert after == before
    assert put(text, PATH).count("\r") >= text.count("\r")


@pytest.mark.parametrize("text", [None, *FILES.values()])
def test_putting_it_in_twice_changes_nothing(text: str | None) -> None:
    once = put(text, PATH)
    assert put(once, PATH) == once


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["a", "b", "hook", "é"]), _VALUES, max_size=3),
    st.sampled_from([None, 1, 2, "\t"]),
    st.sampled_from([None, {}, {"Stop": []}, {EVENT: []}, {EVENT: [{"matcher": "Bash", "hooks": []}]}]),
)
def test_whatever_the_settings_hold_they_come_back(
    settings: dict[str, object], indent: int | str | None, hooks: dict[str, object] | None
) -> None:
    if hooks is not None:
        settings = {**settings, "hooks": hooks}
    text = json.dumps(settings, indent=indent)
    with_hook = put(text, PATH)
    assert put(with_hook, PATH) == with_hook
    assert take(with_hook, PATH) == text


def test_a_file_made_for_the_hook_goes_with_it() -> None:
    made = put(None, PATH)
    assert take(made, PATH) is None
    assert take(made.replace("\n", "\r\n"), PATH) is None


def test_a_file_made_for_the_hook_stays_when_somebody_set_more_in_it() -> None:
    made = put(None, PATH).replace('{\n  "hooks"', '{\n  "model": "opus",\n  "hooks"', 1)
    assert json.loads(take(made, PATH) or "") == {"model": "opus"}


def test_hooks_that_were_added_around_ours_stay() -> None:
    made = put('{"model": "opus"}', PATH)
    settings = json.loads(made)
    settings["hooks"][EVENT].insert(0, json.loads(OTHER))
    settings["hooks"][EVENT].append(json.loads(OTHER))
    settings["hooks"]["Stop"] = []
    left = json.loads(take(json.dumps(settings, indent=2), PATH) or "")
    expected = {EVENT: [json.loads(OTHER), json.loads(OTHER)], "Stop": []}
    assert left == {"model": "opus", "hooks": expected}


def test_a_hook_whose_limit_the_user_changed_stays_as_it_is_and_can_be_taken_out() -> None:
    slower = put(None, PATH).replace("60", "300")
    assert put(slower, PATH) == slower
    assert "groundplan" not in (take(slower, PATH) or "")


@pytest.mark.parametrize("text", [None, *FILES.values()])
def test_the_hook_of_an_earlier_release_is_replaced_in_its_place(
    text: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = put(text, PATH)
    earlier = {"matcher": "ExitPlanMode", "hooks": [{"type": "command", "command": "groundplan hook claude"}]}
    with monkeypatch.context() as patched:
        patched.setattr(hook_entry, "ENTRY", earlier)
        old = put(text, PATH)
    assert old != wanted
    monkeypatch.setattr(hook_entry, "EARLIER", (earlier,))
    assert put(old, PATH) == wanted


UNREADABLE = {
    "trailing comma": '{"model": "opus",}',
    "comment": '// mine\n{"model": "opus"}',
    "member twice": '{"hooks": {}, "hooks": {}}',
    "member twice, deep": '{"a": {"b": 1, "b": 2}}',
    "empty": "",
    "no object": "[]",
    "not a number": '{"a": NaN}',
    "cut off": '{"hooks": {"PreToolUse": [',
    "two documents": "{} {}",
    "nested too deep": '{"a":' + "[" * 200_000,
    "hooks is a list": '{"hooks": []}',
    "the event is an object": '{"hooks": {"PreToolUse": {}}}',
    "null": '{"hooks": null}',
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_settings_that_make_no_sense_are_refused_both_ways(text: str) -> None:
    for change in (put, take):
        with pytest.raises(Unreadable) as refused:
            change(text, PATH)
        assert f"`{PATH}`" in refused.value.message
        assert refused.value.hint


def test_the_place_of_the_fault_is_named() -> None:
    with pytest.raises(Unreadable, match=r"line [23] column \d+"):
        put('{\n  "model": "opus",\n}', PATH)


def test_what_only_looks_like_our_hook_is_left_alone() -> None:
    others = [
        {"matcher": "X", "hooks": [{"type": "command", "command": "groundplan hook claudette"}]},
        {"matcher": "X", "hooks": [{"type": "command", "command": "echo groundplan hook claude"}]},
        {"matcher": "X", "hooks": [{"type": "command", "command": 7}]},
        {"matcher": "X", "hooks": "groundplan hook claude"},
        "groundplan hook claude; exit 0",
        None,
    ]
    text = json.dumps({"hooks": {EVENT: others}})
    assert take(text, PATH) == text
    assert take(put(text, PATH), PATH) == text


def test_a_hook_that_cannot_start_blocks_nothing() -> None:
    # Exit code 2 is what blocks, and a shell's last command gives the code.
    assert all(hook["command"].endswith("; exit 0") for hook in ENTRY["hooks"])
