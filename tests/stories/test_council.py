"""Council: a brief first, then one plan out of several advisors' answers, with every source named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from story import Story

GOAL = "Add user authentication to the API"
PLAN = "plans/user-authentication/plan.md"

REQUIREMENTS = """\
- R1: Email/password login
- R2: JWT tokens with refresh
- R3: Password reset flow
- R4: OAuth with Google/GitHub
"""
VAGUE = REQUIREMENTS.replace("Password reset flow", "Password reset that works quickly")
CURRENT_STATE = """\
No auth, all endpoints public. The API is Python/FastAPI: `src/main.py` has 12 routes, and `requirements.txt`
names no library for authentication.
"""

SYNTHESIS = """\
### Phase 1: Foundation

1. [ ] Add user model with password hashing (R1)
2. [ ] Create database migrations
   - **Needs:** 1
3. [ ] Implement JWT token generation (R2)
4. [ ] Add /auth/login endpoint
   - **Needs:** 2, 3

### Phase 2: Core Features

5. [ ] Add token refresh endpoint (R2)
   - **Needs:** 4
6. [ ] Implement logout (token blacklist)
7. [ ] Create auth middleware
8. [ ] Protect existing endpoints
   - **Needs:** 7

### Phase 3: Password Recovery

9. [ ] Add password reset request endpoint (R3)
10. [ ] Implement email sending
11. [ ] Create password reset confirmation
    - **Needs:** 9, 10

### Phase 4: OAuth

12. [ ] Add OAuth configuration (R4)
13. [ ] Implement Google OAuth flow
    - **Needs:** 12
14. [ ] Implement GitHub OAuth flow
    - **Needs:** 12
15. [ ] Link OAuth to existing users
    - **Needs:** 13, 14

### Dependencies

- Library: `python-jose` for JWT
- Library: `passlib` for password hashing
- Service: Email provider for password reset

### Security Considerations (from Gemini)

- Hash passwords with bcrypt, cost factor 12+
- Store refresh tokens securely (database, not client)
- Implement rate limiting on auth endpoints
- Use secure cookies for tokens

### Architecture Considerations (from Claude)

- Users, sessions and OAuth identities are three tables, so that an identity can be unlinked

### Approaches Compared

| Claim | Advisors | Against | Code |
|-------|----------|---------|------|
| JWT with refresh tokens instead of server sessions | Claude, Codex | | no session store in `src/` |
| Tokens belong into cookies | Gemini | Codex | not decided by the code |
"""
RECOVERY = SYNTHESIS.partition("### Phase 3: Password Recovery\n\n")[2].partition("\n###")[0]
NAMELESS = """\
### Security Considerations

- Hash passwords with bcrypt, cost factor 12+
"""
# What a careless synthesis would say, and the rule that finds it.
FAULTS = {
    "GP308": ("7. [ ] Create auth middleware", "17. [ ] Create auth middleware"),
    "GP306": ("6. [ ] Implement logout", "5. [ ] Implement logout"),
    "GP301": ("    - **Needs:** 9, 10", "    - **Needs:** 9, 99"),
    "GP302": ("3. [ ] Implement JWT token generation (R2)", "3. [ ] Implement JWT (R2)\n   - **Needs:** 4"),
    "GP802": (RECOVERY, "9. [ ] Add a page\n10. [ ] Implement email sending\n11. [ ] Add another page\n"),
}


def brief(story: Story) -> None:
    """Chapter 1: nobody plans, and nobody is asked, before goal, requirements and current state are there."""
    ann, agent = story.ann, story.agent
    ann("new", GOAL, "--playbook", "council", "--name", "user-authentication", see="01-new")
    story.see_document("02-brief", "plans/user-authentication/brief.md")
    story.see_document("03-skeleton", PLAN)
    agent.refused("GP203", "write", "--all", "-", stdin=SYNTHESIS, see="04-plan-before-brief")
    agent.refused("GP203", "write", "current-state", "-", stdin=CURRENT_STATE)
    story.write("requirements", VAGUE)
    story.write("current-state", CURRENT_STATE)
    assert story.desk.states()["brief"] == "blocked"
    ann("check", code=1, see="05-vague")
    story.write("requirements", REQUIREMENTS, see="06-brief-complete")
    agent("resume", see="07-resume")


def synthesise(story: Story) -> None:
    """Chapter 2: running numbers, dependencies that hold, and no advice without its source."""
    ann, agent = story.ann, story.agent
    for code, (good, bad) in FAULTS.items():
        assert good in SYNTHESIS
        agent("write", "--all", "-", stdin=SYNTHESIS.replace(good, bad))
        assert code in story.desk.codes()
        ann.refused(code, "approve", "plan", see=f"08-{code}")
    agent("write", "--all", "-", stdin=SYNTHESIS, see="09-synthesised")
    assert story.desk.codes() == set()
    agent("write", "dependencies", "-", stdin=f"- Library: `passlib`\n\n{NAMELESS}")
    ann.refused("GP502", "approve", "plan", see="10-source-not-named")
    agent("write", "--all", "-", stdin=SYNTHESIS)


def approve(story: Story) -> None:
    """Chapter 3: an open question stops the approval, and only a person approves."""
    ann, agent = story.ann, story.agent
    agent("ask", "Cookies or the Authorization header for tokens?")
    ann.refused("GP204", "approve", "plan", see="11-open-question")
    ann("answer", "1", "Cookies, as Gemini says: the only client is our own page.")
    agent.refused("", "approve", "plan", says="Only a person at a terminal")
    ann("approve", "plan", typed="plan", see="12-approve")
    agent.refused("GP207", "write", "phase-1", "-", stdin="1. [ ] Something else\n")
    story.see_document("13-document", PLAN)
    ann("show", see="14-show")
    agent("resume", see="15-resume")


@pytest.mark.req("S3-01", part="nobody plans without them")
@pytest.mark.req("S3-04", part="numbers, dependencies and sources")
@pytest.mark.req("S3-08", part="clear requirements")
def test_a_council_plan_names_its_sources(begin: Callable[[str], Story]) -> None:
    story = begin("council")
    for chapter in (brief, synthesise, approve):
        chapter(story)
    story.close_and_put_away("Complete")
