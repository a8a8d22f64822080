"""What a goal asks for and is there is said with its place; near things, faults and extensions are not."""

from __future__ import annotations

import pytest
from growth import assert_linear
from made_subject import facts_of

from groundplan.evidence.asked import read_ask, root
from groundplan.evidence.rarity import rarity
from groundplan.plan.fact import FactKind, How

FILES = {
    "lib/route.py": """
        class Route:
            def __init__(self, path, handler_timeout=None):
                self.path = path

        def shell_complete(shell):
            return shell

        def throttle(limit):
            \"\"\"Middleware that limits the number of requests processed at a time.\"\"\"
            return limit
        """,
    "lib/errors.js": "const codes = {\n  ERR_HANDLER_TIMEOUT: create('timeout', 503)\n}\n",
    "cli.py": "parser.add_argument('--line-range', help='Only print the lines from N to M')\n",
    "README.md": "# Routes\n\n- `handler_timeout`: milliseconds a handler may run.\n",
    "CHANGELOG.md": "# 1.2\n\n- Add colour themes for pages (#12)\n- Remove sparkline charts\n",
}


def names(goal: str) -> list[str]:
    return [each.subject for each in facts_of(goal, FILES, FactKind.ALREADY)]


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Add a `handler_timeout` option", "handler_timeout"),
        ("Add a handlerTimeout option", "handler_timeout"),
        ("Add a timeout for handlers", "handler_timeout"),
        ("feat: add `ERR_HANDLER_TIMEOUT`", "ERR_HANDLER_TIMEOUT"),
        ("Add a middleware that throttles the number of requests being processed", "throttle"),
        ("Add an option to print only a range of lines", "--line-range"),
        ("Support shell completion", "shell_complete"),
        ("Add a Route class", "Route"),
    ],
)
def test_a_name_for_what_is_asked_is_found_in_any_wording(goal: str, name: str) -> None:
    assert names(goal)[:1] == [name]


@pytest.mark.parametrize(
    "goal",
    [
        "Fix `handler_timeout`: it fires after the reply",
        "`handler_timeout` is ignored for streams",
        "Add jitter to `handler_timeout`",
        "Add a `timeout` to `shell_complete`",
        "Support shell completion in Nushell",
        "Add a handler timeout for websocket connections",
        "Throttle requests per client address",
        "Rename `throttle` to `limit`",
        "Add error handling",
        "Add sparkline charts",
    ],
)
def test_what_is_near_extended_or_at_fault_is_not_said_to_be_there(goal: str) -> None:
    assert names(goal) == []


def test_a_line_of_a_changelog_announces_it() -> None:
    (fact,) = facts_of("Add colour themes for pages", FILES, FactKind.ALREADY)
    assert (fact.places[0].cited, fact.known.how) == ("CHANGELOG.md:3", How.DOCUMENT)


def test_a_description_is_no_word_in_a_comment() -> None:
    files = {"app.py": "# a handler timeout would be nice\nx = 1\n"}
    assert facts_of("Add a handler timeout", files, FactKind.ALREADY) == []


@pytest.mark.parametrize(
    "goal", ["Clean up the router", "## Bug\n\nExpected behaviour:\nno crash", "fix: typo", ""]
)
def test_repairs_and_reports_ask_for_nothing_new(goal: str) -> None:
    assert read_ask(goal) is None


