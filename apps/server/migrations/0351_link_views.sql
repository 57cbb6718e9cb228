-- Views of the list of links that a user saved under a name: search, filters and order. They are deleted when the
-- membership ends.
create table link_views (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  name text not null,
  query text not null, -- query string of the list's address
  created_at timestamptz not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create unique index link_views_name_key on link_views (project_id, user_id, lower(name));
create index link_views_member_idx on link_views (organization_id, user_id);

alter table link_views enable row level security;
alter table link_views force row level security;
create policy in_organization on link_views to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on link_views to linkshelf_app;
