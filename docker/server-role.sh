#!/bin/sh
# Run once by PostgreSQL's image, on an empty volume: the role as which the server runs. `grant_server_role` gives
# it its rights after each migration; the owner of the tables is for migrations alone.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$TAKI_SERVER_PASSWORD" \
    --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE taki_server LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD :'password';
SQL
