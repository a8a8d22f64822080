"""A change held against what its plan declares: a verdict for each file and name, and what is unmet."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN, language_of
from groundplan.code.test_paths import is_test
from groundplan.conform.change import FileChange, changed_names, makes_tests
from groundplan.conform.dependencies import changed_dependencies, tell_dependencies
from groundplan.conform.excuses import why_excused
from groundplan.conform.following import why_follows
from groundplan.conform.obeyed import Effect
from groundplan.conform.orders import Act, Sure
from groundplan.conform.tested import PAGES, read_tests
from groundplan.conform.unwritten import find_unwritten, why_unmet
from groundplan.plan.conformance import Form, How, TouchedFile, Unmet, Verdict
from groundplan.plan.dataclass import dataclass
from groundplan.plan.path_pattern import matches
from groundplan.rules.plan_lines import is_same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from groundplan.conform.excuses import Excuses
    from groundplan.conform.orders import Order, Orders
    from groundplan.conform.tested import Tested
    from groundplan.conform.unwritten import Names
    from groundplan.plan.conformance import TouchedName

_FORMS = {Form.LAYOUT: "only its layout differs", Form.COMMENTS: "only comments or docstrings differ"}


@dataclass(frozen=True, slots=True)
class Terms:
    """What a project has set: files that need no plan, what excuses others; and the plan's own, left out."""

    free: tuple[str, ...]
    own: Callable[[FileChange], bool]
    names: Names
    excuses: Excuses


def compare(
    orders: Orders, changes: Sequence[FileChange], terms: Terms
) -> tuple[tuple[TouchedFile, ...], tuple[Unmet, ...]]:
    """Return what the plan says to each file of a change, and what of the plan the change does not have."""
    others = [part for each in changes if not terms.own(each) for part in _parted(orders, each)]
    names = [changed_names(each) for each in others]
    tested = read_tests(orders, others, names)
    each_with_names = zip(others, names, strict=True)
    files = tuple(_judge(orders, change, touched, terms, tested) for change, touched in each_with_names)
    unmet = _once((*_unmet(orders, others, files), *find_unwritten(orders, others, files, terms.names)))
    undone = {each.path for each in unmet if each.path and not each.symbol}
    return tuple(_removed_against(each) if each.path in undone else each for each in files), unmet


def _once(unmet: Sequence[Unmet]) -> tuple[Unmet, ...]:
    """Return what is unmet; a name that a reader finds as well once, with its file where one has it."""
    named = [each for each in unmet if each.symbol]
    return tuple(each for each in unmet if not any(_says_more(other, each) for other in named))


def _says_more(unmet: Unmet, other: Unmet) -> bool:
    """Tell whether one of two lines about a name, of which a reader says one, makes the other needless."""
    if bool(unmet.by) is bool(other.by) or not is_same(unmet.symbol, other.symbol):
        return False
    return (not unmet.by and unmet.path == other.path) or (bool(unmet.path) and not other.path)


def _parted(orders: Orders, change: FileChange) -> Iterator[FileChange]:
    """Yield a change; as a deletion and a new file where the plan is about the new name of a file alone."""
    is_new_only = change.how is How.RENAMED and _is_meant(orders, change.path)
    if not is_new_only or _is_meant(orders, change.old) or _is_ordered(_target(orders, change), change):
        yield change
        return
    yield FileChange(change.old, How.REMOVED, before=change.before)
    yield FileChange(change.path, How.ADDED, after=change.after)


def _is_meant(orders: Orders, path: str) -> bool:
    """Tell whether the plan works on a path, or names it without its folders."""
    return any(each.covers(path) for each in orders.files) or orders.mentioned.names(path)


def _is_ordered(target: Order | None, change: FileChange) -> bool:
    """Tell whether a step moves a file, and the change does nothing else to it."""
    is_same = change.before == change.after and not change.mode
    return target is not None and target.may_go and is_same


