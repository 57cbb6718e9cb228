-- An index for searches for links on one domain, and by a short URL on an own domain. As with `find_links`, the
-- application could not use an index for these searches, because of the policy.
create index links_domain_page_idx on links (project_id, domain_id, is_archived, created_at desc, id desc) where deleted_at is null and domain_id is not null;
grant select (domain_id) on links to linkshelf_search;
grant select (domain_id) on link_aliases to linkshelf_search;

-- Does the same as `find_links`, for the links of one domain. If `domain` is null, for the links of the instance's own
-- domain.
create function find_domain_links(
  project uuid, domain uuid, archived boolean, before_at timestamptz, before_id uuid, contains text, slug_start text, label text, most integer
) returns uuid[] language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  organization constant uuid := current_organization_id();
  aliased constant uuid[] := array(
    select link_id from link_aliases
    where organization_id = organization and project_id = project and (lower(slug) like contains or lower(slug) like slug_start) limit 1000);
  listed constant text := ' from links where organization_id = $1 and project_id = $2 and is_archived = $3 and deleted_at is null'
    || case when domain is null then ' and domain_id is null' else ' and domain_id = $11' end
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
    into ids using organization, project, archived, before_at, before_id, contains, slug_start, label, most, aliased, domain;
  if cardinality(ids) < most then
    execute 'select exists(select' || listed || newest_first || '1 offset 2000)'
      into has_older using organization, project, archived, before_at, before_id, contains, slug_start, label, most, aliased, domain;
  end if;
  if has_older then
    execute 'select array(select id' || listed || ' and ' || sought || newest_first || '$9)'
      into ids using organization, project, archived, before_at, before_id, contains, slug_start, label, most, aliased, domain;
  end if;
  return ids;
end $$;

-- Returns at most `most` links whose slug on this domain begins with `slug_start`, and at most `most` links that have
-- an alias on this domain that begins with it. `slug_start` is in lower case. `slug_pattern` is the same text as a LIKE
-- pattern. The search text begins with the slug.
create function find_links_by_address(project uuid, domain uuid, slug_start text, slug_pattern text, most integer)
returns uuid[] language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    (select id from links
      where organization_id = current_organization_id() and project_id = project and domain_id = domain and deleted_at is null
        and is_archived = any ('{true,false}')
        and left(search_text, 64) collate "C" >= left(slug_start, 64) and left(search_text, 64) collate "C" < left(slug_start, 64) || chr(1114111)
        and starts_with(search_text, slug_start)
      order by left(search_text, 64) collate "C" limit most)
    union
    (select link_id from link_aliases
      where organization_id = current_organization_id() and project_id = project and domain_id = domain and lower(slug) like slug_pattern
      order by slug limit most));
$$;

revoke all on function find_domain_links, find_links_by_address from public;
grant execute on function find_domain_links, find_links_by_address to linkshelf_app;
grant create on schema public to linkshelf_search; -- a function's new owner needs it while ownership is transferred
alter function find_domain_links owner to linkshelf_search;
alter function find_links_by_address owner to linkshelf_search;
revoke create on schema public from linkshelf_search;
