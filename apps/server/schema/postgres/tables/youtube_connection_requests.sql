-- Written by `npm run schema`.

create table youtube_connection_requests (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  channel_id       uuid         not null,
  state_hash       text         not null,
  user_id          uuid         not null,
  verifier         text         not null,
  encrypted_with   text         not null,
  expires_at       timestamptz  not null,
  constraint youtube_connection_requests_pkey primary key (channel_id),
  constraint youtube_connection_requests_channel_id_project_id_fkey foreign key (channel_id, project_id)
    references youtube_channels(id, project_id) on delete cascade
);

alter table youtube_connection_requests enable row level security;
alter table youtube_connection_requests force row level security;
create policy in_organization on youtube_connection_requests to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on youtube_connection_requests to linkshelf_app;
