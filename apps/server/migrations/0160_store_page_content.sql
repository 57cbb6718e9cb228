-- Where the days of a project begin; schedules are entered and shown in it.
alter table projects add column time_zone text not null default 'UTC';

-- What a store page says and links to beside its products. Without a text of the owner's own, the page has the default one.
alter table stores
  add column is_disclosed boolean not null default true,
  add column disclosure_text text,
  add column ad_label text,
  add column imprint_url text,
  add column privacy_url text,
  add column contact_url text,
  add column social_links json not null default '[]';

-- When something is visible: from an instant on, until before another one. Null is no limit.
alter table products
  add column show_from timestamptz,
  add column show_until timestamptz,
  add column availability text not null default 'available' check (availability in ('available', 'unavailable', 'hidden')),
  add check (show_until > show_from);
alter table categories
  add column show_from timestamptz,
  add column show_until timestamptz,
  add check (show_until > show_from);

-- Links of the project that a store page shows above its products.
create table featured_links (
  organization_id uuid not null,
  project_id uuid not null,
  store_id uuid not null references stores (id) on delete cascade,
  link_id uuid not null references links (id) on delete cascade,
  title text not null,
  is_ad boolean not null,
  show_from timestamptz,
  show_until timestamptz,
  rank integer not null, -- the order of the owner
  primary key (store_id, link_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  check (show_until > show_from)
);
create index featured_links_link_id_idx on featured_links (link_id);

alter table featured_links enable row level security;
alter table featured_links force row level security;
create policy in_organization on featured_links to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_visitors on featured_links for select to linkshelf_edge using (true);
grant select, insert, update, delete on featured_links to linkshelf_app;
grant select on featured_links to linkshelf_edge;
