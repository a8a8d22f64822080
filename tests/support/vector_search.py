"""A whole product requirement, section by section, and the profile of the project it is for."""

from __future__ import annotations

GOAL = "Add Vector Search Support"

PROFILE = """\
version = 1

[profile]
name = "quick-store"
roles = ["Expert", "Testing Agent", "Docs & Vision"]
generated = ["store/**/_sync.py"]

[profile.axes]
databases = ["PostgreSQL", "SQLite"]
frameworks = ["Litestar", "FastAPI"]
pairs = ["store/_async.py"]
pair_workflow = ["Implement in `_async.py`; `make lint` writes `_sync.py`"]
integration_patterns = ["Dependency injection"]
documentation = ["Reference docs updated", "Changelog entry added"]
test_tools = ["pytest-databases"]
testing_notes = ["Select backends by marker"]
documentation_notes = ["Sphinx, RST"]
guides = ["[docs/guides/store.md](../../docs/guides/store.md)"]
references = ["demo-app"]
fixtures = ["`sample_user`, not `test_user`"]
documentation_stack = ["Sphinx"]
guide_sections = ["Overview", "Basic Usage"]
changelog = ["docs/changelog.rst, under the next version"]

[profile.databases.PostgreSQL]
drivers = ["asyncpg", "psycopg"]
markers = ["`@pytest.mark.asyncpg`"]

[profile.databases.SQLite]
drivers = ["aiosqlite", "sqlite3"]
markers = ["`@pytest.mark.aiosqlite`"]

[profile.frameworks]
Litestar = { integration = "plugin" }
FastAPI = { integration = "dependency" }

[profile.pairs]
"store/_async.py" = { source = "`store/_async.py`", target = "`_sync.py`" }

[profile.references]
demo-app = { pattern = "a service class holds its repository class" }

[[profile.standards]]
id = "async-only"
text = "Edit ONLY `_async.py` files (sync auto-generated)"
forbid = ["edit `_sync.py`"]

[profile.commands]
test = "pytest tests/integration"
"""

DATABASES = """\
**Target Databases**:
- ✅ PostgreSQL (asyncpg, psycopg)
- ✅ SQLite (aiosqlite, sqlite3)

**Database-Specific Considerations**:
- **PostgreSQL**: `pgvector` column with an HNSW index; the extension is created by a migration
- **SQLite**: no vector type, so vectors are stored as JSON and distances are computed in Python
"""

PHASES = """\
### Phase 1: Core Implementation (Expert)
- [ ] `nearest()` on the repository
- [ ] Vector column types for both databases

### Phase 2: Framework Integration (Expert)
- [ ] Litestar integration
- [ ] FastAPI integration

### Phase 3: Testing (Testing Agent)
- [ ] Unit test creation
- [ ] Integration test creation
- [ ] Cross-database validation

### Phase 4: Documentation (Docs & Vision)
- [ ] Guide creation
- [ ] Changelog entry
"""

CRITERIA = """\
- [ ] `nearest()` returns the 10 closest rows by cosine distance
  - **Tasks:** 3.1, 5.1
- [ ] Feature works across all target databases
  - **Tasks:** 3.4, 5.3
- [ ] Async and sync implementations both functional
  - **Tasks:** 5.4
- [ ] Framework integrations updated
  - **Tasks:** 4.1, 4.2
- [ ] Backward compatible with existing code
  - **Tasks:** 7.4
"""

CORE_TASKS = """\
- [ ] 3.1 Add `nearest()` to the repository in `store/_async.py`
- [ ] 3.2 Add `nearest()` to the service
- [ ] 3.3 Add the vector column types
- [ ] 3.4 Handle database-specific adaptations
"""

RISKS = """\
### Database Compatibility Risks
- **Risk**: SQLite has no vector type
- **Mitigation**: distances are computed in Python, and a test compares both databases

### Performance Risks
- **Risk**: a scan over all rows on SQLite
- **Mitigation**: a limit of 10,000 rows, above which `nearest()` raises an error

### Breaking Change Risks
- **Risk**: a model with a column called `embedding` clashes
- **Mitigation**: the column name is an argument, and the default is only used by new models
"""

# What the profile fills, and what serves every requirement, is not written here.
# Of the form, what fits this requirement as it stands.
FROM_THE_FORM = ("criteria/testing", "phase-2", "phase-4", "phase-5", "phase-6", "phase-7", "handoff")

PRD = {
    "overview": "Repositories find the rows whose vectors are closest to a given vector.\n",
    "problem": "Applications call `pgvector` by raw SQL, which does not run on SQLite in tests.\n",
    "goals": (
        "- Primary goal: `nearest()` on every repository\n"
        "- Secondary goals: the same result on both databases\n"
    ),
    "users": (
        "- **Library developers**: one tested query instead of three\n"
        "- **Application developers**: no raw SQL\n"
        "- **Framework users**: the service is injected as before\n"
    ),
    "databases": DATABASES,
    "criteria/functional": CRITERIA,
    "phases": PHASES,
    "dependencies": (
        "**Internal Dependencies**:\n- `store/_async.py`\n\n"
        "**External Dependencies**:\n- `pgvector` 0.3\n\n"
        "**Framework Dependencies**:\n- Litestar: 2.8 or newer\n- FastAPI: 0.110 or newer\n"
    ),
    "risks": RISKS,
    "research": (
        "1. Does HNSW keep its recall above 0.95 with 1,000,000 rows?\n"
        "2. Can the Litestar plugin register the vector type itself?\n"
        "3. How long does a Python scan over 10,000 rows take?\n"
    ),
    "metrics": "- 0 failing integration tests on both databases\n- < 50 ms for 10,000 rows on SQLite\n",
    "references": (
        "**Similar Features**:\n- `store/_async.py::Repository.search`\n\n"
        "**External Documentation**:\n- pgvector: Indexing\n\n"
        "**Reference Applications**:\n- demo-app: a service class holds its repository class\n"
    ),
}
