"""`code ask-source`: a command of the user's own, whose words are labelled and have no effect."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from .test_json import keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk, Ran

PROGRAM = """
import os, sys, time
asked = sys.stdin.read()
{body}
"""


def set_up(desk: Desk, body: str, name: str = "manual") -> None:
    script = desk.home / "search.py"
    script.write_text(PROGRAM.format(body=body))
    folder = desk.home / ".config/groundplan"
    folder.mkdir(parents=True, exist_ok=True)
    argv = f'["{sys.executable}", "{script}"]'
    (folder / "sources.toml").write_text(f'[source.{name}]\ncommand = {argv}\nenvironment = ["MY_KEY"]\n')


def ask(desk: Desk, query: str = "timeouts", *more: str) -> Ran:
    return desk.run("code", "ask-source", "manual", query, *more)


@pytest.mark.req("S2-27")
class TestSources:
    def test_its_words_are_labelled(self, desk: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
        set_up(desk, "print('About', asked)")
        ran = ask(desk)
        assert ran.code == 0, ran.err
        assert "From manual  not evidence about this code" in ran.out
        assert "About timeouts" in ran.out
        told = ask(desk, "timeouts", "--json").json
        assert (told["lines"], told["is_code_evidence"]) == (["About timeouts"], False)
        matches_snapshot("keys-sourced", "\n".join(sorted(set(keys(told)))) + "\n")

    def test_it_sees_the_query_and_the_variables_it_was_given_alone(self, desk: Desk) -> None:
        set_up(desk, "print(os.getcwd(), sorted(os.environ))")
        desk.environ |= {"MY_KEY": "k", "OTHER_KEY": "o"}
        out = " ".join(ask(desk).out.split())
        assert "MY_KEY" in out
        assert "OTHER_KEY" not in out
        assert str(desk.folder) not in out.replace("\n", "")

    def test_a_key_in_the_query_is_not_sent_and_one_in_the_answer_not_shown(self, desk: Desk) -> None:
        set_up(desk, "print('got', asked, 'ghp_' + 'z9Y8x7W6v5' * 4)")
        out = ask(desk, "why ghp_" + "a1B2c3D4e5" * 4).out
        assert "a1B2c3D4e5a1B2" not in out.replace("\n", "")
        assert "z9Y8x7W6v5z9Y8" not in out.replace("\n", "")

    def test_its_words_move_no_cursor_and_are_cut(self, desk: Desk) -> None:
        set_up(desk, "print('\\x1b[2J' + 'word ' * 10_000)")
        ran = ask(desk)
        assert "\x1b" not in ran.out
        assert "more letters" in ran.out

    @pytest.mark.parametrize("body", ["sys.exit(3)", "pass", "print('x' * 2_000_000)"])
    def test_a_source_that_fails_is_an_error(self, desk: Desk, body: str) -> None:
        set_up(desk, body)
        ran = ask(desk)
        assert (ran.code, "Source `manual`" in ran.err) == (5, True)

    def test_one_that_hangs_is_ended(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("groundplan.survey.allowed.asking.SECONDS", 1.0)
        set_up(desk, "time.sleep(60)")
        assert ask(desk).code == 5

    def test_a_repository_names_no_source(self, desk: Desk) -> None:
        for name in ("sources.toml", ".groundplan/sources.toml"):
            path = desk.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text('[source.manual]\ncommand = ["touch", "planted"]\n')
        assert ask(desk).code == 2
        assert not list(desk.folder.rglob("planted"))

    def test_an_empty_query_is_refused(self, desk: Desk) -> None:
        set_up(desk, "print(1)")
        assert ask(desk, " ").code == 2


SERVER = """
import json, sys
def say(**told): print(json.dumps({"jsonrpc": "2.0", **told}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        print("listening", flush=True)
        say(id=77, method="roots/list")
        say(id=asked["id"], result={"protocolVersion": "2025-06-18", "capabilities": {}})
    elif asked.get("method") == "tools/call":
        name, words = asked["params"]["name"], asked["params"]["arguments"]
        if name == "docs":
            say(id=asked["id"], result={"content": [{"type": "text", "text": "About " + words["topic"]}]})
        elif name == "broken":
            say(id=asked["id"], result={"isError": True, "content": [{"type": "text", "text": "no index"}]})
        elif name == "gone":
            sys.exit(0)
        elif name == "odd":
            say(id=asked["id"], result={"content": "no list"})
        else:
            say(id=asked["id"], error={"code": -32602, "message": "no such tool"})
"""


@pytest.mark.req("S2-27")
class TestServers:
    def serve(self, desk: Desk, tool: str) -> Ran:
        set_up(desk, "")
        (desk.home / "search.py").write_text(SERVER)
        file = desk.home / ".config/groundplan/sources.toml"
        file.write_text(f'{file.read_text()}tool = "{tool}"\nargument = "topic"\n')
        return ask(desk)

    def test_a_tool_of_a_server_is_asked(self, desk: Desk) -> None:
        ran = self.serve(desk, "docs")
        assert ran.code == 0, ran.err
        assert "About timeouts" in ran.out
        assert "listening" not in ran.out

    @pytest.mark.parametrize("tool", ["broken", "gone", "odd", "unknown"])
    def test_a_server_that_has_no_answer_is_an_error(self, desk: Desk, tool: str) -> None:
        ran = self.serve(desk, tool)
        assert (ran.code, "Source `manual`" in ran.err) == (5, True)

    def test_a_server_that_is_not_here_is_an_error_in_words(self, desk: Desk) -> None:
        self.serve(desk, "docs")
        file = desk.home / ".config/groundplan/sources.toml"
        file.write_text('[source.manual]\ncommand = ["no-such-server"]\ntool = "docs"\n')
        ran = ask(desk)
        assert (ran.code, "no-such-server" in ran.err) == (5, True)
        assert "Traceback" not in ran.err
