"""Loads modules by another code than their files hold, and finds where one code differs from another."""

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from gc import get_objects
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, FunctionType

Change = Callable[[str, CodeType], CodeType]


class Loading(MetaPathFinder):
    """Has modules of these names run what `changed` makes of their names and of the code in their files."""

    def __init__(self, names: Collection[str], changed: Change) -> None:
        self._names = names
        self._changed = changed

    def find_spec(self, fullname: str, path: list[str] | None, *_: object) -> ModuleSpec | None:
        """Find the module where it lies, but not by the loader that reads only its file."""
        found = PathFinder.find_spec(fullname, path) if fullname in self._names else None
        if found is not None and found.origin is not None:
            found.loader = _Changing(fullname, found.origin, self._changed)
        return found


class _Changing(SourceFileLoader):
    def __init__(self, fullname: str, path: str, changed: Change) -> None:
        super().__init__(fullname, path)
        self._changed = changed

    def get_code(self, fullname: str) -> CodeType:
        code = super().get_code(fullname)
        assert code is not None
        return self._changed(fullname, code)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and those of all functions and classes inside it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_in(inner)


def changed_function(before: CodeType, after: CodeType) -> tuple[CodeType, CodeType] | None:
    """Return the outermost function in which two codes of a module differ, before and after.

    None where they differ outside of functions: in what runs when the module is imported.
    """
    if _outside(before) != _outside(after):
        return None
    inner = [pair for pair in zip(_inside(before), _inside(after), strict=True) if pair[0] != pair[1]]
    if len(inner) != 1:
        return None
    [(was, becomes)] = inner
    return changed_function(was, becomes) if _is_class(was) else (was, becomes)


def functions_of(modules: Collection[str]) -> dict[tuple[str, CodeType], list[FunctionType]]:
    """Return the functions that there are of loaded modules, by module and code."""
    spaces = {id(sys.modules[name].__dict__): name for name in modules if name in sys.modules}
    found = defaultdict(list)
    for one in get_objects():
        if isinstance(one, FunctionType) and (name := spaces.get(id(one.__globals__))):
            found[name, one.__code__].append(one)
    return found


def _outside(code: CodeType) -> tuple[object, ...]:
    constants = tuple(None if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts)
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars


def _inside(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _is_class(code: CodeType) -> bool:
    # The body of a class runs once, and no function is made of it.
    return "__module__" in code.co_names and "__qualname__" in code.co_names
