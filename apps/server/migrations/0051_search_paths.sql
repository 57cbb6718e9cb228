-- Unless it is listed last, a session's temporary schema is searched first: nothing in it may shadow one of these tables.
alter function register_slug() set search_path = public, pg_temp;
