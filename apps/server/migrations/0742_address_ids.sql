-- Clicks record the id of the address that was visited, so that they stay with this address when it becomes an alias or
-- the main address. The id of an alias is the alias's id. The id of the main address is `address_id`, which is null
-- while this is the address that the link was created with. Clicks at that address record no id. If that address
-- becomes an alias, the alias has the link's id.
alter table links add column address_id uuid;

-- `slugs.alias_id` is the id that clicks at an address record, also at a main address.
create or replace function register_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into slugs (slug, alias_id) values (link_address(new.domain_id, new.slug), new.address_id)
  on conflict (slug) do update set released_to = null, alias_id = new.address_id
  where slugs.released_to = new.organization_id and current_setting('linkshelf.takes_released_slugs', true) = 'on';
  if not found then
    return null; -- the link is not inserted: the caller treats the slug as taken
  end if;
  return new;
end $$;

create or replace function move_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into slugs (slug, alias_id) values (link_address(new.domain_id, new.slug), new.address_id)
  on conflict (slug) do update set alias_id = new.address_id, alias_of = null where slugs.alias_of = new.id;
  if not found then
    return null; -- the link is not updated: the caller treats the slug as taken
  end if;
  perform set_config('linkshelf.left_address', link_address(old.domain_id, old.slug), true);
  return new;
end $$;

-- If an alias was deleted because its address became the main address, the address no longer belongs to an alias, and
-- its id stays.
create or replace function forget_alias() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update slugs set alias_id = null, alias_of = null where slug = link_address(old.domain_id, old.slug) and alias_of = old.link_id;
  perform announce_address(link_address(old.domain_id, old.slug));
  return null;
end $$;
