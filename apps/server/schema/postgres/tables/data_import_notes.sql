-- Written by `npm run schema`.

create table data_import_notes (
  organization_id  uuid     not null,
  import_id        uuid     not null,
  number           integer  not null,
  note             text     not null,
  constraint data_import_notes_pkey primary key (import_id, number),
  constraint data_import_notes_import_id_fkey foreign key (import_id) references data_imports(id) on delete cascade
);

alter table data_import_notes enable row level security;
alter table data_import_notes force row level security;
create policy in_organization on data_import_notes to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on data_import_notes to linkshelf_app;

create trigger data_import_notes_count_deleted after delete on data_import_notes
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''archives''', 'octet_length(note)');
create trigger data_import_notes_count_inserted after insert on data_import_notes
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''archives''', 'octet_length(note)');
create trigger data_import_notes_count_updated after update on data_import_notes
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''archives''', 'octet_length(note)');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
