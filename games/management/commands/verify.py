"""`manage.py verify`: is every log as it was written, and do the read tables follow from it?"""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.proofs import Fault, Proof, registered

type _Kind = Proof[Any, Any]


class Command(BaseCommand):
    """Checks chain, replay and read tables of every log, of games the cards too; nothing is changed."""

    help = (
        "Checks every game and every tournament: the chain of digests, replay without error, cards "
        "conserved, read tables equal. Names the first bad version of each bad log, and then fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the logs to check; by default all."""
        for kind in registered():
            told = f"check this {kind.name} only"
            parser.add_argument(f"--{kind.name}", type=UUID, action="append", metavar="ID", help=told)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check, and print what is wrong.

        :raises CommandError: where something is; it names the first bad log and version.
        """
        sound, bad = [], []
        for kind, ids in _logs(options):
            faults = self._faults(kind, ids)
            if faults:
                first = faults[0]
                told = f"{len(faults)} of {len(ids)} {kind.name}s are bad"
                bad.append(f"{told}, first {first.log_id} version {first.version}")
            else:
                sound.append(f"{len(ids)} {kind.name}s checked, all sound.")
        if bad:
            raise CommandError("; ".join(bad))
        self.stdout.write("\n".join(sound))

    def _faults(self, kind: _Kind, ids: list[UUID]) -> list[Fault]:
        faults = []
        for number, log_id in enumerate(ids, start=1):
            fault = kind.fault_of(log_id)
            if fault is not None:
                faults.append(fault)
                self.stdout.write(f"{fault.log_id} version {fault.version} {fault.what}")
            if self.stdout.isatty():
                self.stdout.write(f"\r{number} of {len(ids)}", ending="\n" if number == len(ids) else "")
        return faults


def _logs(options: dict[str, Any]) -> list[tuple[_Kind, list[UUID]]]:
    # Of what there is none nothing is said, unless there is nothing at all.
    chosen = [(kind, options[kind.name]) for kind in registered() if options[kind.name]]
    if not chosen:
        found = [(kind, kind.every()) for kind in registered()]
        return [(kind, ids) for kind, ids in found if ids] or found[:1]
    for kind, ids in chosen:
        missing = {*ids} - {*kind.every()}
        if missing:
            raise CommandError(f"There is no {kind.name} {min(map(str, missing))}.")
    return chosen
