-- The pages that short links of affiliate tools lead to. An owner requests to find such a page. It becomes the link's
-- destination only if the owner confirms it.
create table link_followings (
  link_id uuid primary key references links on delete cascade,
  organization_id uuid not null,
  project_id uuid not null,
  target text not null, -- the short link; if the link has another destination now, the result is void
  state text not null check (state in ('waiting', 'found', 'failed')),
  destination text,
  networks text[] not null default '{}', -- hosts of affiliate networks among the redirects
  failure text,
  requested_at timestamptz not null,
  finished_at timestamptz,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index link_followings_project_id_idx on link_followings (project_id);
alter table link_followings enable row level security;
alter table link_followings force row level security;
create policy in_organization on link_followings to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on link_followings to linkshelf_app;

alter table outward_requests drop constraint outward_requests_kind_check;
alter table outward_requests add check (kind in ('page', 'icon', 'health', 'follow'));
