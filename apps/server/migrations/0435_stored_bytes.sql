-- The number of bytes that each organization stores, by kind. Every statement that stores or deletes bytes adds a row
-- with the difference, in its own transaction, so that no two transactions wait for each other. The sum of an
-- organization's rows is its stored size. A job merges an organization's rows into one.
create table stored_bytes (
  id bigint generated always as identity primary key,
  organization_id uuid not null, -- not a foreign key: the rows of a deleted organization add up to 0 and are then removed by the job
  kind text not null,
  bytes bigint not null
);
create index stored_bytes_organization_id_idx on stored_bytes (organization_id) include (kind, bytes);
alter table stored_bytes enable row level security;
alter table stored_bytes force row level security;
create policy in_organization on stored_bytes for select to linkshelf_app using (organization_id = current_organization_id());
create policy for_jobs on stored_bytes to linkshelf_jobs using (true) with check (true);
-- FORCE also applies to the table's owner, unless the owner is a superuser. The triggers write as the owner, so the
-- owner needs this policy.
create policy of_table_owner on stored_bytes for insert to current_user with check (true);
grant select on stored_bytes to linkshelf_app;
grant insert, delete on stored_bytes to linkshelf_jobs;

-- Adds the difference in stored bytes after each statement. The arguments of the trigger are two expressions on its
-- table: the kind and the bytes of a row. The trigger also fires if a foreign key deletes rows.
create function count_stored_bytes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added text := format('select organization_id, %s as kind, (%s)::bigint as bytes from after_rows', tg_argv[0], tg_argv[1]);
  removed text := format('select organization_id, %s as kind, -(%s)::bigint as bytes from before_rows', tg_argv[0], tg_argv[1]);
begin
  execute 'insert into stored_bytes (organization_id, kind, bytes) select organization_id, kind, sum(bytes) from ('
    || case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
    || ') as changed group by organization_id, kind having sum(bytes) <> 0';
  return null;
end $$;

do $$
declare
  counted record;
begin
  for counted in
    select * from (values
      ('uploads', $q$case purpose when 'social' then 'drawn_pictures' else 'pictures' end$q$, 'stored_bytes + coalesce(octet_length(source), 0)'),
      ('qr_codes', $q$'pictures'$q$, 'coalesce(octet_length(logo), 0)'),
      ('site_icons', $q$'icons'$q$, 'coalesce(octet_length(bytes), 0)'),
      ('file_imports', $q$'imports'$q$, 'coalesce(octet_length(file), 0)'),
      ('file_import_issues', $q$'imports'$q$, $q$octet_length(cells::text) + octet_length(array_to_string(reasons, ''))$q$),
      ('data_import_parts', $q$'archives'$q$, 'octet_length(bytes)'),
      ('data_import_notes', $q$'archives'$q$, 'octet_length(note)'),
      ('data_export_parts', $q$'exports'$q$, 'octet_length(bytes) + octet_length(files::text)')
    ) as expressions (name, kind, bytes)
  loop
    execute format('alter table %I no force row level security', counted.name);
    execute format('insert into stored_bytes (organization_id, kind, bytes)
      select organization_id, %s, sum(%s) from %I group by 1, 2 having sum(%s) <> 0', counted.kind, counted.bytes, counted.name, counted.bytes);
    execute format('alter table %I force row level security', counted.name);
    execute format('create trigger %I after insert on %I referencing new table as after_rows
      for each statement execute function count_stored_bytes(%L, %L)', counted.name || '_count_inserted', counted.name, counted.kind, counted.bytes);
    execute format('create trigger %I after update on %I referencing old table as before_rows new table as after_rows
      for each statement execute function count_stored_bytes(%L, %L)', counted.name || '_count_updated', counted.name, counted.kind, counted.bytes);
    execute format('create trigger %I after delete on %I referencing old table as before_rows
      for each statement execute function count_stored_bytes(%L, %L)', counted.name || '_count_deleted', counted.name, counted.kind, counted.bytes);
  end loop;
end $$;

-- Lets the job that deletes unfinished and unneeded imports find them in all organizations.
create policy for_jobs on file_imports for select to linkshelf_jobs using (true);
create policy for_jobs on data_imports for select to linkshelf_jobs using (true);
create index file_imports_retention_idx on file_imports (coalesce(finished_at, created_at));
create policy for_jobs on file_import_issues for select to linkshelf_jobs using (true);
