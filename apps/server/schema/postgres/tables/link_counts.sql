-- Written by `npm run schema`.

create table link_counts (
  project_id       uuid     not null,
  organization_id  uuid     not null,
  link_count       integer  not null,
  constraint link_counts_pkey primary key (project_id),
  constraint link_counts_link_count_check check (link_count >= 0),
  constraint link_counts_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

alter table link_counts enable row level security;
alter table link_counts force row level security;
create policy in_organization on link_counts to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_person on link_counts for select to linkshelf_app
  using ((organization_id in ( select members.organization_id
   from members
    where members.user_id = current_user_id())));

grant select, insert, update, delete on link_counts to linkshelf_app;
