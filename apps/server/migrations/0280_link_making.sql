-- Notes on links, a search that also covers titles and notes, a search by destination, and slugs that can be corrected.
alter table links add column notes text;

-- The column is dropped and added again, because PostgreSQL 16 can't change the expression of a generated column. This
-- rewrites the table once.
drop index links_search_idx;
alter table links drop column search_text;
alter table links add column search_text text
  generated always as (lower(slug || ' ' || target || ' ' || coalesce(title, '') || ' ' || coalesce(notes, ''))) stored;
create index links_search_idx on links using gin (project_id, search_text gin_trgm_ops, labels) with (fastupdate = off) where deleted_at is null;
grant select (search_text) on links to linkshelf_search;

-- Finds links by their destination. A destination has at most 2,048 ASCII characters, which fit in a B-tree entry. The
-- operator = is leakproof, so PostgreSQL can use the index despite the policy.
create index links_target_idx on links (project_id, target) where deleted_at is null;

-- Returns which of these slugs were ever taken, by any organization. The application has no right to read the slugs
-- itself.
create function find_taken_slugs(names text[]) returns text[] language sql stable security definer set search_path = public, pg_temp as $$
  select array(select slug from slugs where slug = any (names));
$$;
revoke execute on function find_taken_slugs(text[]) from public;
grant execute on function find_taken_slugs(text[]) to linkshelf_app;

-- Allows a link to change its slug only to a slug that was never taken. The earlier slug stays taken and responds like
-- the slug of a deleted link.
create function move_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into slugs (slug) values (new.slug) on conflict do nothing;
  if not found then
    return null; -- the link is not updated: the caller treats the slug as taken
  end if;
  perform pg_notify('link_changed', old.slug);
  return new;
end $$;
create trigger links_move_slug before update of slug on links for each row
  when (old.slug is distinct from new.slug) execute function move_slug();
-- Records a change of the old slug, and notifies edges of the new slug, because they may have cached the new slug as
-- unknown.
create trigger links_announce_moved after update of slug on links for each row
  when (old.slug is distinct from new.slug) execute function announce_link();
