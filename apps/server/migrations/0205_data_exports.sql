-- Archives of all data of an organization. A job writes an archive in parts. With each part it stores the position at
-- which the next part begins, so that the job continues there if it was killed.
create table data_exports (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  state text not null check (state in ('running', 'done')),
  project_ids uuid[] not null, -- in the order of the archive, in which its folders are numbered
  position json, -- position after the last written part; null before the first part
  part_count integer not null default 0,
  byte_count bigint not null default 0,
  row_count bigint not null default 0, -- number of rows written so far
  total_rows bigint not null default 0, -- counted by the job, to show progress
  download_hash bytea, -- hash of the secret in the download address
  download_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create unique index data_exports_running_idx on data_exports (organization_id) where state = 'running';
create index data_exports_organization_id_idx on data_exports (organization_id, created_at);
create index data_exports_expires_at_idx on data_exports (expires_at);

-- Each part is a separate gzip member. Concatenated parts are one gzip file.
create table data_export_parts (
  organization_id uuid not null,
  export_id uuid not null references data_exports on delete cascade,
  number integer not null,
  start_byte bigint not null,
  bytes bytea not null,
  files json not null, -- name, size, hash and row count of each file in the part, for the manifest
  primary key (export_id, number)
);
alter table data_export_parts alter column bytes set storage external; -- already compressed

do $$
declare
  table_name text;
begin
  foreach table_name in array array['data_exports', 'data_export_parts'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    -- Jobs write the parts, and find what has expired.
    execute format('create policy for_jobs on %I to linkshelf_jobs using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;
