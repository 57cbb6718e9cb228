-- Written by `npm run schema`.

create table projects (
  id                 uuid         not null,
  organization_id    uuid         not null,
  name               text         not null,
  description        text         not null,
  status             text         not null  default 'active',
  created_at         timestamptz  not null  default now(),
  time_zone          text         not null  default 'UTC',
  primary_domain_id  uuid,
  constraint projects_pkey primary key (id),
  constraint projects_id_organization_id_key unique (id, organization_id),
  constraint projects_status_check check (status = any (array['active', 'archived'])),
  constraint projects_organization_id_fkey foreign key (organization_id) references organizations(id) on delete cascade,
  constraint projects_primary_domain_id_organization_id_fkey foreign key (primary_domain_id, organization_id)
    references domains(id, organization_id) on delete set null (primary_domain_id)
);

create index projects_organization_id_idx on projects (organization_id, created_at);
create index projects_primary_domain_id_idx on projects (primary_domain_id) where primary_domain_id is not null;

alter table projects enable row level security;
alter table projects force row level security;
create policy in_organization on projects to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_person on projects for select to linkshelf_app
  using ((organization_id in ( select members.organization_id
   from members
    where members.user_id = current_user_id())));
create policy of_table_owner on projects for select to current_user
  using (true);

grant select, insert, update, delete on projects to linkshelf_app;

create trigger forget_clicks after delete on projects for each row execute function forget_project_clicks();
create trigger projects_record_erasure after delete on projects
  for each row
  execute function record_erased_row('project', 'id');

create function forget_project_clicks()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_job('forget-project-clicks', json_build_object('projectId', old.id), 'forget-project-clicks:' || old.id, now() + interval '1 hour', 25);
  return old;
end $$;

-- The function record_erased_row is in functions/record_erased_row.sql.
