-- CSV files of links that are checked and then imported.
create table link_imports (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  file_name text not null,
  file_hash text not null,
  file bytea, -- null once all its rows are imported
  state text not null check (state in ('checking', 'ready', 'importing', 'done', 'failed')),
  failure text,
  replaces_slugs boolean not null default false,
  header json not null default '[]', -- the first line of the file
  ignored_columns json not null default '[]',
  row_count integer not null default 0,
  processed_count integer not null default 0, -- number of rows that are imported, skipped or rejected; an import resumes after these rows
  created_count integer not null default 0,
  skipped_count integer not null default 0,
  rejected_count integer not null default 0,
  over_limit_count integer not null default 0,
  unusable_slug_count integer not null default 0,
  incomplete_count integer not null default 0,
  -- After the check, the number of short names that the import would choose. During the import, the number of short
  -- names that it may still choose, which were already charged to the quota.
  slug_count integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
-- If a file is uploaded twice at once, there is one import.
create unique index link_imports_unfinished_idx on link_imports (project_id, file_hash) where state in ('checking', 'ready', 'importing');
create index link_imports_created_at_idx on link_imports (project_id, created_at);

-- The rows of a file that were rejected, or imported only in part.
create table link_import_issues (
  organization_id uuid not null,
  project_id uuid not null,
  import_id uuid not null,
  line integer not null,
  column_names text[] not null,
  reasons text[] not null,
  cells json not null, -- the row as it is in the file
  primary key (import_id, line),
  foreign key (import_id, project_id) references link_imports (id, project_id) on delete cascade
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['link_imports', 'link_import_issues'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;
