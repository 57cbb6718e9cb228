-- Written by `npm run schema`.

create table ideas (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  user_id          uuid         not null,
  subject          text         not null,
  idea             text         not null,
  created_at       timestamptz  not null,
  mailed_at        timestamptz,
  constraint ideas_pkey primary key (id),
  constraint ideas_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade,
  constraint ideas_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index ideas_project_id_idx on ideas (project_id, organization_id);
create index ideas_user_id_idx on ideas (user_id, created_at);

alter table ideas enable row level security;
alter table ideas force row level security;
create policy in_organization on ideas to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_person on ideas for select to linkshelf_app
  using (user_id = current_user_id());

grant select, insert, update on ideas to linkshelf_app;
