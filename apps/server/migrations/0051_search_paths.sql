-- By default PostgreSQL searches a session's temporary schema first. If pg_temp is listed last, a temporary table can't
-- shadow one of these tables.
alter function register_slug() set search_path = public, pg_temp;
