-- Settings of an own domain: where its root and unknown addresses lead, and the files that a site has at fixed paths.
alter table domains
  add column root_url text, -- null if the root shows a small page, or the store of store_project_id
  add column store_project_id uuid,
  add column not_found_url text,
  add column robots_txt text,
  add column favicon text,
  add column apple_app_site_association text, -- JSON as entered
  add column asset_links text, -- JSON as entered
  add column settings_revision integer not null default 0,
  add foreign key (store_project_id, organization_id) references projects (id, organization_id) on delete set null (store_project_id);
create index domains_store_project_id_idx on domains (store_project_id) where store_project_id is not null;

grant select (root_url, store_project_id, not_found_url, robots_txt, favicon, apple_app_site_association, asset_links, settings_revision)
  on domains to linkshelf_edge;

create function increment_settings_revision() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.settings_revision := old.settings_revision + 1;
  return new;
end $$;
create trigger domains_increment_settings_revision
  before update of root_url, store_project_id, not_found_url, robots_txt, favicon, apple_app_site_association, asset_links
  on domains for each row
  when ((old.root_url, old.store_project_id, old.not_found_url, old.robots_txt, old.favicon, old.apple_app_site_association, old.asset_links)
    is distinct from (new.root_url, new.store_project_id, new.not_found_url, new.robots_txt, new.favicon, new.apple_app_site_association, new.asset_links))
  execute function increment_settings_revision();

-- Announces every change of the settings. Deleting a project also changes them, because it clears store_project_id.
create trigger domains_announce_settings after update on domains for each row
  when (new.is_serving and old.settings_revision <> new.settings_revision) execute function announce_domain();
