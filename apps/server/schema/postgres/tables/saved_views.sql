-- Written by `npm run schema`.

create table saved_views (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  user_id          uuid         not null,
  name             text         not null,
  view             jsonb        not null,
  mailed_since     timestamptz,
  created_at       timestamptz  not null,
  kind             text         not null,
  constraint saved_views_pkey primary key (id),
  constraint saved_views_kind_check check (kind = any (array['links', 'analytics'])),
  constraint saved_views_mailed_check check (kind = 'analytics' or mailed_since is null),
  constraint saved_views_organization_id_user_id_fkey foreign key (organization_id, user_id)
    references members(organization_id, user_id) on delete cascade,
  constraint saved_views_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index saved_views_mailed_idx on saved_views (user_id) where mailed_since is not null;
create index saved_views_member_idx on saved_views (organization_id, user_id);
create unique index saved_views_name_key on saved_views (project_id, user_id, kind, lower(name));

alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy for_jobs on saved_views for select to linkshelf_jobs
  using (mailed_since is not null);
create policy of_user on saved_views to linkshelf_app
  using (organization_id = current_organization_id() and user_id = current_user_id())
  with check (organization_id = current_organization_id() and user_id = current_user_id());

grant select, insert, update, delete on saved_views to linkshelf_app;
