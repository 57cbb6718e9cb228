-- Written by `npm run schema`.

create table named_uploads (
  digest           text         not null,
  organization_id  uuid         not null,
  unnamed_at       timestamptz,
  constraint named_uploads_pkey primary key (digest),
  constraint named_uploads_digest_fkey foreign key (digest) references uploads(digest) on delete cascade
);

create index named_uploads_organization_id_idx on named_uploads (organization_id);

alter table named_uploads enable row level security;
alter table named_uploads force row level security;
create policy for_jobs on named_uploads to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on named_uploads for select to linkshelf_app
  using (organization_id = current_organization_id());

grant select on named_uploads to linkshelf_app;
grant insert, update on named_uploads to linkshelf_jobs;
