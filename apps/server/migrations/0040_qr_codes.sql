-- The style of a QR code. A subject without a row has the default style. The subject is stored by kind and id, without
-- a foreign key, because there are several kinds.
create table qr_codes (
  organization_id uuid not null,
  project_id uuid not null,
  subject_kind text not null check (subject_kind in ('link', 'product', 'store')),
  subject_id uuid not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  background_color text not null check (background_color ~ '^#[0-9a-f]{6}$'),
  background_transparent boolean not null,
  logo bytea, -- re-encoded as PNG, regardless of the uploaded format
  logo_digest text generated always as (encode(sha256(logo), 'hex')) stored,
  primary key (organization_id, project_id, subject_kind, subject_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
alter table qr_codes alter column logo set storage external; -- PNG is already compressed
alter table qr_codes enable row level security;
alter table qr_codes force row level security;
create policy in_organization on qr_codes to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on qr_codes to linkshelf_app;

-- A deleted link stays as an emptied row, so a foreign key could not delete its QR code. Rows of links are deleted only
-- with their project, which also deletes its QR codes.
create function delete_qr_code_of_link() returns trigger language plpgsql as $$
begin
  delete from qr_codes
  where organization_id = new.organization_id and project_id = new.project_id and subject_kind = 'link' and subject_id = new.id;
  return null;
end $$;
create trigger links_delete_qr_code after update of deleted_at on links for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function delete_qr_code_of_link();
