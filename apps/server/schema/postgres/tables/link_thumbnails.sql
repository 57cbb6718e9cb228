-- Written by `npm run schema`.

create table link_thumbnails (
  link_id          uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  target           text         not null,
  state            text         not null,
  image_url        text,
  failure_count    integer      not null  default 0,
  fetched_at       timestamptz,
  next_fetch_at    timestamptz  not null,
  constraint link_thumbnails_pkey primary key (link_id),
  constraint link_thumbnails_state_check check (state = any (array['pending', 'ready', 'missing'])),
  constraint link_thumbnails_link_id_fkey foreign key (link_id) references links(id) on delete cascade,
  constraint link_thumbnails_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index link_thumbnails_next_fetch_at_idx on link_thumbnails (next_fetch_at);
create index link_thumbnails_project_id_idx on link_thumbnails (project_id);

alter table link_thumbnails enable row level security;
alter table link_thumbnails force row level security;
create policy for_jobs on link_thumbnails to linkshelf_jobs
  using (true)
  with check (true);
create policy for_visitors on link_thumbnails for select to linkshelf_edge
  using (true);
create policy in_organization on link_thumbnails to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on link_thumbnails to linkshelf_app;
grant select on link_thumbnails to linkshelf_edge;
grant select, update on link_thumbnails to linkshelf_jobs;
