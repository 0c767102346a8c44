"""What can be broken: every small change to a module that does something when the module runs.

Into what a thing is changed is told by mutmut's operators (another comparison, a number one higher, an
argument or a `case` left out) and by `leaving_out`, which drops what they never do.
"""

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst
from leaving_out import left_out
from libcst.metadata import MetadataWrapper
from mutmut.mutation.mutators import mutation_operators

KEEP_THEIR_ARGUMENTS = frozenset({"len", "isinstance"})  # without one they only ever raise


@dataclass(frozen=True)
class Mutant:
    """A module with one change: `was` and `becomes` are the lines that differ, without their indentation."""

    module: str
    function: str
    was: str
    becomes: str
    source: str
    lines: range  # those of the module that differ, from 1
    at: int  # which of the places in the function where the same lines change so, from 1

    @property
    def key(self) -> str:
        """Return what it is known by from run to run, as long as its lines stay."""
        return key_of(self.module, self.function, self.was, self.becomes, self.at)


def key_of(module: str, function: str, was: str, becomes: str, at: int = 1) -> str:
    """Return the key of the mutant in which those lines differ, in the place number `at` where they do."""
    again = (f"place {at}",) if at > 1 else ()
    return "\n".join((module, function, was.strip(), "->", becomes.strip(), *again))


def mutants_of(module: str, code: str) -> Iterator[Mutant]:
    """Yield every mutant of a module of this code, each once."""
    tree = MetadataWrapper(cst.parse_module(code)).module
    changes = _Changes()
    tree.visit(changes)
    seen, places = set(), Counter[tuple[str, str, str]]()
    for function, node, changed in changes.found:
        source = cst.ensure_type(tree.deep_replace(node, changed), cst.Module).code
        if source not in seen:
            seen.add(source)
            was, becomes, lines = _difference(code, source)
            places[function, was, becomes] += 1
            yield Mutant(module, function, was, becomes, source, lines, places[function, was, becomes])


def _difference(before: str, after: str) -> tuple[str, str, range]:
    was, becomes = before.splitlines(), after.splitlines()
    above = _alike(was, becomes)
    below = _alike(was[above:][::-1], becomes[above:][::-1])
    lines = range(above + 1, max(above + 1, len(was) - below) + 1)
    between = (was[above : len(was) - below], becomes[above : len(becomes) - below])
    changes = list(difflib.unified_diff(*between, n=0, lineterm=""))[2:]
    gone, come = (
        "\n".join(line[1:].strip() for line in changes if line.startswith(sign)) for sign in ("-", "+")
    )
    return gone, come, lines


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same from the beginning on."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


class _Changes(cst.CSTVisitor):
    def __init__(self) -> None:
        self.found: list[tuple[str, cst.CSTNode, cst.CSTNode]] = []
        self._inside: list[str] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_not_for_tests(node):
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._inside.append(node.name.value)
        for kind, operator in mutation_operators:
            if isinstance(node, kind) and not _keeps_its_arguments(node, operator.__name__):
                changed = (one for one in operator(node) if not _drops_the_impossible(node, one))
                self.found.extend((".".join(self._inside), node, one) for one in changed)
        self.found.extend((".".join(self._inside), node, one) for one in left_out(node))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self._inside.pop()


def _is_not_for_tests(node: cst.CSTNode) -> bool:
    # Types, decorators, imports, docstrings, and what is stated for the type checker.
    match node:
        case cst.Annotation() | cst.TypeParameters() | cst.Decorator() | cst.Import() | cst.ImportFrom():
            return True
        case cst.Expr(value=cst.SimpleString()) | cst.Assert():
            return True
        case cst.Call(func=cst.Name(value="assert_never")):
            return True
        case cst.Call(func=cst.Name(value="lru_cache")):
            return True  # how much is remembered makes nothing but speed
        case cst.Arg(keyword=cst.Name(value="strict")):
            return True  # `zip` asserts by it
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value="__all__"))]):
            return True
        case cst.Assign(value=cst.BinaryOperation(operator=cst.BitOr(), right=cst.Name())):
            return True  # a union of types
        case cst.Assign(value=cst.Subscript(value=cst.Name(value="tuple" | "Iterator" | "Sequence"))):
            return True  # another name for a type
        case _:
            return False


def _keeps_its_arguments(node: cst.CSTNode, operator: str) -> bool:
    match node:
        case cst.Call(func=cst.Name(value=name)) if operator == "operator_arg_removal":
            return name in KEEP_THEIR_ARGUMENTS
        case _:
            return False


def _drops_the_impossible(node: cst.CSTNode, changed: cst.CSTNode) -> bool:
    # `case _: assert_never(...)` is never reached, as the type checker proves.
    match node, changed:
        case cst.Match(cases=before), cst.Match(cases=after):
            pass
        case cst.Call(args=before), cst.Call(args=after):
            pass
        case _:
            return False
    dropped = [one for one in before if not any(one is kept for kept in after)]
    return any(_is_never_noticed(one) for one in dropped)


def _is_never_noticed(part: cst.CSTNode) -> bool:
    match part:
        case cst.MatchCase():
            return "assert_never" in cst.Module([]).code_for_node(part)
        case _:
            return _is_not_for_tests(part)
