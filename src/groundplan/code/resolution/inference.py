"""What a Python name stands for at a place: by scoping, imports, annotations, constructors, returns."""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import Kind
from groundplan.code.resolution.annotations import read_annotation, split_outside
from groundplan.code.resolution.bindings import How
from groundplan.code.resolution.expressions import evaluate
from groundplan.code.resolution.members import called, entered, iterated, member_values, subscripted, value_of
from groundplan.code.resolution.python_text import MODULE
from groundplan.code.resolution.values import OPEN, OUTSIDE, UNKNOWN, Sort, Source, Value, any_of

if TYPE_CHECKING:
    from groundplan.code.modules import Bound
    from groundplan.code.outline import Definition
    from groundplan.code.resolution.bindings import Binding
    from groundplan.code.resolution.python_files import PythonFiles
    from groundplan.code.resolution.python_text import PythonText
    from groundplan.code.resolution.values import Values

MOST_BINDINGS = 6  # of a name that are looked at
_DEEP = 14  # steps from one place to the next before an answer is given up
_FIRST = re.compile(r"\s*(\w+)\s*([,):=])")
_BUILTINS = frozenset(dir(builtins))
_OWN = frozenset({"self", "cls"})
_BOUND = re.compile(r"\bbound\s*=\s*")
_CLASS_METHODS = frozenset({"classmethod", "abc.abstractclassmethod"})
_MADE_BY_CLASS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


