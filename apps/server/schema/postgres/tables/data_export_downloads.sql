-- Written by `npm run schema`.

create table data_export_downloads (
  hash             bytea        not null,
  organization_id  uuid         not null,
  export_id        uuid         not null,
  until            timestamptz  not null,
  created_by       uuid,
  constraint data_export_downloads_pkey primary key (hash),
  constraint data_export_downloads_export_id_fkey foreign key (export_id) references data_exports(id) on delete cascade,
  constraint data_export_downloads_organization_id_created_by_fkey foreign key (organization_id, created_by)
    references members(organization_id, user_id) on delete cascade
);

create index data_export_downloads_created_by_idx on data_export_downloads (organization_id, created_by);
create index data_export_downloads_export_id_idx on data_export_downloads (export_id);

alter table data_export_downloads enable row level security;
alter table data_export_downloads force row level security;
create policy in_organization on data_export_downloads to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, delete on data_export_downloads to linkshelf_app;
