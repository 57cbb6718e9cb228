-- Written by `npm run schema`.

create table link_aliases (
  id               uuid              not null,
  organization_id  uuid              not null,
  project_id       uuid              not null,
  link_id          uuid              not null,
  domain_id        uuid,
  slug             text collate "C"  not null,
  created_at       timestamptz       not null,
  constraint link_aliases_pkey primary key (id),
  constraint link_aliases_domain_id_organization_id_fkey foreign key (domain_id, organization_id)
    references domains(id, organization_id) on delete cascade,
  constraint link_aliases_link_id_project_id_fkey foreign key (link_id, project_id)
    references links(id, project_id) on delete cascade,
  constraint link_aliases_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade,
  constraint link_aliases_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create unique index link_aliases_address_key on link_aliases (slug, domain_id) nulls not distinct;
create index link_aliases_domain_id_idx on link_aliases (domain_id) where domain_id is not null;
create index link_aliases_link_id_idx on link_aliases (link_id);
create index link_aliases_project_id_idx on link_aliases (project_id);
create index link_aliases_search_idx on link_aliases using gin (project_id,
  lower(slug) gin_trgm_ops) with (fastupdate=off);

alter table link_aliases enable row level security;
alter table link_aliases force row level security;
create policy for_search on link_aliases for select to linkshelf_search
  using (true);
create policy in_organization on link_aliases to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on link_aliases for select to current_user
  using (true);

grant select, insert, update, delete on link_aliases to linkshelf_app;
grant select (organization_id, project_id, link_id, domain_id, slug) on link_aliases to linkshelf_search;

create trigger link_aliases_forget after delete on link_aliases for each row execute function forget_alias();
create trigger link_aliases_leave_address_to_page before insert on link_aliases
  for each row
  when (new.domain_id is not null)
  execute function leave_address_to_page();
create trigger link_aliases_record_address after insert on link_aliases for each row execute function record_address();
create trigger link_aliases_register before insert on link_aliases for each row execute function register_alias();

create function forget_alias()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  update slugs set alias_id = null, alias_of = null where slug = link_address(old.domain_id, old.slug) and alias_of = old.link_id;
  perform announce_address(link_address(old.domain_id, old.slug));
  return null;
end $$;

-- The function leave_address_to_page is in functions/leave_address_to_page.sql.

-- The function record_address is in functions/record_address.sql.

create function register_alias()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
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