class Inference:
    """The values of names and expressions in the files of one question, each looked at once."""

    def __init__(self, files: PythonFiles) -> None:
        self.files = files
        self.depth = 0
        self._known: dict[tuple[str, str, int], Values] = {}
        self._under_way: set[tuple[str, str, int]] = set()

    def enter(self) -> bool:
        """Go one step deeper, or say that it is deep enough."""
        if self.depth >= _DEEP:
            return False
        self.depth += 1
        return True

    def leave(self) -> None:
        """Come back from a step."""
        self.depth -= 1

    def name(self, file: PythonText, word: str, at: int) -> Values:
        """Return what a bare name stands for at a place; constants are looked into."""
        found: list[Value] = []
        for value in self.raw_name(file, word, at):
            if value.sort is Sort.CONSTANT and value.symbol is not None:
                found += self.constant(value.symbol)
            else:
                found.append(value)
        return tuple(dict.fromkeys(found))

    def raw_name(self, file: PythonText, word: str, at: int) -> Values:
        """Return what a bare name stands for at a place; constants of modules stay names."""
        if word in _OWN:
            own = self._own(file, word, at)
            if own is not None:
                return own
        bindings = self.files.bindings(file).holding(word, at)
        if not bindings:
            return self._unbound(file, word)
        key = (file.path, word, bindings[0].at)
        if key in self._known:
            return self._known[key]
        if key in self._under_way or not self.enter():
            return UNKNOWN
        self._under_way.add(key)
        made = [
            self._bound(file, word, each) for each in bindings[:MOST_BINDINGS] if not _is_none(file, each)
        ]
        found = any_of([*made, UNKNOWN] if len(bindings) > MOST_BINDINGS else made)
        if not any(each.sort is not Sort.OUTSIDE for each in found):
            # A parameter of `object`, `Any` or nothing said is what the function asks it to be.
            found = self._narrowed(file, word, bindings[0]) or found
        self._under_way.discard(key)
        self.leave()
        self._known[key] = found
        return found

    def dotted(self, file: PythonText, words: str, at: int) -> Values:
        """Return what a dotted name written at a place stands for, without looking into constants."""
        head, _, rest = words.partition(".")
        found = self.raw_name(file, head, at)
        for word in rest.split(".") if rest else ():
            found = tuple(value for each in found for value in self._part(each, word))
        return found

    def constant(self, symbol: Symbol) -> Values:
        """Return the value of a name bound at the top of a module or in a class."""
        file = self.files.file(symbol.path)
        if file is None or not self.enter():
            return UNKNOWN
        at = file.starts[min(symbol.definition.line, len(file.starts)) - 1]
        scope = MODULE if not symbol.definition.parent else self._block_of(file, symbol.definition.parent)
        own = self.files.bindings(file).of(symbol.definition.name, scope)
        key = (file.path, f"={symbol.definition.qualified}", at)
        found: Values = UNKNOWN
        if key not in self._under_way:
            self._under_way.add(key)
            assigned = [each for each in own[:4] if each.how is How.ASSIGNMENT and not _is_none(file, each)]
            found = any_of([self._assigned(file, each) for each in assigned])
            self._under_way.discard(key)
        self.leave()
        return found

    def alias(self, symbol: Symbol, owner: Symbol | None) -> Values:
        """Return what a name for a type stands for: a type variable's bound, or the types it is bound to."""
        file = self.files.file(symbol.path)
        if file is None or not self.enter():
            return UNKNOWN
        found: Values = UNKNOWN
        for each in self.files.bindings(file).of(symbol.definition.name, MODULE):
            if each.value == (0, 0):
                continue
            text = file.raw[each.value[0] : each.value[1]].strip()
            if text.startswith(("TypeVar(", "typing.TypeVar(", "t.TypeVar(")):
                bound = _BOUND.search(text)
                text = split_outside(text[bound.end() :].rstrip(") \n"), ",")[0] if bound else ""
            elif "(" in text:
                continue
            found = (*found, *read_annotation(self, file, text, each.at, owner))
        self.leave()
        return found

    def read(self, value: Value, name: str) -> Values:
        """Return what reading a member of a value gives."""
        return OPEN if value.sort is Sort.OPEN else member_values(self, value, name)

    def call(self, value: Value) -> Values:
        """Return what calling a value gives."""
        return OPEN if value.sort is Sort.OPEN else called(self, value)

    def subscript(self, value: Value) -> Values:
        """Return what `value[…]` gives."""
        return OPEN if value.sort is Sort.OPEN else subscripted(self, value)

    def annotation(self, file: PythonText, span: tuple[int, int], at: int) -> Values:
        """Return what the annotation in a span says, read at a place."""
        return read_annotation(self, file, file.raw[span[0] : span[1]], at)

    def symbol_value(self, symbol: Symbol, source: Source, bound: Symbol | None = None) -> Value:
        """Return the value that naming a symbol gives."""
        kind = symbol.definition.kind
        if kind in {Kind.CLASS, Kind.ENUM}:
            return Value(Sort.CLASS, source, symbol)
        if kind in {Kind.FUNCTION, Kind.METHOD}:
            return Value(Sort.FUNCTION, source, symbol, bound=bound)
        return Value(Sort.CONSTANT, source, symbol)

    def from_bound(self, bound: Bound, source: Source) -> Values:
        """Return the values of what an import or a module's name leads to."""
        source = Source.REEXPORT if bound.hops > 1 and source is Source.IMPORT else source
        found = [self.symbol_value(symbol, source) for symbol in bound.symbols]
        found += [Value(Sort.MODULE, source, path=path) for path in bound.modules]
        if not found and bound.external:
            return OUTSIDE
        return tuple(found)

    def owner_of(self, file: PythonText, block: int) -> Symbol | None:
        """Return the class that a function's `self` is of, or None."""
        around = file.class_around(block)
        return None if around == MODULE else Symbol(file.path, file.blocks[around])

    def _own(self, file: PythonText, word: str, at: int) -> Values | None:
        """Return what `self` or `cls` is in a method, without a look at all that binds these words."""
        block = file.scope_at(at)
        while block != MODULE and not file.is_class(file.parent(block)):
            block = file.parent(block)
        if block == MODULE or file.is_class(block):
            return None
        start = file.code.find("(", file.header_start(block)) + 1
        first = _FIRST.match(file.code, start)
        if first is None or first[1] != word or first[2] == ":":
            return None
        return self._first_parameter(file, block)

    def _first_parameter(self, file: PythonText, block: int) -> Values | None:
        function = file.blocks[block]
        owner = self.owner_of(file, block)
        if owner is None or "staticmethod" in function.decorators:
            return None
        by_class = function.name in _MADE_BY_CLASS or not _CLASS_METHODS.isdisjoint(function.decorators)
        return (Value(Sort.CLASS if by_class else Sort.INSTANCE, Source.SELF, owner),)

    def _block_of(self, file: PythonText, qualified: str) -> int:
        return next(
            (number for number, each in enumerate(file.blocks) if each.qualified == qualified), MODULE
        )

    def _unbound(self, file: PythonText, word: str) -> Values:
        for star in self.files.modules.stars(file.path):
            if not star.is_inner:
                found = self.files.modules.look_up(file.path, word)
                return self.from_bound(found, Source.IMPORT) if found else UNKNOWN
        # What begins as `None` becomes something else, perhaps where this does not look.
        return OUTSIDE if word in _BUILTINS and word not in {"super", "None"} else UNKNOWN

    def _bound(self, file: PythonText, word: str, binding: Binding) -> Values:
        if binding.how is How.IMPORT:
            return self._imported(file, word, binding)
        if binding.how is How.DEFINITION:
            line = file.line_of(binding.at)
            here = [each for each in file.blocks if each.line == line and each.name == word]
            return tuple(self.symbol_value(Symbol(file.path, each), Source.SCOPE) for each in here)
        if binding.how is How.PARAMETER:
            return self._parameter(file, word, binding)
        if binding.how is How.ASSIGNMENT and self._is_top(file, word, binding):
            found = self.files.modules.defined(file.path, word)
            return tuple(self.symbol_value(Symbol(file.path, each), Source.SCOPE) for each in found)
        return self._assigned(file, binding)

    def _is_top(self, file: PythonText, word: str, binding: Binding) -> bool:
        return binding.scope == MODULE and bool(self.files.modules.defined(file.path, word))

    def _assigned(self, file: PythonText, binding: Binding) -> Values:
        if binding.annotation != (0, 0):
            text = file.raw[binding.annotation[0] : binding.annotation[1]]
            found = read_annotation(self, file, text, binding.at, self.owner_of(file, binding.scope))
            if found:
                return found
        if binding.value == (0, 0) or binding.is_unpacked:
            return UNKNOWN
        values = evaluate(self, file, *binding.value)
        if binding.how is How.LOOP:
            return tuple(v for each in values for v in iterated(self, each))
        if binding.how is How.WITH:
            return tuple(v for each in values for v in entered(self, each))
        if binding.how is How.EXCEPT:
            return tuple(
                Value(Sort.INSTANCE, Source.ANNOTATION, each.symbol) if each.sort is Sort.CLASS else each
                for each in values
            )
        return () if binding.how is How.PATTERN else values

    def _imported(self, file: PythonText, word: str, binding: Binding) -> Values:
        line = file.line_of(binding.at)
        imports = [each for each in self.files.modules.bound_by_import(file.path, word) if each.line == line]
        found: list[Value] = []
        for each in imports or self.files.modules.bound_by_import(file.path, word):
            found += self.from_bound(self.files.modules.target(file.path, each), Source.IMPORT)
        return tuple(dict.fromkeys(found))

    def _parameter(self, file: PythonText, word: str, binding: Binding) -> Values:
        if binding.region != (0, 0):
            return UNKNOWN
        block = binding.scope
        function = file.blocks[block]
        if file.is_class(file.parent(block)) and _is_first(file, block, binding.at):
            own = self._first_parameter(file, block)
            if own is not None:
                return own
        if binding.annotation != (0, 0):
            text = file.raw[binding.annotation[0] : binding.annotation[1]]
            return read_annotation(self, file, text, file.header_start(block), self.owner_of(file, block))
        fixture = find_fixture(self.files, file, function, word)
        if fixture is not None:
            made = value_of(self, self.symbol_value(fixture, Source.FIXTURE))
            return tuple(Value(v.sort, Source.FIXTURE, v.symbol, v.path, v.inner) for v in made)
        if binding.value != (0, 0):
            values = evaluate(self, file, *binding.value)
            return tuple(each for each in values if each.sort is not Sort.OUTSIDE)
        return UNKNOWN

    def _narrowed(self, file: PythonText, word: str, binding: Binding) -> Values:
        """Return the classes a function asks with `isinstance` whether a name is of."""
        if binding.scope == MODULE or file.is_class(binding.scope):
            return UNKNOWN
        start, end = file.body(binding.scope)
        found: list[Value] = []
        if file.code.find("isinstance(", start, end) < 0:
            return UNKNOWN
        for asked in re.finditer(rf"\bisinstance\(\s*{re.escape(word)}\s*,", file.code[start:end]):
            at = start + asked.end()
            close = file.closer(start + asked.start() + len("isinstance"), end)
            inside = file.code[at:close].strip().strip("()")
            for part in inside.split(","):
                classes = self.dotted(file, part.strip(), at) if part.strip() else UNKNOWN
                found += [
                    Value(Sort.INSTANCE, Source.ISINSTANCE, v.symbol) for v in classes if v.sort is Sort.CLASS
                ]
        return tuple(dict.fromkeys(found))

    def _part(self, value: Value, word: str) -> Values:
        if value.sort is Sort.OUTSIDE:
            return OUTSIDE
        if value.sort is Sort.MODULE:
            return self.from_bound(self.files.modules.look_up(value.path, word), Source.MODULE)
        if value.is_class_like and value.symbol is not None:
            found = self.files.classes.members(value.symbol, word)
            return tuple(self.symbol_value(each, Source.CLASS, value.symbol) for each in found)
        return UNKNOWN


