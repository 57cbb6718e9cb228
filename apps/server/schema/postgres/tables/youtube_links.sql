-- Written by `npm run schema`.

create table youtube_links (
  organization_id  uuid     not null,
  project_id       uuid     not null,
  channel_id       uuid     not null,
  original         text     not null,
  target           text     not null,
  link_group       text     not null,
  needs_expansion  boolean  not null,
  is_excluded      boolean,
  slug             text     not null,
  link_id          uuid,
  constraint youtube_links_pkey primary key (channel_id, original),
  constraint youtube_links_channel_id_project_id_fkey foreign key (channel_id, project_id)
    references youtube_channels(id, project_id) on delete cascade
);

create index youtube_links_target_idx on youtube_links (channel_id, target);

alter table youtube_links enable row level security;
alter table youtube_links force row level security;
create policy in_organization on youtube_links to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on youtube_links to linkshelf_app;
