-- Written by `npm run schema`.

create table domains (
  id                          uuid         not null,
  organization_id             uuid         not null,
  host                        text         not null,
  token                       text         not null,
  status                      text         not null  default 'waiting',
  status_since                timestamptz  not null,
  conflict                    text,
  is_serving                  boolean      not null  default false,
  verified_at                 timestamptz,
  archived_at                 timestamptz,
  seen                        jsonb,
  proof_count                 integer      not null  default 0,
  failure_count               integer      not null  default 0,
  failing_since               timestamptz,
  checking_since              timestamptz  not null,
  checked_at                  timestamptz,
  check_count                 integer      not null  default 0,
  next_check_at               timestamptz,
  created_at                  timestamptz  not null,
  released_at                 timestamptz,
  root_url                    text,
  store_project_id            uuid,
  not_found_url               text,
  robots_txt                  text,
  favicon                     text,
  apple_app_site_association  text,
  asset_links                 text,
  settings_revision           integer      not null  default 0,
  added_by                    uuid,
  limited_by                  text,
  limited_until               timestamptz,
  constraint domains_pkey primary key (id),
  constraint domains_id_organization_id_key unique (id, organization_id),
  constraint domains_organization_id_host_key unique (organization_id, host),
  constraint domains_check check (released_at is null or not is_serving),
  constraint domains_conflict_check check (conflict = any (array['records', 'organization'])),
  constraint domains_limited_by_check check (limited_by = any (array['organization', 'user', 'registrable_domain',
    'instance'])),
  constraint domains_status_check check (status = any (array['waiting', 'verified', 'misconfigured', 'conflicting',
    'lost'])),
  constraint domains_organization_id_fkey foreign key (organization_id) references organizations(id) on delete cascade,
  constraint domains_store_project_id_organization_id_fkey foreign key (store_project_id, organization_id)
    references projects(id, organization_id) on delete set null (store_project_id)
);

create index domains_next_check_at_idx on domains (next_check_at);
create unique index domains_serving_host_key on domains (host) where is_serving;
create index domains_store_project_id_idx on domains (store_project_id) where store_project_id is not null;

alter table domains enable row level security;
alter table domains force row level security;
create policy for_jobs on domains to linkshelf_jobs
  using (true)
  with check (true);
create policy for_visitors on domains for select to linkshelf_edge
  using (is_serving);
create policy in_organization on domains to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on domains to linkshelf_app;
grant select (id, organization_id, host, is_serving, root_url, store_project_id, not_found_url, robots_txt, favicon,
  apple_app_site_association, asset_links, settings_revision) on domains
  to linkshelf_edge;

create trigger domains_announce_deleted after delete on domains
  for each row
  when (old.is_serving)
  execute function announce_domain();
create trigger domains_announce_inserted after insert on domains
  for each row
  when (new.is_serving)
  execute function announce_domain();
create trigger domains_announce_settings after update on domains
  for each row
  when (new.is_serving and old.settings_revision <> new.settings_revision)
  execute function announce_domain();
create trigger domains_announce_updated after update of is_serving on domains
  for each row
  when (old.is_serving is distinct from new.is_serving)
  execute function announce_domain();
create trigger domains_clear_primary after update of is_serving, archived_at on domains
  for each row
  when (not new.is_serving or new.archived_at is not null)
  execute function clear_primary_domain();
create trigger domains_increment_settings_revision before update of root_url, store_project_id, not_found_url,
  robots_txt, favicon, apple_app_site_association, asset_links on domains
  for each row
  when (old.root_url is distinct from new.root_url or old.store_project_id is distinct from new.store_project_id
    or old.not_found_url is distinct from new.not_found_url or old.robots_txt is distinct from new.robots_txt
    or old.favicon is distinct from new.favicon
    or old.apple_app_site_association is distinct from new.apple_app_site_association
    or old.asset_links is distinct from new.asset_links)
  execute function increment_settings_revision();

create function announce_domain()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  changed text := 'domain:' || coalesce(new.host, old.host);
begin
  insert into link_changes (slug) values (changed);
  perform pg_notify('link_changed', changed);
  return null;
end $$;

create function clear_primary_domain()
  returns trigger
  language plpgsql
  set search_path to 'public', 'pg_temp'
as $$
begin
  perform from projects where primary_domain_id = new.id order by id for no key update;
  update projects set primary_domain_id = null where primary_domain_id = new.id;
  return null;
end $$;

create function increment_settings_revision()
  returns trigger
  language plpgsql
  set search_path to 'public', 'pg_temp'
as $$
begin
  new.settings_revision := old.settings_revision + 1;
  return new;
end $$;
