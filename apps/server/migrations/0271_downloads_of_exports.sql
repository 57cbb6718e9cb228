-- Downloads of archives. Each download has its own address, so that several downloads of an archive can be resumed
-- independently, for example in another tab or by another owner.
create table data_export_downloads (
  hash bytea primary key, -- of the secret in the address
  organization_id uuid not null,
  export_id uuid not null references data_exports on delete cascade,
  until timestamptz not null
);
create index data_export_downloads_export_id_idx on data_export_downloads (export_id);
alter table data_export_downloads enable row level security;
alter table data_export_downloads force row level security;
create policy in_organization on data_export_downloads to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, delete on data_export_downloads to linkshelf_app;

insert into data_export_downloads (hash, organization_id, export_id, until)
  select download_hash, organization_id, id, download_until from data_exports where download_hash is not null and download_until is not null;
alter table data_exports drop column download_hash, drop column download_until;
