"""`manage.py rebuild_projections`: are the read tables what the logs say, and can they be made so?"""

from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.proofs import Proof, registered
from games.proving import Broken


class _Found(NamedTuple):
    """What came of comparing all logs of one kind."""

    told: str
    different: int
    broken: int


class Command(BaseCommand):
    """Builds the read tables of every log anew and compares them with the live ones."""

    help = (
        "Works the read tables of every game and tournament out anew from its log, and reports where the "
        "live ones differ; fails if they do. With --write they are made equal instead."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether to write."""
        parser.add_argument("--write", action="store_true", help="make the read tables equal to the logs")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Compare, and print every difference.

        :raises CommandError: where something is different and was not written, or a log is not sound.
        """
        write: bool = options["write"]
        # Of what there is none nothing is said, unless there is nothing at all.
        kinds = [kind for kind in registered() if kind.every()] or registered()[:1]
        found = [self._compared(kind, write=write) for kind in kinds]
        told = "; ".join(one.told for one in found)
        different = any(one.different for one in found)
        if any(one.broken for one in found) or (different and not write):
            raise CommandError(told)
        self.stdout.write(f"{told}{': written anew' if different else ''}.")

    def _compared(self, kind: Proof[Any, Any], *, write: bool) -> _Found:
        ids = kind.every()
        different = broken = 0
        for log_id in ids:
            try:
                found = kind.rebuild(log_id, write=write)
            except Broken as error:
                broken += 1
                self.stdout.write(f"{log_id} version {error.version} {error}")
                continue
            different += bool(found)
            for difference in found:
                self.stdout.write(f"{log_id} {difference.field}")
        told = f"{len(ids)} {kind.name}s, {different} different, {broken} with a broken log"
        return _Found(told, different, broken)