def _is_none(file: PythonText, binding: Binding) -> bool:
    """Whether a name is bound to `None`, which has no members: what it becomes is told elsewhere."""
    return binding.annotation == (0, 0) and file.raw[slice(*binding.value)].strip() == "None"


def _is_first(file: PythonText, block: int, at: int) -> bool:
    start = file.code.find("(", file.header_start(block))
    return not file.code[start + 1 : at].strip()


def find_fixture(files: PythonFiles, file: PythonText, function: Definition, name: str) -> Symbol | None:
    """Return the fixture that a parameter of a test or of another fixture means, the nearest one, or None."""
    if not function.name.startswith("test") and not is_fixture(function):
        return None
    found = [each for each in files.index.symbols(name) if is_fixture(each.definition)]
    near = [each for each in found if each.path == file.path and each.definition is not function]
    folder = file.path.rpartition("/")[0]
    while not near:
        conftest = f"{folder}/conftest.py" if folder else "conftest.py"
        near = [each for each in found if each.path == conftest]
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    return near[0] if near else None


def is_fixture(definition: Definition) -> bool:
    """Whether a function is a pytest fixture."""
    if definition.kind not in {Kind.FUNCTION, Kind.METHOD}:
        return False
    return any(each.rpartition(".")[2] in {"fixture", "async_fixture"} for each in definition.decorators)
