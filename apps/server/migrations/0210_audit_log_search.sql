-- Indexes for reading the audit log by action, actor or project, and by words in an entry's values. Newest first; the
-- cursor is (created_at, id).
create index audit_log_action_idx on audit_log (organization_id, action, created_at desc, id desc) where organization_id is not null;
create index audit_log_actor_idx on audit_log (organization_id, actor_id, created_at desc, id desc) where organization_id is not null;
create index audit_log_project_idx on audit_log (organization_id, project_id, created_at desc, id desc) where project_id is not null;

-- The texts in `before` and `after`, without field names. The text is truncated, because an entry about several objects
-- may have hundreds of texts.
alter table audit_log add column search_text text generated always as (
  left(lower(
    coalesce(jsonb_path_query_array(before, 'strict $.** ? (@.type() == "string")')::text, '') ||
    coalesce(jsonb_path_query_array(after, 'strict $.** ? (@.type() == "string")')::text, '')), 4000)
) stored;
create index audit_log_search_idx on audit_log using gin (organization_id, search_text gin_trgm_ops) where organization_id is not null;

grant select (id, organization_id, project_id, created_at, actor_kind, actor_id, action, search_text) on audit_log to linkshelf_search;
create policy for_search on audit_log for select to linkshelf_search using (true);

-- Returns the ids of a page of the organization's entries, newest first. `contains` is a LIKE pattern in lower case. An
-- entry also matches if its action is one of `named`. The range includes `from_at` and excludes `until_at`. `most` is
-- the maximum number of ids. As in find_links, the newest 2,000 entries are searched first, which is fast for frequent
-- words. Only rare words query audit_log_search_idx.
create function find_audit_entries(
  contains text, named text[], actions text[], actor text, project uuid, from_at timestamptz, until_at timestamptz,
  before_at timestamptz, before_id uuid, most integer
) returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  listed constant text := ' from audit_log where organization_id = $1'
    || case when actions is null then '' else ' and action = any($2)' end
    || case when actor is null then '' when actor = 'system' then ' and actor_kind = ''system''' else ' and actor_id = $3' end
    || case when project is null then '' else ' and project_id = $4' end
    || case when from_at is null then '' else ' and created_at >= $5' end
    || case when until_at is null then '' else ' and created_at < $6' end
    || case when before_at is null then '' else ' and (created_at, id) < ($7, $8)' end;
  sought constant text := '(search_text like $9 or action = any($10))';
  newest_first constant text := ' order by created_at desc, id desc limit ';
  organization constant uuid := current_organization_id();
  has_older boolean := false;
  ids uuid[];
begin
  if contains is null then
    execute 'select array(select id' || listed || newest_first || '$11)'
      into ids using organization, actions, actor, project, from_at, until_at, before_at, before_id, contains, named, most;
    return ids;
  end if;
  execute 'select array(select id from (select id, created_at, search_text, action' || listed || newest_first || '2000) as newest where '
    || sought || newest_first || '$11)'
    into ids using organization, actions, actor, project, from_at, until_at, before_at, before_id, contains, named, most;
  if cardinality(ids) < most then
    execute 'select exists(select' || listed || newest_first || '1 offset 2000)'
      into has_older using organization, actions, actor, project, from_at, until_at, before_at, before_id;
  end if;
  if has_older then
    execute 'select array(select id' || listed || ' and ' || sought || newest_first || '$11)'
      into ids using organization, actions, actor, project, from_at, until_at, before_at, before_id, contains, named, most;
  end if;
  return ids;
end $$;
revoke all on function find_audit_entries from public;
grant execute on function find_audit_entries to linkshelf_app;
grant create on schema public to linkshelf_search; -- a function's new owner needs it while ownership is transferred
alter function find_audit_entries owner to linkshelf_search;
revoke create on schema public from linkshelf_search;
