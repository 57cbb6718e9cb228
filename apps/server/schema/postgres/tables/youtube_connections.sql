-- Written by `npm run schema`.

create table youtube_connections (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  channel_id       uuid         not null,
  refresh_token    text         not null,
  encrypted_with   text         not null,
  connected_at     timestamptz  not null,
  revoked_at       timestamptz,
  youtube_id       text         not null,
  constraint youtube_connections_pkey primary key (channel_id),
  constraint youtube_connections_channel_id_project_id_fkey foreign key (channel_id, project_id)
    references youtube_channels(id, project_id) on delete cascade
);

create index youtube_connections_youtube_id_idx on youtube_connections (youtube_id);

alter table youtube_connections enable row level security;
alter table youtube_connections force row level security;
create policy for_jobs on youtube_connections for select to linkshelf_jobs
  using (true);
create policy in_organization on youtube_connections to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on youtube_connections to linkshelf_app;

create trigger youtube_connections_revoke_grant after delete on youtube_connections
  for each row
  execute function revoke_youtube_grant();

create function revoke_youtube_grant()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  perform enqueue_job(
    'revoke-youtube-grant',
    json_build_object('channelId', old.channel_id, 'youtubeId', old.youtube_id, 'secret', old.refresh_token, 'encryptedWith', old.encrypted_with),
    'revoke-youtube-grant:' || old.channel_id, null, 25);
  return null;
end $$;
