-- Written by `npm run schema`.

create table youtube_videos (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  channel_id       uuid         not null,
  video_id         text         not null,
  title            text         not null,
  thumbnail_url    text         not null,
  published_at     timestamptz  not null,
  is_short         boolean      not null  default false,
  is_excluded      boolean      not null  default false,
  state            text         not null  default 'found',
  reason           text,
  text_found       jsonb        not null,
  text_before      jsonb,
  text_after       jsonb,
  text_seen        jsonb,
  text_original    jsonb,
  is_writing       boolean      not null  default false,
  link_count       integer      not null  default 0,
  replaced_count   integer      not null  default 0,
  is_in_run        boolean      not null  default false,
  constraint youtube_videos_pkey primary key (channel_id, video_id),
  constraint youtube_videos_state_check check (state = any (array['found', 'queued', 'migrated', 'changed', 'too_long',
    'failed', 'restoring', 'restored', 'left'])),
  constraint youtube_videos_channel_id_project_id_fkey foreign key (channel_id, project_id)
    references youtube_channels(id, project_id) on delete cascade
);

create index youtube_videos_published_at_idx on youtube_videos (channel_id, published_at desc, video_id);
create index youtube_videos_state_idx on youtube_videos (channel_id, state);

alter table youtube_videos enable row level security;
alter table youtube_videos force row level security;
create policy in_organization on youtube_videos to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on youtube_videos to linkshelf_app;
