from django.db import migrations

# A statement that waits for a row lock sees all other rows as they were before it waited. VOLATILE functions
# look anew each time they are called, so these, called once the lock is there, see what is true by then.
CREATE = """
CREATE FUNCTION games_last_heartbeat(asked varchar) RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT at FROM games_heartbeat WHERE name = asked $$;
CREATE FUNCTION games_session_until(asked uuid) RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT expires_at FROM players_session WHERE id = asked AND ended_at IS NULL $$;
"""
DROP = """
DROP FUNCTION games_session_until(uuid);
DROP FUNCTION games_last_heartbeat(varchar);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_log_is_append_only"),
        ("players", "0001_initial"),
    ]

    operations = [migrations.RunSQL(CREATE, DROP)]
