"""The same fact in the words of several writers: `{k}` a number, `{n}` a name, `{p}` a path, `{l}` a line."""

FILE_THERE = (
    "There is already a module at `{p}`.",
    "`{p}` exists.",
    "The repository has a file called `{p}`.",
    "{p} is there, so we do not have to create it.",
    "Part of this lives in `{p}` today.",
    "I found `{p}` in the repo.",
)
FILE_GONE = (
    "There is no `{p}` in the repository.",
    "`{p}` does not exist.",
    "The project has no {p}.",
    "`{p}` is missing.",
)
CALLS = (
    "`{n}` is called from {k} places.",
    "There are {k} call sites of `{n}` in the code base.",
    "`{n}` has exactly {k} callers.",
    "The function `{n}` in `{p}` is invoked in {k} places.",
    "`{n}` (`{p}:{l}`) has {k} callers, so changing its signature is contained.",
    "I count {k} callers of `{n}`.",
    "{k} places call `{n}`, and all of them would have to change.",
    "Note that `{n}` is called {k} times.",
)
DEPENDS = (
    "The project depends on `{n}`.",
    "`{n}` is already a dependency.",
    "We already depend on the {n} package.",
    "{n} is declared as a dependency in `{p}`.",
    "The manifest `{p}` lists {n}.",
    "There is an existing dependency on `{n}`, so nothing new is installed.",
)
DEPENDS_NOT = (
    "The project does not depend on `{n}`.",
    "There is no dependency on {n}.",
    "`{n}` is not among the dependencies.",
    "We don't use {n} anywhere.",
)
NO_TESTS = (
    "There are no tests for `{n}`.",
    "`{n}` has no tests.",
    "No test covers `{n}`.",
    "`{n}` in `{p}` is untested.",
    "Nothing tests `{n}` today.",
    "The test suite never exercises `{n}`.",
    "`{n}` isn't covered by any test, which is a risk for this change.",
)
TESTED = (
    "`{n}` is tested by `{t}`.",
    "`{t}` covers `{n}`.",
    "There are tests for `{n}` in `{t}`.",
    "`{n}` is already exercised in {t}.",
)
LINE = (
    "`{n}` is defined at `{p}:{l}`.",
    "The definition of `{n}` is in `{p}:{l}`.",
    "`{p}` defines `{n}` on line {l}.",
    "`{n}` starts at line {l} of `{p}`.",
    "`{n}` is declared on line {l} of {p}.",
    "`{n}` (`{p}:{l}`) is where the change goes.",
    "The entry point for this is `{n}` in `{p}`, line {l}.",
)
PLACE = (
    "`{n}` is defined in `{p}`.",
    "`{n}` lives in {p}.",
    "`{p}` defines `{n}`.",
    "You can find `{n}` in `{p}`.",
)
