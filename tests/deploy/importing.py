"""Run as a process: imports the server where only what the image installs can be imported.

The arguments are packages: after a `+` one that the image installs beside the requirements of pyproject.toml,
after a `-` one that it leaves out. Prints how many it hid.
"""

import importlib
import json
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SERVER = (
    "taki_api.asgi",
    "taki_api.urls",
    "django.core.cache.backends.redis",
    "kombu.transport.redis",
    "celery.apps.beat",
    "celery.apps.worker",
    "granian.cli",
)


def installed(left_out: set[str], beside: set[str]) -> set[str]:
    """All packages that the requirements lead to."""
    project = Path(__file__).parents[2] / "pyproject.toml"
    lines = tomllib.loads(project.read_text())["project"]["dependencies"]
    waiting = [(Requirement(line), "") for line in (*lines, *beside)]
    seen: set[tuple[str, str]] = set()
    while waiting:
        requirement, asker = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in left_out or (requirement.marker and not requirement.marker.evaluate({"extra": asker})):
            continue
        for extra in {"", *requirement.extras} - {extra for each, extra in seen if each == name}:
            seen.add((name, extra))
            waiting += [(Requirement(line), extra) for line in metadata.requires(name) or []]
    return {name for name, _ in seen}


class Hiding(MetaPathFinder):
    """Finds nothing, and lets nobody else find what belongs to other packages."""

    def __init__(self, visible: set[str]) -> None:
        owners = metadata.packages_distributions().items()
        self.tops = {
            top for top, names in owners if not visible & {canonicalize_name(name) for name in names}
        }

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname.partition(".")[0] in self.tops:
            raise ModuleNotFoundError(f"{fullname} is not in the image", name=fullname)


def named(sign: str) -> Iterator[str]:
    return (word[1:] for word in sys.argv[1:] if word[0] == sign)


hiding = Hiding(installed(set(named("-")), set(named("+"))))
for loaded in [name for name in sys.modules if name.partition(".")[0] in {*hiding.tops, "packaging"}]:
    del sys.modules[loaded]
sys.meta_path.insert(0, hiding)
for module in SERVER:
    importlib.import_module(module)
print(json.dumps(len(hiding.tops)))
