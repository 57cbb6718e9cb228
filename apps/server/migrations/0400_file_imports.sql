-- Files that are checked and then imported, of three kinds: links, products and earnings. A new kind needs no
-- migration, because values that only one kind has are in JSON columns.
create table file_imports (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null,
  file_name text not null,
  file_hash text not null,
  file bytea, -- null once all its rows are imported
  state text not null check (state in ('checking', 'ready', 'importing', 'done', 'failed')),
  failure text,
  header json not null default '[]', -- the line that names the columns
  ignored_columns json not null default '[]',
  details json, -- what the check found in the file; null until checked
  choices json, -- the options with which the import was started; null until started
  counts json not null default '{}', -- before the import, what it would do; after the import, what it did
  row_count integer not null default 0,
  processed_count integer not null default 0, -- number of rows that are imported, skipped or rejected; an import resumes after these rows
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
-- If a file is uploaded twice at once, there is one import.
create unique index file_imports_unfinished_idx on file_imports (project_id, kind, file_hash) where state in ('checking', 'ready', 'importing');
create index file_imports_created_at_idx on file_imports (project_id, kind, created_at);

-- The rows of a file that were rejected, or imported only in part.
create table file_import_issues (
  organization_id uuid not null,
  project_id uuid not null,
  import_id uuid not null,
  line integer not null,
  column_names text[] not null,
  reasons text[] not null,
  cells json not null, -- the row as it is in the file
  primary key (import_id, line),
  foreign key (import_id, project_id) references file_imports (id, project_id) on delete cascade
);

-- Each import keeps its id, because queued jobs, earnings and open dialogs refer to it. Row-level security is not
-- forced during this migration, because FORCE also applies to the tables' owner, who runs the migration, unless the
-- owner is a superuser.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['link_imports', 'link_import_issues', 'product_imports', 'product_import_issues',
    'earnings_imports', 'earnings_import_issues', 'earnings'] loop
    execute format('alter table %I no force row level security', table_name);
  end loop;
end $$;

insert into file_imports (id, organization_id, project_id, kind, file_name, file_hash, file, state, failure, header, ignored_columns,
    details, choices, counts, row_count, processed_count, created_at, finished_at)
  select id, organization_id, project_id, 'links', file_name, file_hash, file, state, failure, header, ignored_columns,
    case when state not in ('checking', 'failed') then json_build_object('slugs', slug_count) end,
    -- A running import may still choose as many short names as it had left.
    case when state in ('importing', 'done') then json_build_object('replace_slugs', replaces_slugs, 'slug_quota', slug_count) end,
    json_build_object('created', created_count, 'skipped', skipped_count, 'rejected', rejected_count, 'over_limit', over_limit_count,
      'unusable_slugs', unusable_slug_count, 'incomplete', incomplete_count, 'chosen_slugs', 0),
    row_count, processed_count, created_at, finished_at
  from link_imports;

insert into file_imports (id, organization_id, project_id, kind, file_name, file_hash, file, state, failure, header, ignored_columns,
    details, choices, counts, row_count, processed_count, created_at, finished_at)
  select id, organization_id, project_id, 'products', file_name, file_hash, file, state, failure, header, ignored_columns,
    case when state <> 'checking' then json_build_object('missing_categories', missing_categories) end,
    case when state in ('importing', 'done') then json_build_object('create_categories', creates_categories) end,
    json_build_object('created', created_count, 'updated', updated_count, 'rejected', rejected_count, 'incomplete', incomplete_count,
      'links', link_count, 'links_over_limit', links_over_limit_count),
    row_count, processed_count, created_at, finished_at
  from product_imports;

insert into file_imports (id, organization_id, project_id, kind, file_name, file_hash, file, state, failure, header, ignored_columns,
    details, choices, counts, row_count, processed_count, created_at, finished_at)
  select id, organization_id, project_id, 'earnings', file_name, file_hash, file, state, failure, header,
    coalesce(understood -> 'ignored_columns', '[]'),
    (understood::jsonb - 'ignored_columns' || jsonb_build_object('date_order', date_order, 'currency', currency))::json,
    case when state in ('importing', 'done') then json_build_object('date_order', date_order, 'currency', currency) end,
    json_build_object('added', added_count, 'known', known_count, 'rejected', rejected_count),
    row_count, processed_count, created_at, finished_at
  from earnings_imports;

insert into file_import_issues (organization_id, project_id, import_id, line, column_names, reasons, cells)
  select organization_id, project_id, import_id, line, column_names, reasons, cells from link_import_issues
  union all
  select organization_id, project_id, import_id, line, column_names, reasons, cells from product_import_issues
  union all
  select organization_id, project_id, import_id, line, column_names, reasons, cells from earnings_import_issues;

alter table earnings drop constraint earnings_import_id_project_id_fkey;
alter table earnings add foreign key (import_id, project_id) references file_imports (id, project_id) on delete cascade;
alter table earnings force row level security;

-- Nothing reads the old tables any more.
drop table link_import_issues, link_imports, product_import_issues, product_imports, earnings_import_issues, earnings_imports;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['file_imports', 'file_import_issues'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;
