-- What making a link needs: notes, a search that reads titles and notes too, links by their destination, and short names that can be corrected.
alter table links add column notes text;

-- PostgreSQL 16 can't change the expression of a generated column. The table is rewritten once.
drop index links_search_idx;
alter table links drop column search_text;
alter table links add column search_text text
  generated always as (lower(slug || ' ' || target || ' ' || coalesce(title, '') || ' ' || coalesce(notes, ''))) stored;
create index links_search_idx on links using gin (project_id, search_text gin_trgm_ops, labels) with (fastupdate = off) where deleted_at is null;
grant select (search_text) on links to linkshelf_search;

-- Links to a destination. A destination has 2,048 ASCII characters at most, which an entry of a B-tree can hold; = is leakproof, so the policy does not
-- keep PostgreSQL from using it.
create index links_target_idx on links (project_id, target) where deleted_at is null;

-- Which of these slugs were ever taken, by whatever organization: the application itself can't read them.
create function find_taken_slugs(names text[]) returns text[] language sql stable security definer set search_path = public, pg_temp as $$
  select array(select slug from slugs where slug = any (names));
$$;
revoke execute on function find_taken_slugs(text[]) from public;
grant execute on function find_taken_slugs(text[]) to linkshelf_app;

-- A link gets another slug only where nobody ever had it; the earlier one stays taken and answers as one of a deleted link.
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
-- Stores a change of the old slug, and notifies edges of the new one, which they may have cached as unknown.
create trigger links_announce_moved after update of slug on links for each row
  when (old.slug is distinct from new.slug) execute function announce_link();
