-- Written by `npm run schema`.

create table file_imports (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  kind             text         not null,
  file_name        text         not null,
  file_hash        text         not null,
  file             bytea,
  state            text         not null,
  failure          text,
  header           json         not null  default '[]'::json,
  ignored_columns  json         not null  default '[]'::json,
  details          json,
  choices          json,
  counts           json         not null  default '{}'::json,
  row_count        integer      not null  default 0,
  processed_count  integer      not null  default 0,
  created_at       timestamptz  not null,
  finished_at      timestamptz,
  undo             json,
  constraint file_imports_pkey primary key (id),
  constraint file_imports_id_project_id_key unique (id, project_id),
  constraint file_imports_state_check check (state = any (array['checking', 'ready', 'importing', 'done', 'failed',
    'undoing', 'undone'])),
  constraint file_imports_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index file_imports_created_at_idx on file_imports (project_id, kind, created_at);
create index file_imports_retention_idx on file_imports (coalesce(finished_at, created_at));
create unique index file_imports_unfinished_idx on file_imports (project_id, kind, file_hash)
  where state = any (array['checking', 'ready', 'importing']);

alter table file_imports enable row level security;
alter table file_imports force row level security;
create policy for_jobs on file_imports for select to linkshelf_jobs
  using (true);
create policy in_organization on file_imports to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on file_imports to linkshelf_app;

create trigger file_imports_count_deleted after delete on file_imports
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''imports''', 'coalesce(octet_length(file), 0)');
create trigger file_imports_count_inserted after insert on file_imports
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''imports''', 'coalesce(octet_length(file), 0)');
create trigger file_imports_count_updated after update on file_imports
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''imports''', 'coalesce(octet_length(file), 0)');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
