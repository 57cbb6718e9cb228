-- Unless it is named last, a session's own temporary schema is searched first: nothing in there may stand in for a table of ours.
alter function register_slug() set search_path = public, pg_temp;
