-- Serves the audit log of one kind of actor. The activity log first shows entries of users, but most entries are of
-- jobs.
create index audit_log_kind_idx on audit_log (organization_id, actor_kind, created_at desc, id desc) where organization_id is not null;

-- Does the same as the function that it replaces, but also accepts a kind of actor as `actor`.
drop function find_audit_entries(text, text[], text[], text, uuid, timestamptz, timestamptz, timestamptz, uuid, integer, text[]);
create function find_audit_entries(
  contains text, named text[], actions text[], actor text, project uuid, from_at timestamptz, until_at timestamptz,
  before_at timestamptz, before_id uuid, most integer, about text[]
) returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  listed constant text := ' from audit_log where organization_id = $1'
    || case when actions is null then '' else ' and action = any($2)' end
    || case when actor is null then '' when actor in ('user', 'api_key', 'system') then ' and actor_kind = $3' else ' and actor_id = $3' end
    || case when project is null then '' else ' and project_id = $4' end
    || case when from_at is null then '' else ' and created_at >= $5' end
    || case when until_at is null then '' else ' and created_at < $6' end
    || case when before_at is null then '' else ' and (created_at, id) < ($7, $8)' end
    || case when about is null then '' else
      ' and (entity_id = any($12) or (audited_ids(before, after) <> ''{}'' and audited_ids(before, after) && $12))' end;
  matching constant text := '(search_text like $9 or action = any($10))';
  newest_first constant text := ' order by created_at desc, id desc limit ';
  organization constant uuid := current_organization_id();
  has_older boolean := false;
  ids uuid[];
begin
  if contains is null then
    execute 'select array(select id' || listed || newest_first || '$11)'
      into ids using organization, actions, actor, project, from_at, until_at, before_at, before_id, contains, named, most, about;
    return ids;
  end if;
  execute 'select array(select id from (select id, created_at, search_text, action' || listed || newest_first || '2000) as newest where '
    || matching || newest_first || '$11)'
    into ids using organization, actions, actor, project, from_at, until_at, before_at, before_id, contains, named, most, about;
  if cardinality(ids) < most then
    execute 'select exists(select' || listed || newest_first || '1 offset 2000)'
      into has_older using organization, actions, actor, project, from_at, until_at, before_at, before_id, contains, named, most, about;
  end if;
  if has_older then
    execute 'select array(select id' || listed || ' and ' || matching || newest_first || '$11)'
      into ids using organization, actions, actor, project, from_at, until_at, before_at, before_id, contains, named, most, about;
  end if;
  return ids;
end $$;
revoke all on function find_audit_entries from public;
grant execute on function find_audit_entries to linkshelf_app;
grant create on schema public to linkshelf_search; -- a function's new owner needs it while ownership is transferred
alter function find_audit_entries owner to linkshelf_search;
revoke create on schema public from linkshelf_search;
