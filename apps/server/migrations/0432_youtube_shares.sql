-- How much of YouTube's quota was used for channels that no owner has connected, by day in Pacific time. It is counted
-- per organization, and per user across all organizations of the user.
create table youtube_shares (
  subject uuid not null, -- the organization or the user
  day date not null,
  units_used integer not null default 0,
  searches_used integer not null default 0,
  primary key (subject, day)
);
create index youtube_shares_day_idx on youtube_shares (day);
grant select, insert, update on youtube_shares to linkshelf_app;
grant delete on youtube_shares to linkshelf_jobs;

-- The user who requested the latest scan. Null if an earlier version scanned the channel.
alter table youtube_channels add column read_by uuid;