def _removed_against(file: TouchedFile) -> TouchedFile:
    """Return a file that the plan changes and the change removes as what it is: not planned."""
    if file.how is not How.REMOVED or file.verdict is not Verdict.PLANNED:
        return file
    return replace(file, verdict=Verdict.UNPLANNED, reason=f"{file.reason} changes it", lost_tests=0)


def _judge(
    orders: Orders, change: FileChange, names: Sequence[TouchedName], terms: Terms, tested: Tested
) -> TouchedFile:
    verdict, reason = _verdict(orders, change, names, terms, tested)
    form = change.form
    if verdict is Verdict.UNPLANNED and change.mode:
        reason = reason or f"its mode is {change.mode} now"
    elif verdict is Verdict.UNPLANNED and form is not Form.CODE:
        verdict, reason = Verdict.EXCUSED, _FORMS[form]
    elif verdict is Verdict.UNPLANNED and not reason:
        # Which names an odd encoding changes depends on the Python that reads it.
        is_told = not names or change.effect is Effect.ENCODING
        reason = tell_dependencies(change) or (change.effect if is_told else "")
    is_code = form is Form.CODE
    judged = tuple(_judge_name(orders, change, each, verdict) for each in names) if is_code else ()
    is_counted = is_test(change.path) and change.how is not How.ADDED and not makes_tests(change)
    is_counted = is_counted and not any(each.tests_go and each.covers(change.path) for each in orders.files)
    lost = tested.lost[change.path] if is_counted else 0
    against = _among(orders.contradicted, change) if verdict is Verdict.PLANNED else None
    forbidden = against.place.line if against else 0
    first = change.first_line
    kept = _kept(orders, change)
    is_test_only = verdict is Verdict.UNPLANNED and bool(tested.why_excused(change))
    return TouchedFile(
        change.path,
        change.how,
        verdict,
        change.old,
        reason,
        form,
        judged,
        lost,
        first,
        forbidden,
        is_sure=not is_test_only and (kept is None or kept.sure is Sure.CERTAIN),
    )


def _verdict(
    orders: Orders, change: FileChange, names: Sequence[TouchedName], terms: Terms, tested: Tested
) -> tuple[Verdict, str]:
    target = _target(orders, change)
    kept = _kept(orders, change)
    if kept and not (target and len(target.path) > len(kept.path)):
        return Verdict.EXCLUDED, kept.said
    if target and (_is_meant(orders, change.path) or _is_ordered(target, change)):
        return Verdict.PLANNED, target.said
    if target:
        return Verdict.UNPLANNED, f"line {target.place.line} is about `{change.old}`"
    if any(matches(each, change.path) for each in terms.free):
        return Verdict.EXCUSED, "needs no plan here"
    excuse = why_excused(change, terms.excuses)
    excuse = excuse or why_follows(orders.terms, change, names)
    if not excuse and (change.path in tested.related or change.how is How.REMOVED):
        excuse = tested.why_excused(change)
    return (Verdict.EXCUSED, excuse) if excuse else _mentioned(orders, change, names)


def _mentioned(orders: Orders, change: FileChange, names: Sequence[TouchedName]) -> tuple[Verdict, str]:
    """Return whether the plan names a file in any way; in a plan of ours, what its work names is planned."""
    is_open = not orders.is_typed or change.how in {How.CHANGED, How.ADDED}
    found = (orders.mentioned.line_of(each, names, changed_dependencies(change)) for each in change.paths)
    line = next(filter(None, found), 0) if is_open else 0
    if line:
        return Verdict.PLANNED if orders.is_typed else Verdict.NAMED, f"line {line}"
    beside = orders.mentioned.line_beside(change.path)
    return Verdict.UNPLANNED, f"named in line {beside}, in no step" if beside else ""


def _target(orders: Orders, change: FileChange) -> Order | None:
    found = (each for each in orders.files if any(map(each.covers, change.paths)))
    return max(found, key=lambda each: (len(each.path), each.sure), default=None)


