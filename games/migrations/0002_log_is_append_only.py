from django.db import migrations

REFUSE = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of games only grows: % on % is refused', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER games_event_is_for_ever BEFORE UPDATE OR DELETE ON games_storedevent
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER games_log_is_for_ever BEFORE TRUNCATE ON games_storedevent
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
"""
ALLOW = """
DROP TRIGGER games_log_is_for_ever ON games_storedevent;
DROP TRIGGER games_event_is_for_ever ON games_storedevent;
DROP FUNCTION games_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
