-- Written by `npm run schema`.

create table youtube_reads (
  organization_id  uuid         not null,
  youtube_id       text         not null,
  read_at          timestamptz  not null,
  constraint youtube_reads_pkey primary key (organization_id, youtube_id),
  constraint youtube_reads_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

create index youtube_reads_read_at_idx on youtube_reads (read_at);

alter table youtube_reads enable row level security;
alter table youtube_reads force row level security;
create policy for_deletion_by_jobs on youtube_reads for delete to linkshelf_jobs
  using (true);
create policy for_jobs on youtube_reads for select to linkshelf_jobs
  using (true);
create policy in_organization on youtube_reads to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update on youtube_reads to linkshelf_app;
grant delete on youtube_reads to linkshelf_jobs;
