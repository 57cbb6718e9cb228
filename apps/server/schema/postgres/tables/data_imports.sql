-- Written by `npm run schema`.

create table data_imports (
  id                uuid         not null,
  organization_id   uuid         not null,
  file_name         text         not null,
  byte_count        bigint       not null,
  received_bytes    bigint       not null  default 0,
  part_count        integer      not null  default 0,
  state             text         not null,
  failure           text,
  summary           json,
  file_count        integer      not null  default 0,
  "position"        integer      not null  default 0,
  note_count        integer      not null  default 0,
  project_ids       uuid[]       not null  default '{}'::uuid[],
  created_at        timestamptz  not null,
  finished_at       timestamptz,
  slug_count        integer,
  store_name_count  integer,
  constraint data_imports_pkey primary key (id),
  constraint data_imports_state_check check (state = any (array['uploading', 'checking', 'ready', 'importing', 'done',
    'failed'])),
  constraint data_imports_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

create index data_imports_organization_id_idx on data_imports (organization_id, created_at);
create unique index data_imports_unfinished_idx on data_imports (organization_id)
  where state = any (array['uploading', 'checking', 'ready', 'importing']);

alter table data_imports enable row level security;
alter table data_imports force row level security;
create policy for_jobs on data_imports for select to linkshelf_jobs
  using (true);
create policy in_organization on data_imports to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on data_imports to linkshelf_app;
