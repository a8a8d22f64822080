"""What a command says of a plan after the analyst's turn is how the plan stands then, not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .conftest import Desk


def test_an_answer_tells_how_the_plan_stands_after_the_turn_that_followed_it(desk: Desk) -> None:
    (desk.folder / "src").mkdir()
    (desk.folder / "src/upload.py").write_text("def upload(name):\n    return name\n")
    assert desk.run("plan", "Fix: upload loses the name of the file", "--no-talk").code == 0
    for _ in range(8):
        waiting = [each for each in desk.run("show", "--json").json["questions"] if each["open"]]
        if not waiting:
            break
        said = (
            "src/upload.py"
            if "Which file" in waiting[0]["text"] or "which file" in waiting[0]["text"]
            else "`tests/test_upload.py` passes"
        )
        ran = desk.run("answer", waiting[0]["id"], said, "--json")
        assert ran.code == 0, (waiting[0]["text"], ran.err)
        told = ran.json
    shown = desk.run("show", "--json").json
    assert not [each for each in shown["questions"] if each["open"]]
    assert (told["checkpoints"], told["next"]) == (shown["checkpoints"], shown["next"])
    words = desk.run("answer", shown["questions"][0]["id"], "src/upload.py and nothing else").err
    told = [line for line in words.splitlines() if line.startswith(("next: ", "or:   "))]
    assert told[0].startswith("next: groundplan write ")
    assert told[1].startswith("or:   groundplan brief ")
