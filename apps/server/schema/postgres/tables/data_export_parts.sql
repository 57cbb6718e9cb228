-- Written by `npm run schema`.

create table data_export_parts (
  organization_id  uuid     not null,
  export_id        uuid     not null,
  number           integer  not null,
  start_byte       bigint   not null,
  bytes            bytea    not null,
  files            json     not null,
  constraint data_export_parts_pkey primary key (export_id, number),
  constraint data_export_parts_export_id_fkey foreign key (export_id) references data_exports(id) on delete cascade
);

alter table data_export_parts alter column bytes set storage external;

alter table data_export_parts enable row level security;
alter table data_export_parts force row level security;
create policy for_jobs on data_export_parts to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on data_export_parts to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on data_export_parts to linkshelf_app;

create trigger data_export_parts_count_deleted after delete on data_export_parts
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''exports''', 'octet_length(bytes) + octet_length(files::text)');
create trigger data_export_parts_count_inserted after insert on data_export_parts
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''exports''', 'octet_length(bytes) + octet_length(files::text)');
create trigger data_export_parts_count_updated after update on data_export_parts
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''exports''', 'octet_length(bytes) + octet_length(files::text)');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