def _kept(orders: Orders, change: FileChange) -> Order | None:
    """Return the order that a change of a file goes against: any change, or that it goes or is renamed."""
    against = {Act.LEAVE, Act.KEEP} if change.how in {How.REMOVED, How.RENAMED} else {Act.LEAVE}
    found = _among([each for each in orders.kept if each.act in against], change)
    is_new_name = found is not None and found.act is Act.KEEP and not matches(found.path, _first(change))
    return None if is_new_name else found


def _first(change: FileChange) -> str:
    """Return the path that a file had before."""
    return (change.old or change.path).casefold()


def _among(kept: Sequence[Order], change: FileChange) -> Order | None:
    paths = [path.casefold() for path in change.paths]
    return next(
        (each for each in kept if each.path and any(matches(each.path, path) for path in paths)), None
    )


# Names inside a file.


def _judge_name(orders: Orders, change: FileChange, name: TouchedName, verdict: Verdict) -> TouchedName:
    if not name.qualified or verdict in {Verdict.EXCUSED, Verdict.EXCLUDED}:
        return replace(name, verdict=verdict)
    cited = f"{change.path}::{name.qualified}"
    against = [each for each in orders.kept if each.symbol and _is_cited(each, cited)]
    against = [each for each in against if each.act is Act.LEAVE or name.how is How.REMOVED]
    if against:
        is_sure = any(each.sure is Sure.CERTAIN for each in against)
        return replace(name, verdict=Verdict.EXCLUDED, is_sure=is_sure)
    if verdict is Verdict.PLANNED and not _is_planned(orders, change, name):
        return replace(name, verdict=Verdict.UNPLANNED)
    return replace(name, verdict=verdict)


def _is_cited(kept: Order, cited: str) -> bool:
    """Tell whether a name is what is left alone; a reader writes names as the code has them."""
    if kept.by and not is_same(kept.called, cited):
        return False
    return is_same(kept.symbol, cited.casefold())


def _is_planned(orders: Orders, change: FileChange, name: TouchedName) -> bool:
    """Tell whether a name of a planned file is planned too; only public names can be not.

    Where the plan names things in the file, it means those. Where it names the file alone, all of it is
    meant, but whoever uses the file relies on its public names and on how they are declared.
    """
    if not name.is_public or change.how in {How.REMOVED, How.ADDED}:
        return True
    if not orders.words.isdisjoint(each.rstrip("?!") for each in name.qualified.split(".")):
        return True
    if name.how is How.CHANGED and name.fresh and name.fresh <= orders.words:
        return True  # the plan says what is new in the declaration
    own = (each for each in orders.files if each.symbol and not each.by)
    wanted = [each.symbol for each in own if any(map(each.covers, change.paths))]
    if orders.is_read_only(change.paths):
        return True  # a reader names what he saw, and the plan may describe the rest
    if any(each.startswith(f"{name.qualified}.") for each in wanted):
        return True
    return not wanted and name.how is How.CHANGED and not name.is_signature


# What the plan wants and the change does not have.


def _unmet(orders: Orders, changes: Sequence[FileChange], files: Sequence[TouchedFile]) -> Iterator[Unmet]:
    touched = {path: file for change, file in zip(changes, files, strict=True) for path in change.paths}
    texts = {path: change for change in changes for path in change.paths}
    told: set[tuple[str, str]] = set()
    for order in sorted(orders.files, key=lambda each: -each.sure):
        file = touched.get(order.path)
        if order.sure is Sure.OPEN or (order.path, order.symbol if file else "") in told:
            continue
        found = _unmet_by(orders, order, touched)
        if found and found.by and found.symbol:
            instead = why_unmet(order, texts[order.path])
            found = replace(found, instead=instead) if instead else None
        if found:
            told |= (
                {(order.path, order.symbol), (order.path, "")}
                if file is None
                else {(order.path, order.symbol)}
            )
            yield found
    yield from _untested(orders, changes, files, touched)


