"""What can be broken, by package, and which tests must notice: what needs no database."""

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

TESTS = "tests"


@dataclass(frozen=True)
class Package:
    """A package of `games`, its modules that know no store, and their tests."""

    name: str
    modules: tuple[str, ...]  # patterns
    tests: tuple[str, ...]  # files, by patterns
    left_out: tuple[str, ...] = ()  # of the tests
    whole_games: tuple[str, ...] = ()

    def modules_in(self, root: Path) -> Iterator[tuple[str, Path]]:
        """Yield the name of each module, as it is told on the command line, and its file."""
        for path in sorted((root / "games" / self.name).rglob("*.py")):
            at = path.relative_to(root / "games" / self.name)
            name = ".".join(at.with_suffix("").parts).removesuffix("__init__").removesuffix(".")
            if name and any(fnmatch(name, pattern) for pattern in self.modules):
                yield self.prefix + name, path

    def tests_in(self, root: Path, *, whole_games: bool) -> list[str]:
        """Return the files of the tests, from the root on; `whole_games`: with those that play such."""
        left_out = self.left_out if whole_games else (*self.left_out, *self.whole_games)
        found = {path for pattern in self.tests for path in (root / TESTS).glob(pattern)}
        return [str(path.relative_to(root)) for path in sorted(found) if path.name not in left_out]

    def imported(self, module: str) -> str:
        """Return the name by which a module is imported."""
        return f"games.{self.name}.{module.removeprefix(self.prefix)}"

    @property
    def prefix(self) -> str:
        """What comes before a module's name; nothing for the engine, which is meant where nothing is said."""
        return "" if self is ENGINE else f"{self.name}."


ENGINE = Package(
    "engine",
    modules=("*",),
    tests=("engine/test_*.py", "rulebook/test_rulebook.py"),
    left_out=("test_perft.py",),  # its numbers would kill what no smaller test explains
    whole_games=("test_golden.py", "test_laws.py", "test_model.py"),
)
TOURNAMENTS = Package(
    "tournaments",
    modules=(
        *("chance", "checking", "deciding", "directing", "entering", "events", "measures", "meeting"),
        *("pairing*", "refusals", "results", "rounds", "scoring", "seating", "settings", "standing"),
        *("standings", "state", "telling", "texts"),
    ),
    tests=(
        *("tournaments/test_chance.py", "tournaments/test_checking.py", "tournaments/test_directing.py"),
        *("tournaments/test_entering.py", "tournaments/test_matching.py", "tournaments/test_pairing.py"),
        *("tournaments/test_rounds.py", "tournaments/test_scoring.py", "tournaments/test_seating.py"),
        *("tournaments/test_standings.py", "tournaments/test_tournament_codec.py"),
        *("tournaments/test_tournament_laws.py", "tournaments/test_tournament_standing.py"),
        "tournaments/test_tournament_state.py",
    ),
    whole_games=("test_tournament_laws.py",),
)
RATINGS = Package(
    "ratings",
    modules=("booking", "formula"),
    tests=("ratings/test_booking.py", "ratings/test_formula.py"),
)
PACKAGES = (ENGINE, TOURNAMENTS, RATINGS)
