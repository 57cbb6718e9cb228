-- Addresses that were given to links within the last 90 days. A list next to the back-ups has them too. If a back-up
-- without these links is restored, their addresses stay reserved.
create table assigned_addresses (
  address      text         not null collate "C",
  assigned_to  uuid         not null,
  assigned_at  timestamptz  not null default now(),
  assigned_in  xid8         not null default pg_current_xact_id()
);
create index assigned_addresses_assigned_in_idx on assigned_addresses (assigned_in);
create index assigned_addresses_assigned_at_idx on assigned_addresses (assigned_at);

create function record_address() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into assigned_addresses (address, assigned_to) values (link_address(new.domain_id, new.slug), new.organization_id);
  return null;
end $$;
create trigger links_record_address after insert on links for each row execute function record_address();
create trigger links_record_moved after update of slug, domain_id on links for each row
  when ((old.slug, old.domain_id) is distinct from (new.slug, new.domain_id)) execute function record_address();
create trigger link_aliases_record_address after insert on link_aliases for each row execute function record_address();

-- An address is lost if a restored back-up lacks its link. Only a link of the organization in `released_to` can get it
-- again.
alter table slugs add column is_lost boolean not null default false;

create or replace function find_taken_slugs(names text[]) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    select slug from slugs
    where slug = any (names) and (is_lost and released_to = current_organization_id()) is not true);
$$;

create or replace function register_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  address constant text := link_address(new.domain_id, new.slug);
begin
  insert into slugs (slug, alias_id) values (address, new.address_id) on conflict (slug) do nothing;
  if not found then
    update slugs set released_to = null, is_lost = false, alias_id = new.address_id
    where slug = address and released_to = new.organization_id
      and (is_lost or current_setting('linkshelf.takes_released_slugs', true) = 'on');
    if not found then
      return null; -- the link is not inserted: the caller treats the slug as taken
    end if;
    perform announce_address(address); -- edges may have cached that the address is gone
  end if;
  return new;
end $$;

create or replace function register_alias() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  address text := link_address(new.domain_id, new.slug);
begin
  insert into slugs (slug, alias_id, alias_of) values (address, new.id, new.link_id)
  on conflict (slug) do update set alias_id = new.id, alias_of = new.link_id, released_to = null, is_lost = false
  -- An address becomes an alias of its own link when the link moves to another address. An import takes what an undone
  -- import released. An organization takes its address that a restore has lost.
  where slugs.alias_of is null and (
    address = current_setting('linkshelf.left_address', true)
    or slugs.released_to = new.organization_id
      and (slugs.is_lost or current_setting('linkshelf.takes_released_slugs', true) = 'on'));
  if not found then
    return null; -- the alias is not inserted: the caller treats the slug as taken
  end if;
  perform announce_address(address);
  return new;
end $$;

create or replace function move_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  address constant text := link_address(new.domain_id, new.slug);
begin
  insert into slugs (slug, alias_id) values (address, new.address_id)
  on conflict (slug) do update set alias_id = new.address_id, alias_of = null, released_to = null, is_lost = false
  where slugs.alias_of = new.id or slugs.is_lost and slugs.released_to = new.organization_id;
  if not found then
    return null; -- the link is not updated: the caller treats the slug as taken
  end if;
  perform announce_address(address); -- edges may have cached that the address is gone
  perform set_config('linkshelf.left_address', link_address(old.domain_id, old.slug), true);
  return new;
end $$;
