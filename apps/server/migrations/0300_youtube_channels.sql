-- YouTube channels of a project, the links in their video descriptions, and the progress of their migration.
create table youtube_channels (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  youtube_id text not null,
  name text not null,
  url text not null,
  thumbnail_url text,
  subscribers integer,
  uploads_playlist text not null,
  state text not null check (state in ('pending', 'scanning', 'ready', 'migrating', 'completed', 'failed')),
  error text,
  watch text not null default 'off' check (watch in ('off', 'offer', 'automatic')),
  disclosure text,
  excluded_groups text[] not null default '{other}',
  scan_step text not null default 'uploads' check (scan_step in ('uploads', 'shorts', 'links', 'done')), -- where a scan resumes
  scan_page text, -- the page at which the step resumes; null for the first page
  scanned_at timestamptz,
  run_kind text check (run_kind in ('migrate', 'undo')),
  run_total integer not null default 0,
  run_by uuid, -- the user who gets the email when a run has finished
  migrated_at timestamptz,
  created_at timestamptz not null,
  unique (id, project_id),
  unique (project_id, youtube_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);

create table youtube_videos (
  organization_id uuid not null,
  project_id uuid not null,
  channel_id uuid not null,
  video_id text not null,
  title text not null,
  thumbnail_url text not null,
  published_at timestamptz not null,
  is_short boolean not null default false,
  is_excluded boolean not null default false,
  state text not null default 'found'
    check (state in ('found', 'queued', 'migrated', 'changed', 'too_long', 'failed', 'restoring', 'restored', 'left')),
  reason text,
  text_found jsonb not null, -- the description and its translations, as the latest scan read them
  text_before jsonb, -- the texts before the last migration; an undo restores them
  text_after jsonb, -- the texts that were written, or are about to be written
  text_seen jsonb, -- the texts after somebody else edited them
  text_original jsonb, -- the texts before the first migration; never changes
  is_writing boolean not null default false, -- whether text_after was sent to YouTube and is not confirmed yet
  link_count integer not null default 0,
  replaced_count integer not null default 0,
  primary key (channel_id, video_id),
  foreign key (channel_id, project_id) references youtube_channels (id, project_id) on delete cascade
);
create index youtube_videos_published_at_idx on youtube_videos (channel_id, published_at desc, video_id);
create index youtube_videos_state_idx on youtube_videos (channel_id, state);

-- The distinct links of a channel, as they are written in its video descriptions.
create table youtube_links (
  organization_id uuid not null,
  project_id uuid not null,
  channel_id uuid not null,
  original text not null,
  target text not null, -- the destination after following redirects and short links of other services
  link_group text not null,
  needs_expansion boolean not null,
  is_excluded boolean, -- null if the group of the link decides
  slug text not null, -- slug of the short link that replaces this link; links with the same target share a slug
  link_id uuid, -- null until the short link is created
  primary key (channel_id, original),
  foreign key (channel_id, project_id) references youtube_channels (id, project_id) on delete cascade
);
create index youtube_links_target_idx on youtube_links (channel_id, target);

-- Which links a video's description and its translations contain, and how often.
create table youtube_video_links (
  organization_id uuid not null,
  project_id uuid not null,
  channel_id uuid not null,
  video_id text not null,
  original text not null,
  occurrences integer not null,
  primary key (channel_id, video_id, original),
  foreign key (channel_id, video_id) references youtube_videos (channel_id, video_id) on delete cascade
);
create index youtube_video_links_original_idx on youtube_video_links (channel_id, original);

-- The owner's consent, given at Google, to edit the videos of a channel.
create table youtube_connections (
  organization_id uuid not null,
  project_id uuid not null,
  channel_id uuid primary key,
  refresh_token text not null, -- encrypted
  encrypted_with text not null,
  connected_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (channel_id, project_id) references youtube_channels (id, project_id) on delete cascade
);

-- Owners who have opened Google's consent page.
create table youtube_connection_requests (
  organization_id uuid not null,
  project_id uuid not null,
  channel_id uuid primary key,
  state_hash text not null,
  user_id uuid not null,
  verifier text not null, -- encrypted
  encrypted_with text not null,
  expires_at timestamptz not null,
  foreign key (channel_id, project_id) references youtube_channels (id, project_id) on delete cascade
);

-- Channels whose videos are being written. Because all channels share the daily quota, one video is written at a time,
-- for the channel that was served least recently.
create table youtube_turns (
  organization_id uuid not null,
  project_id uuid not null,
  channel_id uuid primary key,
  run_after timestamptz not null, -- postponed during processing, so that the channel of a killed process is processed again
  served_at timestamptz,
  attempts integer not null default 0,
  foreign key (channel_id, project_id) references youtube_channels (id, project_id) on delete cascade
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['youtube_channels', 'youtube_videos', 'youtube_links', 'youtube_video_links', 'youtube_connections',
    'youtube_connection_requests', 'youtube_turns'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;

-- Lets jobs find the next channel to write, and the channels to watch, in all organizations.
create policy for_jobs on youtube_turns to linkshelf_jobs using (true) with check (true);
create policy for_jobs on youtube_channels for select to linkshelf_jobs using (watch <> 'off');

-- The usage of the quota of the operator's Google project by all organizations together, by day in Pacific time.
create table youtube_quota (
  day date primary key,
  units_used integer not null default 0,
  searches_used integer not null default 0
);
grant select, insert, update on youtube_quota to linkshelf_app;
