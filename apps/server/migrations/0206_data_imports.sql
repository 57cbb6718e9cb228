-- Archives that are imported into an organization. An archive is uploaded in parts, checked, and then imported file by
-- file.
create table data_imports (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  file_name text not null,
  byte_count bigint not null, -- size of the archive
  received_bytes bigint not null default 0,
  part_count integer not null default 0,
  state text not null check (state in ('uploading', 'checking', 'ready', 'importing', 'done', 'failed')),
  failure text,
  summary json, -- the contents of the archive
  file_count integer not null default 0,
  position integer not null default 0, -- number of files that are imported; an import resumes after these files
  note_count integer not null default 0,
  project_ids uuid[] not null default '{}', -- the projects that the import creates
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index data_imports_unfinished_idx on data_imports (organization_id) where state in ('uploading', 'checking', 'ready', 'importing');
create index data_imports_organization_id_idx on data_imports (organization_id, created_at);

-- The parts of an archive. They are deleted when the whole archive is imported.
create table data_import_parts (
  organization_id uuid not null,
  import_id uuid not null references data_imports on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (import_id, number)
);
alter table data_import_parts alter column bytes set storage external; -- already compressed

-- Notes about data that an import changed or did not import.
create table data_import_notes (
  organization_id uuid not null,
  import_id uuid not null references data_imports on delete cascade,
  number integer not null,
  note text not null,
  primary key (import_id, number)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['data_imports', 'data_import_parts', 'data_import_notes'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;
