from django.db import migrations

REFUSE = """
CREATE TRIGGER tournaments_event_is_for_ever BEFORE UPDATE OR DELETE ON tournaments_event
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER tournaments_log_is_for_ever BEFORE TRUNCATE ON tournaments_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
"""
ALLOW = """
DROP TRIGGER tournaments_log_is_for_ever ON tournaments_event;
DROP TRIGGER tournaments_event_is_for_ever ON tournaments_event;
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial"), ("games", "0002_log_is_append_only")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
