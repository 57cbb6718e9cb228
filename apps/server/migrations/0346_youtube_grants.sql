-- YouTube's id of the channel whose videos a connection may edit. Google revokes all tokens of an account together, so
-- all connections to this channel share one grant.
alter table youtube_connections add column youtube_id text;
-- Row-level security is not forced during this migration, because FORCE also applies to the tables' owner, who runs the
-- migration, unless the owner is a superuser.
alter table youtube_channels no force row level security;
alter table youtube_connections no force row level security;
update youtube_connections set youtube_id = channels.youtube_id from youtube_channels as channels where channels.id = youtube_connections.channel_id;
alter table youtube_channels force row level security;
alter table youtube_connections force row level security;
alter table youtube_connections alter column youtube_id set not null;
create index youtube_connections_youtube_id_idx on youtube_connections (youtube_id);

-- Lets the job that revokes a grant find other connections with the same grant, in every organization.
create policy for_jobs on youtube_connections for select to linkshelf_jobs using (true);

-- Uses a trigger, so that no statement can delete a connection, or its project, without revoking the grant at Google.
create function revoke_youtube_grant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue_job(
    'revoke-youtube-grant',
    json_build_object('channelId', old.channel_id, 'youtubeId', old.youtube_id, 'secret', old.refresh_token, 'encryptedWith', old.encrypted_with),
    'revoke-youtube-grant:' || old.channel_id, null, 25);
  return null;
end $$;
create trigger youtube_connections_revoke_grant after delete on youtube_connections for each row execute function revoke_youtube_grant();
