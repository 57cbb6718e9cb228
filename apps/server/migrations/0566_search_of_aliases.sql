-- Makes a search also find links by their aliases. The matching aliases are found first, because few aliases of a
-- project match. Then the links are found by an index on their ids, or by the index on their search text.
grant select (organization_id, project_id, link_id, slug) on link_aliases to linkshelf_search;
create policy for_search on link_aliases for select to linkshelf_search using (true);
create index link_aliases_search_idx on link_aliases using gin (project_id, lower(slug) gin_trgm_ops) with (fastupdate = off);

create or replace function find_links(
  project uuid, archived boolean, before_at timestamptz, before_id uuid, contains text, slug_start text, label text, most integer
) returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  organization constant uuid := current_organization_id();
  aliased constant uuid[] := array(
    select link_id from link_aliases
    where organization_id = organization and project_id = project and (lower(slug) like contains or lower(slug) like slug_start) limit 1000);
  listed constant text := ' from links where organization_id = $1 and project_id = $2 and is_archived = $3 and deleted_at is null'
    || case when before_at is null then '' else ' and (created_at, id) < ($4, $5)' end;
  sought constant text := 'true'
    || case when contains is null then '' else ' and (search_text like $6'
      || case when slug_start is null then '' else ' or search_text like $7' end
      || case when aliased = '{}' then '' else ' or id = any ($10)' end || ')' end
    || case when label is null then '' else ' and labels @> array[$8]' end;
  newest_first constant text := ' order by created_at desc, id desc limit ';
  has_older boolean := false;
  ids uuid[];
begin
  execute 'select array(select id from (select id, created_at, search_text, labels' || listed || newest_first || '2000) as newest where ' || sought || newest_first || '$9)'
    into ids using organization, project, archived, before_at, before_id, contains, slug_start, label, most, aliased;
  if cardinality(ids) < most then
    execute 'select exists(select' || listed || newest_first || '1 offset 2000)' into has_older using organization, project, archived, before_at, before_id;
  end if;
  if has_older then
    execute 'select array(select id' || listed || ' and ' || sought || newest_first || '$9)'
      into ids using organization, project, archived, before_at, before_id, contains, slug_start, label, most, aliased;
  end if;
  return ids;
end $$;
