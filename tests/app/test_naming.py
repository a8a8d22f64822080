"""Names of new plans: about what the plan is about, safe as file names, never taken twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.app.lifecycle.starting import make_plan_id, make_slug
from groundplan.plan.title import end_paragraphs, make_title
from groundplan.store.layout import is_plan_id, split_path

if TYPE_CHECKING:
    from conftest import Office

SLUGS = {
    "Add Vector Search Support": "vector-search-support",
    "Retry failed uploads": "retry-failed-uploads",
    "Implement the new cache": "cache",
    # without its verb, a change that adds nothing would read as if it did
    "Speed up the index": "speed-up-the-index",
    "Set up CI": "set-up-ci",
    "Let users log in": "let-users-log-in",
    "Migrate Oracle's JSON columns": "migrate-oracles-json-columns",
    "Replace setup.py by pyproject.toml": "replace-setup-py-by-pyproject-toml",
    "Remove the cache": "remove-the-cache",
    "Add": "add",
    "Add a new": "new",
    "Support": "support",
    "Über-schnelle Größen": "uber-schnelle-groen",
    "重试上传": "plan",
    "!!!": "plan",
    "": "plan",
    "../../etc/passwd": "etc-passwd",
    "C:\\Windows": "c-windows",
    "CON": "con-plan",
    "Add com1": "com1-plan",
    "console": "console",
    "Retry\nfailed\tuploads": "retry-failed-uploads",
    "x" * 90: "x" * 48,
    " ".join(["twelve"] * 12): "-".join(["twelve"] * 7),
}


@pytest.mark.req("S2-01")
@pytest.mark.parametrize(("title", "slug"), SLUGS.items(), ids=[title[:20] or "(empty)" for title in SLUGS])
def test_a_slug_says_what_the_plan_is_about(title: str, slug: str) -> None:
    assert make_slug(title, ()) == slug


@pytest.mark.parametrize(
    ("goal", "title"),
    {
        "TimedSerializer should accept a callable for max_age so that different tokens can expire after "
        "different times, since today one must call loads twice": (
            "TimedSerializer should accept a callable for max_age"
        ),
        "Read-only commands take no lock, because two shells that only list packages block each other for "
        "as long as a third one installs something": "Read-only commands take no lock",
        "Keep the byte order mark of a front matter document in the output of every command (issue 12 of "
        "the tracker has the details of it)": (
            "Keep the byte order mark of a front matter document in the output of every command"
        ),
    }.items(),
)
def test_a_long_goal_gives_a_title_that_ends_with_a_clause(goal: str, title: str) -> None:
    assert make_title(goal) == title


def test_a_long_title_leaves_out_brackets_and_ends_with_a_word_that_says_something() -> None:
    hook = "When a formatter hook (black, prettier, a fixer of line ends) only fixed my files and returned 0"
    title = "When a formatter hook only fixed my files and returned 0, the commit should not"
    assert make_title(f"{hook}, the commit should not fail; it should be made") == f"{title} fail"
    parts = "The library is used more and more in places where parts of a command line come from outside"
    assert make_title(f"{parts}, and nobody quotes them") == f"{parts}…"


def test_a_title_is_not_cut_where_that_would_say_something_else() -> None:
    long = "Check every hour if the index of the packages has a newer release of the tool that is in use here"
    assert make_title(f"{long} and say so").startswith("Check every hour if the index")
    kept = (
        "Delete the files of the cache unless a running process of the same user has one of them open lately"
    )
    assert "unless" in make_title(f"{kept} at all")


@pytest.mark.req("S2-01")
def test_a_slug_that_is_taken_gets_the_next_number() -> None:
    assert make_slug("Add a cache", {"cache"}) == "cache-2"
    assert make_slug("Add a cache", {"cache", "cache-2", "cache-3"}) == "cache-4"
    assert make_slug("", {"plan"}) == "plan-2"


titles = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(
            ["add", "the", "con", "nul", "com1", "..", ".git", "/", "\\", "a" * 60, "ß", "é", "-", "\0"]
        ),
        max_size=6,
    ).map(" ".join),
)


@pytest.mark.req("S2-01")
@given(titles, st.sets(st.sampled_from(["plan", "con-plan", "a", "nul-plan"]), max_size=3))
def test_a_slug_is_always_a_safe_file_name_that_nobody_has(title: str, taken: set[str]) -> None:
    slug = make_slug(title, taken)
    assert slug not in taken
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)
    assert len(slug) <= 55
    assert split_path(f"plans/{slug}.md") == ("plans", f"{slug}.md")
    assert split_path(f"requirements/{slug}/prd.md") == ("requirements", slug, "prd.md")
    assert make_slug(title, taken) == slug


@pytest.mark.req("S2-01")
def test_a_second_plan_of_the_same_goal_gets_files_of_its_own(office: Office) -> None:
    for slug in ("retry-failed-uploads", "retry-failed-uploads-2", "retry-failed-uploads-3"):
        assert office.begin().known.slug == slug
        assert (office.root / f"plans/{slug}.md").exists()


@pytest.mark.req("S2-01")
def test_a_name_given_by_hand_is_made_safe_as_well(office: Office) -> None:
    opened = office.begin(slug="../../Etc/Passwd")
    assert opened.known.slug == "etc-passwd"
    assert office.open("etc-passwd").known.id == opened.known.id


@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("Retry failed uploads.", "Retry failed uploads"),
        ("Retry uploads. They fail often. We lose money.", "Retry uploads"),
        ("Do we retry? Yes.", "Do we retry?"),
        (
            "The locale is lost in a Fiber (e.g. in CSV). It stays.",
            "The locale is lost in a Fiber (e.g. in CSV)",
        ),
        ("Use v1.2 of\n the  client", "Use v1.2 of the client"),
        ("Uploads are lost\n\nThey fail after a minute.", "Uploads are lost"),
        ("# Retry uploads\n\nAs the others do.", "Retry uploads"),
        ("x" * 120, "x" * 99 + "…"),
    ],
)
def test_a_title_is_the_first_sentence_of_the_goal_on_one_line(goal: str, title: str) -> None:
    assert make_title(goal) == title


def test_paragraphs_end_as_sentences_do_before_they_stand_on_one_line() -> None:
    goal = "Uploads are lost\n\nThey fail:\n\n- often\n\nSee `upload`"
    assert end_paragraphs(goal) == "Uploads are lost.\n\nThey fail:\n\n- often.\n\nSee `upload`"


@given(st.text())
def test_a_title_is_always_one_line_of_at_most_a_hundred_letters(goal: str) -> None:
    title = make_title(goal)
    assert len(title) <= 100
    assert title == " ".join(title.split())


def test_plan_ids_may_name_folders_and_do_not_repeat() -> None:
    ids = {make_plan_id() for _ in range(500)}
    assert len(ids) == 500
    assert all(is_plan_id(plan_id) and re.fullmatch(r"gp-[0-9a-hjkmnp-tv-z]{10}", plan_id) for plan_id in ids)


@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("I want to add a version checker. It asks PyPI.", "Add a version checker"),
        ("I think we should add a scheduler", "Add a scheduler"),
        ("Let's retry failed uploads", "Retry failed uploads"),
        ("I’m thinking we should cache grades", "Cache grades"),
        ("We should never retry", "Never retry"),
        ("Imports are slow", "Imports are slow"),
        ("I want", "I want"),
    ],
)
def test_a_title_leaves_out_the_words_that_lead_up_to_the_want(goal: str, title: str) -> None:
    assert make_title(goal) == title


def test_a_title_is_not_cut_inside_of_a_quotation() -> None:
    goal = (
        'Two commands that each carry a flag of one letter fail to build with "Sub.Flag1: duplicate -f; stop"'
    )
    assert make_title(f"{goal} since June.") == (
        "Two commands that each carry a flag of one letter fail to build…"
    )
    assert make_title('It prints "done. Or not: never" twice. And more') == (
        'It prints "done. Or not: never" twice'
    )
