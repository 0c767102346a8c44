"""The database and the roles inside a cluster, made by its owner at every start."""

from pathlib import Path

import psycopg
from psycopg import sql

from taki_api.local.postgres import DATABASE, OWNER_ROLE, SERVER_ROLE, database_url


def ensure_database(sockets: Path) -> None:
    """Makes the database and the serving role where they are missing, and takes all but the least."""
    with psycopg.connect(database_url(sockets, OWNER_ROLE, "postgres"), autocommit=True) as connection:
        if not _exists(connection, "pg_database", "datname", DATABASE):
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))
        role = sql.Identifier(SERVER_ROLE)
        if not _exists(connection, "pg_roles", "rolname", SERVER_ROLE):
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))
        connection.execute(
            sql.SQL("ALTER ROLE {} NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS").format(role)
        )


def _exists(connection: psycopg.Connection, catalog: str, column: str, name: str) -> bool:
    query = sql.SQL("SELECT 1 FROM {} WHERE {} = %s").format(sql.Identifier(catalog), sql.Identifier(column))
    return connection.execute(query, [name]).fetchone() is not None
