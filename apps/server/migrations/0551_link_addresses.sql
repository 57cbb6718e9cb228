-- Returns the key of an address, which is a domain and a slug. A link without a domain is on the instance's own domain.
-- There, the key is the slug itself, so that existing slugs do not change. On another domain, the key is
-- `//<domain>/<slug>`. No slug has an empty segment, so the two forms never collide.
create function link_address(domain_id uuid, slug text) returns text language sql immutable parallel safe as $$
  select case when domain_id is null then slug else '//' || domain_id::text || '/' || slug end
$$;

-- If a domain with links is released, the domain and its links are not deleted. The links work again when the
-- organization adds the host again.
alter table domains add column released_at timestamptz, add unique (id, organization_id);
alter table domains add check (released_at is null or not is_serving);
create or replace function serve_domain(domain_id uuid) returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  update domains set is_serving = true where id = domain_id and not is_serving and released_at is null;
  return found;
exception when unique_violation then
  return false;
end $$;

alter table links add column domain_id uuid,
  add foreign key (domain_id, organization_id) references domains (id, organization_id) on delete cascade;
create unique index links_address_key on links (slug, domain_id) nulls not distinct;
alter table links drop constraint links_slug_key;
create index links_domain_id_idx on links (domain_id) where domain_id is not null;
grant select (domain_id) on links to linkshelf_edge;

-- Additional addresses of links: earlier addresses, and other addresses that owners chose.
create table link_aliases (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  link_id uuid not null references links on delete cascade,
  domain_id uuid,
  slug text not null collate "C",
  created_at timestamptz not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (domain_id, organization_id) references domains (id, organization_id) on delete cascade
);
create unique index link_aliases_address_key on link_aliases (slug, domain_id) nulls not distinct;
create index link_aliases_link_id_idx on link_aliases (link_id);
create index link_aliases_project_id_idx on link_aliases (project_id);
create index link_aliases_domain_id_idx on link_aliases (domain_id) where domain_id is not null;
alter table link_aliases enable row level security;
alter table link_aliases force row level security;
create policy in_organization on link_aliases to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on link_aliases to linkshelf_app;

-- `slug` is the key of an address that was ever assigned. If the address is an alias, the row also names the alias and
-- its link. An address without a link and without an alias is gone.
alter table slugs add column alias_id uuid, add column alias_of uuid;
create index slugs_alias_of_idx on slugs (alias_of) where alias_of is not null;

-- Makes edges reload what is at this address.
create function announce_address(address text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  insert into link_changes (slug) values (address);
  perform pg_notify('link_changed', address);
end $$;

create or replace function register_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into slugs (slug) values (link_address(new.domain_id, new.slug))
  on conflict (slug) do update set released_to = null
  where slugs.released_to = new.organization_id and current_setting('linkshelf.takes_released_slugs', true) = 'on';
  if not found then
    return null; -- the link is not inserted: the caller treats the slug as taken
  end if;
  return new;
end $$;

create function register_alias() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  address text := link_address(new.domain_id, new.slug);
begin
  insert into slugs (slug, alias_id, alias_of) values (address, new.id, new.link_id)
  on conflict (slug) do update set alias_id = new.id, alias_of = new.link_id, released_to = null
  -- An address becomes an alias of its own link when the link moves to another one; and an import takes what an
  -- undone import released.
  where slugs.alias_of is null and (
    address = current_setting('linkshelf.left_address', true)
    or slugs.released_to = new.organization_id and current_setting('linkshelf.takes_released_slugs', true) = 'on');
  if not found then
    return null; -- the alias is not inserted: the caller treats the slug as taken
  end if;
  perform announce_address(address);
  return new;
end $$;

create function forget_alias() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update slugs set alias_id = null, alias_of = null where slug = link_address(old.domain_id, old.slug) and alias_id = old.id;
  perform announce_address(link_address(old.domain_id, old.slug));
  return null;
end $$;

-- New links are not recorded as changes, because an edge caches an unknown slug for only some seconds.
create or replace function announce_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  address text;
begin
  if tg_op = 'INSERT' then
    perform pg_notify('link_changed', link_address(new.domain_id, new.slug));
    return null;
  end if;
  perform announce_address(link_address(old.domain_id, old.slug));
  if tg_op = 'UPDATE' and (old.slug, old.domain_id) is distinct from (new.slug, new.domain_id) then
    perform pg_notify('link_changed', link_address(new.domain_id, new.slug));
  end if;
  for address in select slug from slugs where alias_of = old.id loop
    perform announce_address(address);
  end loop;
  return null;
end $$;

-- Allows a link to move to an address that was never assigned, or to one of its own aliases, which the application
-- deletes. The link's earlier address stays taken. It responds like the address of a deleted link, unless the
-- application makes it an alias immediately afterwards.
create or replace function move_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into slugs (slug) values (link_address(new.domain_id, new.slug))
  on conflict (slug) do update set alias_id = null, alias_of = null where slugs.alias_of = new.id;
  if not found then
    return null; -- the link is not updated: the caller treats the slug as taken
  end if;
  perform set_config('linkshelf.left_address', link_address(old.domain_id, old.slug), true);
  return new;
end $$;

create or replace function release_imported_slugs(imported uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  update slugs set released_to = current_organization_id()
  where slug in (
    select link_address(domain_id, slug) from links where project_id = any (imported) and organization_id = current_organization_id()
    union all
    select link_address(domain_id, slug) from link_aliases where project_id = any (imported) and organization_id = current_organization_id());
$$;

drop trigger links_move_slug on links;
create trigger links_move_slug before update of slug, domain_id on links for each row
  when ((old.slug, old.domain_id) is distinct from (new.slug, new.domain_id)) execute function move_slug();
drop trigger links_announce_moved on links;
create trigger links_announce_moved after update of slug, domain_id on links for each row
  when ((old.slug, old.domain_id) is distinct from (new.slug, new.domain_id)) execute function announce_link();

create trigger link_aliases_register before insert on link_aliases for each row execute function register_alias();
create trigger link_aliases_forget after delete on link_aliases for each row execute function forget_alias();
