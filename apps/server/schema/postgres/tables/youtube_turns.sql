-- Written by `npm run schema`.

create table youtube_turns (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  channel_id       uuid         not null,
  run_after        timestamptz  not null,
  served_at        timestamptz,
  attempts         integer      not null  default 0,
  constraint youtube_turns_pkey primary key (channel_id),
  constraint youtube_turns_channel_id_project_id_fkey foreign key (channel_id, project_id)
    references youtube_channels(id, project_id) on delete cascade
);

alter table youtube_turns enable row level security;
alter table youtube_turns force row level security;
create policy for_jobs on youtube_turns to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on youtube_turns to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on youtube_turns to linkshelf_app;
