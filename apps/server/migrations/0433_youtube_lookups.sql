-- YouTube's responses about the names of channels. All organizations share them, because they are public.
create table youtube_lookups (
  kind text not null,
  value text not null,
  found jsonb, -- null if YouTube has no such channel
  looked_up_at timestamptz not null,
  primary key (kind, value)
);
create index youtube_lookups_looked_up_at_idx on youtube_lookups (looked_up_at);
grant select, insert, update on youtube_lookups to linkshelf_app;
grant delete on youtube_lookups to linkshelf_jobs;

-- When an organization last began to read a channel. A row outlives its channel, because the channel can be added
-- again.
create table youtube_reads (
  organization_id uuid not null references organizations on delete cascade,
  youtube_id text not null,
  read_at timestamptz not null,
  primary key (organization_id, youtube_id)
);
create index youtube_reads_read_at_idx on youtube_reads (read_at);
alter table youtube_reads enable row level security;
alter table youtube_reads force row level security;
create policy in_organization on youtube_reads to linkshelf_app using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy for_jobs on youtube_reads for select to linkshelf_jobs using (true);
create policy for_deletion_by_jobs on youtube_reads for delete to linkshelf_jobs using (true);
grant select, insert, update on youtube_reads to linkshelf_app;
grant delete on youtube_reads to linkshelf_jobs;
