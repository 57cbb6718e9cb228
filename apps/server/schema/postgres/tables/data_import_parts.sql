-- Written by `npm run schema`.

create table data_import_parts (
  organization_id  uuid     not null,
  import_id        uuid     not null,
  number           integer  not null,
  bytes            bytea    not null,
  constraint data_import_parts_pkey primary key (import_id, number),
  constraint data_import_parts_import_id_fkey foreign key (import_id) references data_imports(id) on delete cascade
);

alter table data_import_parts alter column bytes set storage external;

alter table data_import_parts enable row level security;
alter table data_import_parts force row level security;
create policy in_organization on data_import_parts to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on data_import_parts to linkshelf_app;

create trigger data_import_parts_count_deleted after delete on data_import_parts
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''archives''', 'octet_length(bytes)');
create trigger data_import_parts_count_inserted after insert on data_import_parts
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''archives''', 'octet_length(bytes)');
create trigger data_import_parts_count_updated after update on data_import_parts
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''archives''', 'octet_length(bytes)');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
