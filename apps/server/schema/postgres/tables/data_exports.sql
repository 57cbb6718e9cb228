-- Written by `npm run schema`.

create table data_exports (
  id               uuid         not null,
  organization_id  uuid         not null,
  state            text         not null,
  project_ids      uuid[]       not null,
  "position"       json,
  part_count       integer      not null  default 0,
  byte_count       bigint       not null  default 0,
  row_count        bigint       not null  default 0,
  total_rows       bigint       not null  default 0,
  created_at       timestamptz  not null,
  finished_at      timestamptz,
  expires_at       timestamptz,
  constraint data_exports_pkey primary key (id),
  constraint data_exports_state_check check (state = any (array['running', 'done'])),
  constraint data_exports_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

create index data_exports_expires_at_idx on data_exports (expires_at);
create index data_exports_organization_id_idx on data_exports (organization_id, created_at);
create unique index data_exports_running_idx on data_exports (organization_id) where state = 'running';

alter table data_exports enable row level security;
alter table data_exports force row level security;
create policy for_jobs on data_exports to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on data_exports to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on data_exports to linkshelf_app;
