-- Written by `npm run schema`.

create table stored_bytes (
  id               bigint  not null  generated always as identity,
  organization_id  uuid    not null,
  kind             text    not null,
  bytes            bigint  not null,
  constraint stored_bytes_pkey primary key (id)
);

create index stored_bytes_organization_id_idx on stored_bytes (organization_id) include (kind, bytes);

alter table stored_bytes enable row level security;
alter table stored_bytes force row level security;
create policy for_jobs on stored_bytes to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on stored_bytes for select to linkshelf_app
  using (organization_id = current_organization_id());
create policy of_table_owner on stored_bytes for insert to current_user
  with check (true);

grant select on stored_bytes to linkshelf_app;
grant insert, delete on stored_bytes to linkshelf_jobs;
