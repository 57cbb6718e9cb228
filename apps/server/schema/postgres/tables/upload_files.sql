-- Written by `npm run schema`.

create table upload_files (
  digest           text   not null,
  name             text   not null,
  organization_id  uuid   not null,
  bytes            bytea  not null,
  constraint upload_files_pkey primary key (digest, name),
  constraint upload_files_digest_fkey foreign key (digest) references uploads(digest) on delete cascade
);

alter table upload_files alter column bytes set storage external;

alter table upload_files enable row level security;
alter table upload_files force row level security;
create policy for_visitors on upload_files for select to linkshelf_edge
  using (true);
create policy in_organization on upload_files to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on upload_files to linkshelf_app;
grant select (digest, name, bytes) on upload_files to linkshelf_edge;
