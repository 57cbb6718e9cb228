-- Uploads that a run of the cleanup found in use. If such an upload is replaced, it is deleted a day after the
-- replacement, even if it was uploaded long before.
create table named_uploads (
  digest text primary key references uploads on delete cascade,
  organization_id uuid not null,
  unnamed_at timestamptz -- when a run found that it is no longer used
);
create index named_uploads_organization_id_idx on named_uploads (organization_id);
alter table named_uploads enable row level security;
alter table named_uploads force row level security;
create policy in_organization on named_uploads for select to linkshelf_app using (organization_id = current_organization_id());
create policy for_jobs on named_uploads to linkshelf_jobs using (true) with check (true);
grant select on named_uploads to linkshelf_app;
grant insert, update on named_uploads to linkshelf_jobs;
