-- A slug that was assigned once never becomes free. If an unfinished import of an archive is undone, its slugs are
-- reserved for the importing organization. The organization gets them only by importing an archive again.
alter table slugs add column released_to uuid;

drop function release_slug(text);
create function release_imported_slugs(imported uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  update slugs set released_to = current_organization_id()
  where slug in (select slug from links where project_id = any (imported) and organization_id = current_organization_id());
$$;
revoke execute on function release_imported_slugs(uuid[]) from public;
grant execute on function release_imported_slugs(uuid[]) to linkshelf_app;

-- Registers the slug of a new link. An import sets linkshelf.takes_released_slugs in its transaction, so that it gets
-- the slugs that are reserved for its organization.
create or replace function register_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into slugs (slug) values (new.slug)
  on conflict (slug) do update set released_to = null
  where slugs.released_to = new.organization_id and current_setting('linkshelf.takes_released_slugs', true) = 'on';
  if not found then
    return null; -- the link is not inserted: the caller treats the slug as taken
  end if;
  return new;
end $$;

-- Drops a trigger that is no longer needed: rows of deleted links are deleted only with their project, which also
-- deletes its QR codes.
drop trigger links_delete_released_qr_code on links;
