-- Shares of YouTube's quota, by day in Pacific time: what an organization, and a user in all their organizations, have
-- used for channels that no owner has connected.
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

-- Who asked for the latest scan; null for one of an earlier version.
alter table youtube_channels add column read_by uuid;
