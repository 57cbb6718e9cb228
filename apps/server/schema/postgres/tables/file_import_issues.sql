-- Written by `npm run schema`.

create table file_import_issues (
  organization_id  uuid     not null,
  project_id       uuid     not null,
  import_id        uuid     not null,
  line             integer  not null,
  column_names     text[]   not null,
  reasons          text[]   not null,
  cells            json     not null,
  sheet            text     not null  default '',
  constraint file_import_issues_pkey primary key (import_id, sheet, line),
  constraint file_import_issues_import_id_project_id_fkey foreign key (import_id, project_id)
    references file_imports(id, project_id) on delete cascade
);

alter table file_import_issues enable row level security;
alter table file_import_issues force row level security;
create policy for_jobs on file_import_issues for select to linkshelf_jobs
  using (true);
create policy in_organization on file_import_issues to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on file_import_issues to linkshelf_app;

create trigger file_import_issues_count_deleted after delete on file_import_issues
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''imports''',
    'octet_length(cells::text) + octet_length(array_to_string(reasons, ''''))');
create trigger file_import_issues_count_inserted after insert on file_import_issues
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''imports''',
    'octet_length(cells::text) + octet_length(array_to_string(reasons, ''''))');
create trigger file_import_issues_count_updated after update on file_import_issues
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''imports''',
    'octet_length(cells::text) + octet_length(array_to_string(reasons, ''''))');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