OTHER_WORDS: dict[str, str | bytes] = {
    "src/cli.rs": """
        .arg(Arg::new("conclude")
            .long("conclude")
            .help(
                "Execute CMD after each timing run. This is useful for \\
                 stopping what was started.",
            ))
        .arg(Arg::new("prepare")
            .long("prepare")
            .help("Execute CMD before each timing run."))
        """,
    "src/console.py": '''
        class Console:
            def export_svg(self):
                """Make a drawing of the console."""

            def export_results(self):
                """Write the results."""
        ''',
    "src/import/atuin.rs": "pub fn read() {}\n",
    "src/import/fasd.rs": "pub fn read() {}\n",
    "src/import/z.rs": "pub fn read() {}\n",
    "docs/output.md": "# Output\n\nThe console has an output, and an image of it, in HTML or in PNG.\n",
    "docs/timing.md": "# Timing\n\nA timing run is one run of a command.\n",
}


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Add an option to run a command after each timing run", "--conclude"),
        ("Export the console output as an SVG image", "export_svg"),
        ("Import the directory history from atuin", "src/import/atuin.rs"),
    ],
)
def test_what_is_described_named_or_filed_in_other_words_is_found(goal: str, name: str) -> None:
    found = [each.subject for each in facts_of(goal, OTHER_WORDS, FactKind.ALREADY)]
    assert found[:1] == [name]


@pytest.mark.parametrize(
    "goal",
    [
        "Support a list of timing runs in --conclude",
        "Export the results as an HTML report",
        "Export the console output as a PNG image",
        "Import the directory history from autojump",
        "Add an option to run a command after each failed benchmark",
    ],
)
def test_what_sets_a_goal_apart_must_be_there(goal: str) -> None:
    assert facts_of(goal, OTHER_WORDS, FactKind.ALREADY) == []


def test_an_argument_of_another_program_is_no_option_of_this_one() -> None:
    goal = "Add a --format flag to all commands"
    passed = {"src/picker.rs": 'const TOOL: Tool = Tool {\n    args: &["--format", "hex"],\n};\n'}
    declared = {"app/cli.py": 'parser.add_argument("--format", help="how colours are printed")\n'}
    assert facts_of(goal, passed, FactKind.ALREADY) == []
    assert [each.subject for each in facts_of(goal, declared, FactKind.ALREADY)] == ["--format"]


HEADED: dict[str, str | bytes] = {
    "lib/hosts.py": '''
        def circuit_breaker(host):
            return host

        def sparkline_chart(points):
            return points

        def follow_redirects(url):
            """Go on to where an answer points."""

        def exclude_dirs(paths):
            """Leave directories out."""
        ''',
    "docs/hosts.md": """
        # Hosts

        ## Circuit breaker

        Stop calling a host that fails.

        ## Spelling correction

        Not written yet: correct what was typed.
        """,
}


def test_words_that_nearly_every_project_uses_may_be_missing() -> None:
    assert facts_of("Get text through a sparkline chart", HEADED, FactKind.ALREADY)
    assert facts_of("Get a holographic sparkline chart", HEADED, FactKind.ALREADY) == []


def test_a_heading_is_a_claim_only_with_a_name_in_the_code() -> None:
    (fact,) = facts_of("Call hosts with a circuit breaker", HEADED, FactKind.ALREADY)
    assert [each.cited for each in fact.places] == ["lib/hosts.py:1", "docs/hosts.md:3"]
    assert facts_of("Add a spelling correction", HEADED, FactKind.ALREADY) == []


@pytest.mark.parametrize("goal", ["Follow redirects by default", "Support patterns in `EXCLUDE_DIRS`"])
def test_what_the_goal_names_and_would_change_is_not_the_goal(goal: str) -> None:
    assert facts_of(goal, HEADED, FactKind.ALREADY) == []


def test_a_word_tells_the_less_the_more_projects_use_it() -> None:
    assert rarity(root("request")) < rarity(root("throttle")) < rarity(root("brotli")) < rarity("qzxv")


@pytest.mark.parametrize(
    "words",
    ["rotation rotate", "generator generation generate", "configurable configure", "separator separates"],
)
def test_words_of_one_family_share_their_root(words: str) -> None:
    assert len({root(word) for word in words.split()}) == 1


@pytest.mark.parametrize("mark", ["#", "/", "-", "1."])
def test_a_line_of_marks_costs_what_its_length_does(mark: str) -> None:
    def read(count: int) -> None:
        page = f"Colour themes of pages\n\n{mark * count} !\n"
        facts_of("Add colour themes for pages", {"a.py": "", "docs/a.md": page}, FactKind.ALREADY)

    assert_linear(read, 7)
