-- Written by `npm run schema`.

create table store_handles (
  handle           text  not null,
  organization_id  uuid  not null,
  project_id       uuid  not null,
  store_id         uuid,
  constraint store_handles_pkey primary key (handle),
  constraint store_handles_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade,
  constraint store_handles_store_id_fkey foreign key (store_id) references stores(id) on delete set null
);

create index store_handles_organization_id_idx on store_handles (organization_id);
create index store_handles_store_id_idx on store_handles (store_id);

alter table store_handles enable row level security;
alter table store_handles force row level security;
create policy for_everyone on store_handles for select to linkshelf_app
  using (true);
create policy for_visitors on store_handles for select to linkshelf_edge
  using (true);
create policy in_organization on store_handles to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on store_handles to linkshelf_app;
grant select on store_handles to linkshelf_edge;
