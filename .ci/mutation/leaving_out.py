"""What mutmut never leaves out: a statement, one side of a condition, one of several that are named together.

Rules are told by statements one after another and by conditions of several parts; each must be missed.
"""

from collections.abc import Iterator, Sequence

import libcst as cst


def left_out(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield the node with one part of it left out, in every way there is for its kind."""
    match node:
        case cst.SimpleStatementLine(body=[statement]) if _is_missed(statement):
            yield node.with_changes(body=[cst.Pass()])
        case cst.If() | cst.CompIf():
            yield from _forced(node)
        case cst.BooleanOperation() | cst.BinaryOperation(operator=cst.BitOr()):
            yield from _one_side(node)
        case cst.MatchOr(patterns=several):
            yield from (_one_pattern(node, one) for one in _each_without_one(several))
        case cst.Set(elements=several) if len(several) > 1:
            yield from (node.with_changes(elements=one) for one in _each_without_one(several))
        case cst.ComparisonTarget(operator=cst.In() | cst.NotIn(), comparator=cst.Tuple() as named):
            yield from (
                node.with_changes(comparator=_tuple_of(named, one))
                for one in _each_without_one(named.elements)
            )


def _is_missed(statement: cst.BaseSmallStatement) -> bool:
    match statement:
        case cst.Expr(value=cst.Call(func=cst.Name(value="assert_never"))):
            return False
        case cst.Return(value=cst.Name(value="None")):
            return False  # falling out of the function returns the same
        case cst.Expr(value=cst.Yield() | cst.Call()) | cst.Return() | cst.Raise() | cst.Continue():
            return True
        case _:
            return False


def _forced(node: cst.If | cst.CompIf) -> Iterator[cst.CSTNode]:
    asked = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    for operator, answer in ((cst.And(), "False"), (cst.Or(), "True")):
        yield node.with_changes(test=cst.BooleanOperation(asked, operator, cst.Name(answer)))


def _one_side(node: cst.BooleanOperation | cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    yield _in_its_place(node, node.left)
    # Of `a and b and c` the left side is `a and b`, which loses `a` and `b` by itself.
    if not (isinstance(node.left, type(node)) and isinstance(node.left.operator, type(node.operator))):
        yield _in_its_place(node, node.right)


def _in_its_place(
    node: cst.BooleanOperation | cst.BinaryOperation, side: cst.BaseExpression
) -> cst.BaseExpression:
    return side.with_changes(lpar=[*node.lpar, *side.lpar], rpar=[*side.rpar, *node.rpar])


def _one_pattern(node: cst.MatchOr, several: Sequence[cst.MatchOrElement]) -> cst.CSTNode:
    last = several[-1].with_changes(separator=cst.MaybeSentinel.DEFAULT)
    return node.with_changes(patterns=[*several[:-1], last]) if len(several) > 1 else last.pattern


def _tuple_of(node: cst.Tuple, several: Sequence[cst.BaseElement]) -> cst.Tuple:
    # A tuple of one keeps the comma that makes it one.
    last = several[-1].with_changes(comma=cst.Comma() if len(several) == 1 else cst.MaybeSentinel.DEFAULT)
    return node.with_changes(elements=[*several[:-1], last])


def _each_without_one[T](several: Sequence[T]) -> Iterator[Sequence[T]]:
    return ([*several[:at], *several[at + 1 :]] for at in range(len(several)))
