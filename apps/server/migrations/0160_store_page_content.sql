-- The time zone in which a project's days begin. Schedules are entered and shown in it.
alter table projects add column time_zone text not null default 'UTC';

-- Texts and links that a store page shows in addition to its products. If the owner has not entered a text, the page
-- shows the default text.
alter table stores
  add column is_disclosed boolean not null default true,
  add column disclosure_text text,
  add column ad_label text,
  add column imprint_url text,
  add column privacy_url text,
  add column contact_url text,
  add column social_links json not null default '[]';

-- When a product or category is visible: from `show_from` on, and before `show_until`. Null means no limit.
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
  rank integer not null, -- position in the owner's order
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
