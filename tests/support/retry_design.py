"""A whole design plan, section by section: what the stories write and the attacks start from."""

from __future__ import annotations

GOAL = "Retry failed uploads with exponential backoff"

REQUIREMENTS = """\
- **User Story/Goal:** A user's upload survives a passing network fault without the user doing anything.
- **Specific Requirements:**
  - Requirement 1: `upload()` retries a failed request 3 times with exponential backoff
  - Requirement 2: `upload()` returns HTTP 503 to the caller after the last failed attempt
- **Success Criteria:** `pytest tests/test_upload.py` passes, and 0 of 1,000 uploads fail at 2 % packet loss
- **Out of Scope:** Resuming half-sent files
"""

RECONNAISSANCE = """\
*Answer these questions in order. If you cannot answer one, flag it as a blocker.*

**Step 1: Locate the Change**
- **Is this modifying existing code or adding new functionality?**
  - [x] Modifying existing (go to Step 2a)
  - [ ] Net new (go to Step 2b)

---

**Step 2a: Modifying Existing Code**
- **Current Implementation:**
  - File(s): `src/upload.py:10-48`
  - Summary: Sends one request and raises `UploadError` on any status but 200.
  - Entry point: `POST /files` in `src/routes.py`

- **Why does it need to change?**
  - [ ] Bug fix (current behavior is wrong)
  - [x] Feature addition (current behavior is correct but incomplete)
  - [ ] Refactor (behavior stays same, structure changes)

- **What patterns must I preserve?**
  - Error handling: every failure leaves `src/upload.py` as an `UploadError`
  - Testing: unit tests in `tests/test_upload.py` against a fake server
  - Configuration: environment variables, read in `src/settings.py`

- **What will break if I change this?**
  - Direct callers: `src/routes.py::post_file`
  - Indirect dependencies: none; no shared state and no schema

---

**Step 3: Dependencies & Constraints**
- **External Dependencies:**
  - `httpx` 0.27, already pinned
- **Internal Dependencies:**
  - `src/settings.py` for the number of attempts

- **Deployment Constraints:**
  - [ ] Requires database migration
  - [x] Requires environment variable changes
  - [ ] Requires feature flag
  - [ ] Requires backward compatibility (cannot break existing clients)

---

**Step 4: Risk Assessment**
*For each risk, state mitigation strategy.*

- **Regression Risk:** `post_file` waits longer than its 30 s limit.
  - **Mitigation:** the waits add up to at most 7 s; a test asserts the sum.
- **Performance Risk:** three attempts triple the load on a failing server.
  - **Mitigation:** exponential backoff with jitter between attempts.
- **Security Risk:** a repeated body could be sent to another host after a redirect.
  - **Mitigation:** redirects stay switched off, and a test asserts it.
- **Operational Risk:** failures hide behind silent retries.
  - **Mitigation:** every retry logs one warning with the attempt's number.
"""

CONSTRAINTS = """\
- **Regressions:** `POST /files` under a slow upstream, covered by `tests/test_routes.py`
- **Performance:** at most 2 extra requests per failed upload
- **Circular Dependencies:** none; `src/upload.py` imports only `src/settings.py`
- **Deployment Constraints:** `UPLOAD_ATTEMPTS` must be set before the release
"""

NO_QUESTIONS = """\
*If any of these are unanswered, STOP and ask the User before proceeding.*

No question is open.
"""

ALTERNATIVES = """\
#### **Option A: Loop in upload()**
- **Approach:** A `for` loop around the request in `src/upload.py`.
- **Pros:** No new module; 12 lines.
- **Cons:** Backoff cannot be tested without a network call.

#### **Option B: Retry function**
- **Approach:** `retry()` in the new `src/retry.py` takes the request as a callable.
- **Pros:** Backoff is tested on its own; a second caller can use it.
- **Cons:** One more module.

#### **Recommendation:** Option B
**Rationale:** Requirement 1 asks for backoff that is proven, and only Option B lets a test measure it.
"""

FILE_MAP = """\
```
[src/settings.py]
  ↓ is read by
[src/retry.py::retry()]
  ↓ is called by
[src/upload.py::upload()]
```

**Modified Files:**
- `src/upload.py` – call `retry()` around the request
- `src/settings.py` – read `UPLOAD_ATTEMPTS`

**New Files:**
- `src/retry.py` – the retry function and its backoff
"""

TYPES = """\
```python
class RetryConfig:
    attempts: int
    backoff_factor: float

def retry(send: Callable[[], Response], config: RetryConfig) -> Response:
    ...
```
"""

CONTROL_FLOW = """\
**Happy Path:**
1. `POST /files` → `upload()` → `retry()` → status 200 → return the file's id

**Failure Paths:**
- Status 503 from upstream → wait and send again, 3 times in all
- All attempts failed → raise `UploadError`, which the route turns into 503
"""

EDGE_CASES = """\
- **If upstream answers 429** → wait `Retry-After` seconds, send again → the user's upload takes longer
  - Realistic: seen 14 times last week
  - Explicit handling: a plain retry would be refused again
  - User-facing: the upload is slower
- **If all attempts fail** → raise `UploadError` → the user sees "Service unavailable"
  - Realistic: seen 3 times last week
  - Explicit handling: the last error must reach the route
  - User-facing: the upload fails
"""

TESTING = """\
- **Unit Tests:**
  - `test_retry_succeeds_on_third_attempt()` for Requirement 1
  - `test_retry_fails_after_last_attempt()` for Requirement 2
- **Integration Tests:**
  - `test_upload_returns_503_when_upstream_is_down()` for Requirement 2
- **Manual Verification:**
  - Upload a file on staging while the upstream is stopped; the page says "Service unavailable"
"""

COMMITS = """\
*Execution order. Each step must be independently verifiable.*

### **Phase 1: Foundation (No Behavior Change)**
**Commit 1: Add the retry function**
- **Files:** `src/retry.py` (new), `tests/test_retry.py` (new)
- **Changes:**
  - Add `RetryConfig` and `retry()` with exponential backoff (Requirement 1)
- **Verification:** `pytest tests/test_retry.py` passes
- **Tests:** Add `test_retry_succeeds_on_third_attempt()` and `test_retry_fails_after_last_attempt()`

---

### **Phase 2: New Behavior**
**Commit 2: Retry uploads**
- **Files:** `src/upload.py` (modify), `src/settings.py` (modify)
- **Changes:**
  - Call `retry()` around the request
  - Return HTTP 503 once all attempts fail (Requirement 2)
- **Verification:** `pytest tests/test_upload.py` passes
- **Tests:** Add `test_upload_returns_503_when_upstream_is_down()`

---

### **Phase 3: Edge Cases**
**Commit 3: Respect rate limits**
- **Files:** `src/retry.py` (modify)
- **Changes:**
  - Wait `Retry-After` seconds when upstream answers 429
- **Verification:** `pytest tests/test_retry.py` passes
- **Tests:** Add `test_retry_waits_as_told_when_upstream_answers_429()`
"""

# In the order in which the playbook wants them.
RESEARCH = {"1": REQUIREMENTS, "2.1": RECONNAISSANCE, "2.2": CONSTRAINTS, "2.3": NO_QUESTIONS}
BLUEPRINT = {
    "4.1": FILE_MAP,
    "4.2": TYPES,
    "4.3": CONTROL_FLOW,
    "4.4": EDGE_CASES,
    "4.5": TESTING,
}
