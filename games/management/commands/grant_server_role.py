"""`manage.py grant_server_role`: the server may do everything but change or remove what happened."""

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from psycopg import sql

from games.models import AppendOnlyQuerySet

_GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role}",
)
_REVOKE = "REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON {table} FROM {role}"
_ROLE = """
    SELECT rolsuper OR pg_has_role(rolname, (SELECT relowner FROM pg_class WHERE oid = %s::regclass), 'USAGE')
      FROM pg_roles WHERE rolname = %s
"""


class Command(BaseCommand):
    """Grants the role under which the server runs what it needs; to be repeated after migrations."""

    help = (
        "Grants a role what the server needs: reading and writing, but of logs only reading and adding. "
        "Run it as the owner of the tables, after each migrate."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the role."""
        parser.add_argument("role", help="an existing role that does not own the tables")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Grant and revoke, all or nothing.

        :raises CommandError: where there is no such role, or one that no grant can bind.
        """
        role, logs = options["role"], _log_tables()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_ROLE, [logs[0], role])
            row = cursor.fetchone()
            if row is None:
                raise CommandError(f"There is no role {role!r}; create it first: CREATE ROLE ... LOGIN.")
            if row[0]:
                raise CommandError(f"{role!r} owns the tables or is a superuser: no grant can bind it.")
            name = sql.Identifier(role)
            for grant in _GRANTS:
                cursor.execute(sql.SQL(grant).format(role=name))
            for table in logs:
                cursor.execute(sql.SQL(_REVOKE).format(table=sql.Identifier(table), role=name))
        self.stdout.write(f"{role!r} may serve; {', '.join(logs)} it may only read and add to.")


def _log_tables() -> list[str]:
    return sorted(
        model._meta.db_table
        for model in apps.get_models()
        if isinstance(model._default_manager.get_queryset(), AppendOnlyQuerySet)
    )
