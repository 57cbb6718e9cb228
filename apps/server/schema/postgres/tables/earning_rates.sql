-- Written by `npm run schema`.

create table earning_rates (
  project_id       uuid  not null,
  organization_id  uuid  not null,
  currency         text  not null,
  rates            json  not null,
  constraint earning_rates_pkey primary key (project_id),
  constraint earning_rates_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

alter table earning_rates enable row level security;
alter table earning_rates force row level security;
create policy in_organization on earning_rates to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on earning_rates to linkshelf_app;
