-- Written by `npm run schema`.

create table integrations (
  organization_id  uuid         not null,
  project_id       uuid         not null,
  retailer         text         not null,
  account_id       text         not null,
  settings         jsonb        not null,
  updated_at       timestamptz  not null,
  constraint integrations_pkey primary key (project_id, retailer),
  constraint integrations_retailer_check check (retailer = any (array['amazon', 'ebay', 'aliexpress'])),
  constraint integrations_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

alter table integrations enable row level security;
alter table integrations force row level security;
create policy for_visitors on integrations for select to linkshelf_edge
  using (true);
create policy in_organization on integrations to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on integrations to linkshelf_app;
grant select (project_id, retailer, settings) on integrations to linkshelf_edge;

create trigger integrations_announce after insert or delete or update on integrations
  for each row
  execute function announce_project();

-- The function announce_project is in functions/announce_project.sql.
