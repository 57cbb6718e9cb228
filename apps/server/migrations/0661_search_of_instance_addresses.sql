-- Also finds links by a short URL on the instance's own domain, if `domain` is null.
create or replace function find_links_by_address(project uuid, domain uuid, slug_start text, slug_pattern text, most integer)
returns uuid[] language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    (select id from links
      where organization_id = current_organization_id() and project_id = project and domain_id is not distinct from domain and deleted_at is null
        and is_archived = any ('{true,false}')
        and left(search_text, 64) collate "C" >= left(slug_start, 64) and left(search_text, 64) collate "C" < left(slug_start, 64) || chr(1114111)
        and starts_with(search_text, slug_start)
      order by left(search_text, 64) collate "C" limit most)
    union
    (select link_id from link_aliases
      where organization_id = current_organization_id() and project_id = project and domain_id is not distinct from domain
        and lower(slug) like slug_pattern
      order by slug limit most));
$$;