def _untested(
    orders: Orders,
    changes: Sequence[FileChange],
    files: Sequence[TouchedFile],
    touched: Mapping[str, TouchedFile],
) -> Iterator[Unmet]:
    """Yield tests that the plan promises by name, and that no changed file has or had; or any tests."""
    promised = {each.symbol: each for each in orders.work if each.act is Act.TEST}
    texts = [text for each in changes for text in (each.before, each.after) if text] if promised else []
    for name, order in promised.items():
        if not name:
            if not any(_has_tests(change, file) for change, file in zip(changes, files, strict=True)):
                yield Unmet("", "tests", order.place, order.section, is_test=True)
        elif order.path in touched:
            whole = re.compile(rb"\b%s\b" % name.encode())
            if not any(map(whole.search, texts)):
                unmet = Unmet(order.path, "promises", order.place, order.section, name, is_test=True)
                yield replace(unmet, instead="the change has no such test")


def _unmet_by(orders: Orders, order: Order, touched: Mapping[str, TouchedFile]) -> Unmet | None:
    file = touched.get(order.path)
    is_for_tests = is_test(order.path) and language_of(order.path, b"") != PLAIN
    unmet = Unmet(
        order.path,
        order.act,
        order.place,
        order.section,
        is_test=is_for_tests,
        is_sure=order.sure is Sure.CERTAIN,
        under=order.under,
        called=order.called,
        by=order.by,
    )
    if order.path.endswith("/"):
        is_met = any(f"/{order.path}" in f"/{path}" for path in touched)
        missing = replace(unmet, wanted="adds to", instead="the change touches nothing there")
        return None if is_met else missing
    if not order.is_there:
        return replace(unmet, instead="there is no such file", is_there=False)
    if order.called and any(each.has(order.called) for other in touched.values() for each in other.names):
        return None  # it may be what is meant, and not the file of this name
    if file is None or (file.form is not Form.CODE and order.sure is Sure.CERTAIN):
        return _untouched(unmet, file)
    if order.sure is not Sure.CERTAIN and not order.by:
        return None
    if order.act is Act.REMOVE and not order.symbol:
        is_there = file.path == order.path and file.how is not How.REMOVED
        return replace(unmet, instead="it is still there") if is_there else None
    may_go = any(each.may_go and each.covers(order.path) for each in orders.files)
    if file.how is How.REMOVED and not (may_go or order.symbol):
        return replace(unmet, instead="it is removed")
    if order.symbol and not _touches(file, order.symbol):
        return replace(unmet, symbol=order.symbol)
    if order.by and order.act is Act.REMOVE:
        kept = replace(unmet, symbol=order.symbol, instead="it is still there")
        return kept if order.symbol and file.names and not _is_gone(file, order.symbol) else None
    is_gone = not (may_go or order.act is Act.REMOVE) and _is_gone(file, order.symbol)
    gone = replace(unmet, symbol=order.symbol, instead="the change removes it", is_sure=False)
    return gone if is_gone else None


def _untouched(unmet: Unmet, file: TouchedFile | None) -> Unmet | None:
    if file is None:
        return unmet
    # a plan may be about what comments say
    return replace(unmet, instead=_FORMS[Form.LAYOUT], is_layout=True) if file.form is Form.LAYOUT else None


def _touches(file: TouchedFile, symbol: str) -> bool:
    """Tell whether a change is in a definition, in something inside it, or in the names of its class."""
    if not file.names:
        return True  # a language that is not parsed
    return any(
        f".{each.qualified}".endswith(f".{symbol}")
        or f".{each.qualified}.".find(f".{symbol}.") >= 0
        or (each.qualified and symbol.startswith(f"{each.qualified}."))
        for each in file.names
    )


def _is_gone(file: TouchedFile, symbol: str) -> bool:
    """Tell whether a file does not define a name any more."""
    found = [each.how for each in file.names if symbol and f".{each.qualified}".endswith(f".{symbol}")]
    return bool(found) and set(found) == {How.REMOVED}


def _has_tests(change: FileChange, file: TouchedFile) -> bool:
    if change.how is How.REMOVED or file.form is not Form.CODE:
        return False
    is_page = change.path.endswith(PAGES)
    return (is_test(change.path) and not is_page) or any(
        "test" in each.qualified.lower() for each in file.names
    )
