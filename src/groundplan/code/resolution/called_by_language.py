"""Methods that a language or its library calls by itself: no place names them where it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from groundplan.code.index import Symbol

_OBJECTS = "clone close compareTo equals finalize get hasNext hashCode iterator next run toString"
_NAMES = {
    "java": _OBJECTS,
    "kotlin": f"{_OBJECTS} contains dec div divAssign getValue inc invoke minus minusAssign not plus"
    " plusAssign provideDelegate rangeTo rem set setValue times timesAssign unaryMinus unaryPlus",
    "csharp": "Add CompareTo Deconstruct Dispose DisposeAsync Equals GetAwaiter GetEnumerator GetHashCode"
    " MoveNext ToString",
    "go": "Close Error Format GoString Is Len Less MarshalBinary MarshalJSON MarshalText Read Scan ServeHTTP"
    " String Swap UnmarshalBinary UnmarshalJSON UnmarshalText Unwrap Value Write",
    "rust": "add as_ref borrow clone cmp default deref deref_mut div drop eq fmt from from_iter hash index"
    " index_mut into into_iter mul neg next not partial_cmp poll rem sub",
    "ruby": "<=> == === [] []= call coerce each eql? hash initialize inspect method_missing"
    " respond_to_missing? to_a to_ary to_h to_hash to_proc to_s to_str",
    "php": "count current getIterator jsonSerialize key next offsetExists offsetGet offsetSet offsetUnset"
    " rewind valid",
    "cpp": "begin end",
    "javascript": "next return then toJSON toString valueOf",
}
_CALLED = {language: frozenset(names.split()) for language, names in _NAMES.items()}
_SHARED = {"typescript": "javascript", "tsx": "javascript", "vue": "javascript", "svelte": "javascript"}
_WHY = "the language or its library calls a method of this name by itself, which no place shows"


def reason_of_language(symbol: Symbol, language: str) -> list[str]:
    """Return why not every use of a method can be seen, where its language has uses without its name."""
    name = symbol.definition.name
    if symbol.definition.kind is not Kind.METHOD:
        return []
    is_marked = {
        "python": name.startswith("__") and name.endswith("__"),
        "php": name.startswith("__"),
        "cpp": name.startswith(("operator", "~")),
    }.get(language, False)
    return [_WHY] if is_marked or name in _CALLED.get(_SHARED.get(language, language), ()) else []
