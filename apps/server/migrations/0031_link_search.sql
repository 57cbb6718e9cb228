-- Makes searches for links use an index. Under row-level security, PostgreSQL evaluates the policy before any operator
-- that is not leakproof, such as LIKE and @>, so these operators can't use an index. find_links therefore runs as a
-- role of its own, whose policy permits every link. The function restricts itself to the transaction's organization and
-- returns only ids. The rows are then read under the caller's own policy.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
begin
  begin
    create role linkshelf_search nologin nobypassrls;
  exception when duplicate_object or unique_violation then null; -- roles are global to the server: another database created it
  end;
  if not pg_has_role(current_user, 'linkshelf_search', 'set') then
    grant linkshelf_search to current_user;
  end if;
end $$;
grant usage on schema public to linkshelf_search;
grant select (id, organization_id, project_id, is_archived, deleted_at, created_at, search_text, labels) on links to linkshelf_search;
create policy for_search on links for select to linkshelf_search using (true);

-- The index begins with the project, so that words that are frequent in other projects cost nothing. fastupdate is off,
-- so that a search never reads a list of pending entries.
create index links_search_idx on links using gin (project_id, search_text gin_trgm_ops, labels) with (fastupdate = off) where deleted_at is null;

-- Returns the ids of a page of links, newest first. `contains` and `slug_start` are LIKE patterns in lower case. `most`
-- is the maximum number of ids. The function first searches the newest 2,000 links by links_page_idx, which is fast for
-- frequent matches. Only if there are older links, it searches by links_search_idx, which collects all matches.
-- PostgreSQL can't choose between the two indexes by itself: under a policy, it does not use a column's statistics for
-- operators that are not leakproof. Each call is planned with its own patterns.
create function find_links(
  project uuid, archived boolean, before_at timestamptz, before_id uuid, contains text, slug_start text, label text, most integer
) returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  listed constant text := ' from links where organization_id = $1 and project_id = $2 and is_archived = $3 and deleted_at is null'
    || case when before_at is null then '' else ' and (created_at, id) < ($4, $5)' end;
  sought constant text := 'true'
    || case when contains is null then '' when slug_start is null then ' and search_text like $6' else ' and (search_text like $6 or search_text like $7)' end
    || case when label is null then '' else ' and labels @> array[$8]' end;
  newest_first constant text := ' order by created_at desc, id desc limit ';
  organization constant uuid := current_organization_id();
  has_older boolean := false;
  ids uuid[];
begin
  execute 'select array(select id from (select id, created_at, search_text, labels' || listed || newest_first || '2000) as newest where ' || sought || newest_first || '$9)'
    into ids using organization, project, archived, before_at, before_id, contains, slug_start, label, most;
  if cardinality(ids) < most then
    execute 'select exists(select' || listed || newest_first || '1 offset 2000)' into has_older using organization, project, archived, before_at, before_id;
  end if;
  if has_older then
    execute 'select array(select id' || listed || ' and ' || sought || newest_first || '$9)'
      into ids using organization, project, archived, before_at, before_id, contains, slug_start, label, most;
  end if;
  return ids;
end $$;
revoke all on function find_links from public;
grant execute on function find_links to linkshelf_app;
-- A function's new owner needs CREATE on its schema while ownership is transferred.
grant create on schema public to linkshelf_search;
alter function find_links owner to linkshelf_search;
revoke create on schema public from linkshelf_search;
