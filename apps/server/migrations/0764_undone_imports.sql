-- An import of links or products can be undone: what it created becomes deleted. `undo` has the progress and result.
alter table file_imports add column undo json;
alter table file_imports drop constraint file_imports_state_check;
alter table file_imports add constraint file_imports_state_check
  check (state in ('checking', 'ready', 'importing', 'done', 'failed', 'undoing', 'undone'));

-- Releases the slugs of deleted links of an undone import. A later import into the same project can use them.
create function release_slugs_of_links(link_ids uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  update slugs set released_to = current_organization_id()
  where slug in (
    select link_address(domain_id, slug) from links
    where id = any (link_ids) and organization_id = current_organization_id() and deleted_at is not null and taken_slug is null);
$$;
revoke execute on function release_slugs_of_links(uuid[]) from public;
grant execute on function release_slugs_of_links(uuid[]) to linkshelf_app;

-- Returns those of the addresses that an undone import into the project released. Relies on slugs_pkey and
-- links_address_key.
create function find_released_slugs(project uuid, names text[]) returns text[] language sql stable security definer
set search_path = public, pg_temp as $$
  select array(
    select slugs.slug from slugs
    where slugs.slug = any (names) and released_to = current_organization_id() and not is_lost and exists (
      select from links
      where links.slug = case when slugs.slug like '//%' then substr(slugs.slug, 40) else slugs.slug end
        and link_address(domain_id, links.slug) = slugs.slug
        and organization_id = current_organization_id() and project_id = project and deleted_at is not null));
$$;
revoke execute on function find_released_slugs(uuid, text[]) from public;
grant execute on function find_released_slugs(uuid, text[]) to linkshelf_app;

-- A restored link owns its slug again.
create function hold_slug_of_restored_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update slugs set released_to = null where slug = link_address(new.domain_id, new.slug) and released_to is not null and not is_lost;
  return null;
end $$;
create trigger links_hold_restored_slug after update of deleted_at on links for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function hold_slug_of_restored_link();
