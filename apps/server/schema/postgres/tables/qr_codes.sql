-- Written by `npm run schema`.

create table qr_codes (
  organization_id         uuid     not null,
  project_id              uuid     not null,
  subject_kind            text     not null,
  subject_id              uuid     not null,
  color                   text     not null,
  background_color        text     not null,
  background_transparent  boolean  not null,
  logo                    bytea,
  logo_digest             text               generated always as (encode(sha256(logo), 'hex')) stored,
  constraint qr_codes_pkey primary key (organization_id, project_id, subject_kind, subject_id),
  constraint qr_codes_background_color_check check (background_color ~ '^#[0-9a-f]{6}$'),
  constraint qr_codes_color_check check (color ~ '^#[0-9a-f]{6}$'),
  constraint qr_codes_subject_kind_check check (subject_kind = any (array['link', 'product', 'store'])),
  constraint qr_codes_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

alter table qr_codes alter column logo set storage external;

alter table qr_codes enable row level security;
alter table qr_codes force row level security;
create policy in_organization on qr_codes to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on qr_codes to linkshelf_app;

create trigger qr_codes_count_deleted after delete on qr_codes
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''pictures''', 'coalesce(octet_length(logo), 0)');
create trigger qr_codes_count_inserted after insert on qr_codes
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''pictures''', 'coalesce(octet_length(logo), 0)');
create trigger qr_codes_count_updated after update on qr_codes
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''pictures''', 'coalesce(octet_length(logo), 0)');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
