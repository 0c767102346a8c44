"""What the children of ./taki get to know."""

from pathlib import Path

from taki_api.local.environment import Needs, data_path, for_django
from taki_api.local.folder import DataFolder
from taki_api.local.migrations import ROOT

SOCKETS = Path("/run/taki")


def test_a_bare_machine_needs_both_services() -> None:
    assert Needs.of({}) == Needs(postgres=True, valkey=True)
    assert Needs.of({"DATABASE_URL": "postgresql://db/taki"}) == Needs(postgres=False, valkey=True)
    assert Needs.of({"REDIS_URL": "redis://cache"}) == Needs(postgres=True, valkey=False)


def test_django_is_told_where_everything_is(folder: DataFolder) -> None:
    caller = {"PATH": "/bin", "TAKI_DEBUG": "1", "PGHOST": "elsewhere", "TAKI_ALLOWED_HOSTS": "lan"}

    made = for_django(caller, folder, SOCKETS, role="taki_server", hosts=("10.0.0.7",))

    assert made == {
        "PATH": "/bin",
        "PYTHONPATH": str(ROOT),
        "TAKI_LOCAL": "1",
        "TAKI_DATA": str(folder.path),
        "TAKI_ALLOWED_HOSTS": "localhost,127.0.0.1,[::1],10.0.0.7,lan",
        "TAKI_SECRET_KEY": folder.secret("secret_key"),
        "TAKI_OPERATOR_PASSWORD": folder.secret("operator_password"),
        "DATABASE_URL": "postgresql://taki_server@/taki?host=%2Frun%2Ftaki&port=5432",
        "REDIS_URL": "unix:///run/taki/valkey.sock",
        "CELERY_BROKER_URL": "redis+socket:///run/taki/valkey.sock",
    }


def test_what_the_caller_runs_himself_stays(folder: DataFolder) -> None:
    caller = {
        "DATABASE_URL": "postgresql://db/taki",
        "PGPASSFILE": "/secrets/pgpass",
        "REDIS_URL": "redis://cache/1",
        "CELERY_BROKER_URL": "amqp://rabbit",
        "TAKI_SECRET_KEY": "mine",
        "TAKI_OPERATOR_PASSWORD": "also mine",
    }

    made = for_django(caller, folder, SOCKETS, role="taki_server")

    assert {name: made[name] for name in caller} == caller
    assert not (folder.path / "secret_key").exists()


def test_secrets_in_files_of_the_caller_stay(folder: DataFolder) -> None:
    caller = {"TAKI_SECRET_KEY_FILE": "/secrets/key", "TAKI_OPERATOR_PASSWORD_FILE": "/secrets/password"}

    made = for_django(caller, folder, SOCKETS, role="taki")

    assert {name: made[name] for name in caller} == caller
    assert not {"TAKI_SECRET_KEY", "TAKI_OPERATOR_PASSWORD"} & set(made)


def test_a_broker_of_ones_own_leaves_the_rest_embedded(folder: DataFolder) -> None:
    made = for_django({"CELERY_BROKER_URL": "amqp://rabbit"}, folder, SOCKETS, role="taki")

    assert made["CELERY_BROKER_URL"] == "amqp://rabbit"
    assert made["REDIS_URL"] == "unix:///run/taki/valkey.sock"


def test_the_data_is_beside_the_code_unless_somebody_says_otherwise() -> None:
    assert data_path({}) == ROOT / ".taki"
    assert data_path({"TAKI_DATA": "/srv/a"}) == Path("/srv/a")
    assert data_path({"TAKI_DATA": "/srv/a"}, "b") == Path("b")
