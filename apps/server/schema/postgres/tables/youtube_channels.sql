-- Written by `npm run schema`.

create table youtube_channels (
  id                uuid         not null,
  organization_id   uuid         not null,
  project_id        uuid         not null,
  youtube_id        text         not null,
  name              text         not null,
  url               text         not null,
  thumbnail_url     text,
  subscribers       integer,
  uploads_playlist  text         not null,
  state             text         not null,
  error             text,
  watch             text         not null  default 'off',
  disclosure        text,
  excluded_groups   text[]       not null  default '{other}'::text[],
  scan_step         text         not null  default 'uploads',
  scan_page         text,
  scanned_at        timestamptz,
  run_kind          text,
  run_total         integer      not null  default 0,
  run_by            uuid,
  migrated_at       timestamptz,
  created_at        timestamptz  not null,
  read_by           uuid,
  constraint youtube_channels_pkey primary key (id),
  constraint youtube_channels_id_project_id_key unique (id, project_id),
  constraint youtube_channels_project_id_youtube_id_key unique (project_id, youtube_id),
  constraint youtube_channels_run_kind_check check (run_kind = any (array['migrate', 'undo'])),
  constraint youtube_channels_scan_step_check check (scan_step = any (array['uploads', 'shorts', 'links', 'done'])),
  constraint youtube_channels_state_check check (state = any (array['pending', 'scanning', 'ready', 'migrating',
    'completed', 'failed'])),
  constraint youtube_channels_watch_check check (watch = any (array['off', 'offer', 'automatic'])),
  constraint youtube_channels_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

alter table youtube_channels enable row level security;
alter table youtube_channels force row level security;
create policy for_jobs on youtube_channels for select to linkshelf_jobs
  using (watch <> 'off');
create policy in_organization on youtube_channels to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on youtube_channels to linkshelf_app;
