-- Campaign parameters that a project uses repeatedly.
create table utm_templates (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  name text not null,
  source text,
  medium text,
  campaign text,
  term text,
  content text,
  created_at timestamptz not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create unique index utm_templates_name_key on utm_templates (project_id, lower(name));

alter table utm_templates enable row level security;
alter table utm_templates force row level security;
create policy in_organization on utm_templates to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on utm_templates to linkshelf_app;
