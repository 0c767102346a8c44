"""Which environment variables the code, the image and compose.yaml read, found in their text."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tests.deploy.production import ROOT

_READERS = {
    "flag",
    "number",
    "text",
    "rate",
    "words",
    "origins",
    "folder",
    "secret",
    "get",
    "setdefault",
    "pop",
}
_PLACES = {"environment", "environ", "made"}
_DOORS = {"environ", "environb", "getenv"}
# Of the machine, not of this server.
_OTHERS = {"PATH", "PYTHONHOME"}
_NAME = re.compile(r"[A-Z][A-Z0-9_]+")


class Read(NamedTuple):
    """One place where the code reads a variable."""

    name: str
    reader: str
    default: object
    """None where it has none, or one that is worked out."""
    named: Mapping[str, object] = MappingProxyType({})
    """What else the reader is told."""


def reads() -> list[Read]:
    """Every read of a variable in the bootstrap and the server."""
    files = [ROOT / "taki", ROOT / "manage.py"]
    for folder in ("taki_api", "games", "players", "problems"):
        files += sorted((ROOT / folder).rglob("*.py"))
    return [read for file in files for read in _reads(file) if read.name not in _OTHERS]


def _reads(file: Path) -> Iterator[Read]:
    itself = file == ROOT / "taki_api" / "environment.py"
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Call(
                func=ast.Attribute(value=place, attr=reader),
                args=[ast.Constant(value=str(name)), *rest],
                keywords=named,
            ) if reader in _READERS and _is_environment(place) and _NAME.fullmatch(name):
                yield Read(
                    name, reader, _literal(rest), {one.arg or "": _literal([one.value]) for one in named}
                )
            case ast.Call(
                func=ast.Name(id=reader),
                args=[ast.Constant(value=str(name)), *rest],
            ) if itself and reader in _READERS:
                yield Read(name, reader, _literal(rest))
            case ast.Subscript(value=place, slice=ast.Constant(value=str(name))) if _is_environment(
                place
            ) and _NAME.fullmatch(name):
                yield Read(name, "[]", None)


def unseen() -> list[str]:
    """Every place, as `file:line`, where the server may read a variable that `reads` does not find."""
    files = [*(ROOT / "taki_api").glob("*.py")]
    for folder in ("games", "players", "problems"):
        files += (ROOT / folder).rglob("*.py")
    itself = ROOT / "taki_api" / "environment.py"
    return [
        f"{file.relative_to(ROOT)}:{line}"
        for file in sorted(files)
        if file != itself
        for line in ways_around(file.read_text())
    ]


def ways_around(source: str) -> Iterator[int]:
    """Yield the lines of a module that read the environment otherwise than by a literal name in a reader."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module="taki_api.environment"):
                yield node.lineno
            case ast.ImportFrom(module="os", names=names) if {one.name for one in names} & _DOORS:
                yield node.lineno
            case ast.Attribute(value=ast.Name(id="os"), attr="getenv" | "environb"):
                yield node.lineno
            case ast.Compare(comparators=[place]) if _is_environment(place):
                yield node.lineno
            case ast.Call(func=ast.Attribute(value=place, attr=reader), args=args) if (
                reader in _READERS and _is_environment(place) and not _names_one(args)
            ):
                yield node.lineno


def _names_one(args: list[ast.expr]) -> bool:
    return bool(args) and isinstance(args[0], ast.Constant)


def _is_environment(place: ast.expr) -> bool:
    return isinstance(place, ast.Name | ast.Attribute) and ast.unparse(place).split(".")[-1] in _PLACES


def _literal(rest: list[ast.expr]) -> object:
    return rest[0].value if rest and isinstance(rest[0], ast.Constant) else None


def deployment() -> set[str]:
    """What compose.yaml takes from `.env`, and Granian's settings in the image."""
    asked = re.findall(r"(?<!\$)\$\{(\w+)", (ROOT / "compose.yaml").read_text())
    return {*asked, *re.findall(r"\b(GRANIAN_\w+)=", (ROOT / "Dockerfile").read_text())}


def figures() -> list[str]:
    """What the server measures, by the names that Prometheus reads."""
    files = [file for folder in ("taki_api", "games", "players") for file in (ROOT / folder).rglob("*.py")]
    return [name for file in files for name in _figures(ast.parse(file.read_text()))]


def _figures(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id="Counter"), args=[ast.Constant(value=str(name)), *_]):
                yield f"{name}_total"
            case ast.Call(
                func=ast.Name(id="Histogram" | "Gauge" | "GaugeMetricFamily"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name
