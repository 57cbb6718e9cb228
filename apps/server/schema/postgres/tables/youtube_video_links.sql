-- Written by `npm run schema`.

create table youtube_video_links (
  organization_id  uuid     not null,
  project_id       uuid     not null,
  channel_id       uuid     not null,
  video_id         text     not null,
  original         text     not null,
  occurrences      integer  not null,
  constraint youtube_video_links_pkey primary key (channel_id, video_id, original),
  constraint youtube_video_links_channel_id_video_id_fkey foreign key (channel_id, video_id)
    references youtube_videos(channel_id, video_id) on delete cascade
);

create index youtube_video_links_original_idx on youtube_video_links (channel_id, original);

alter table youtube_video_links enable row level security;
alter table youtube_video_links force row level security;
create policy in_organization on youtube_video_links to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on youtube_video_links to linkshelf_app;
