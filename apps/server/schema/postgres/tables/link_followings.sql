-- Written by `npm run schema`.

create table link_followings (
  link_id          uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  target           text         not null,
  state            text         not null,
  destination      text,
  networks         text[]       not null  default '{}'::text[],
  failure          text,
  requested_at     timestamptz  not null,
  finished_at      timestamptz,
  constraint link_followings_pkey primary key (link_id),
  constraint link_followings_state_check check (state = any (array['waiting', 'found', 'failed'])),
  constraint link_followings_link_id_fkey foreign key (link_id) references links(id) on delete cascade,
  constraint link_followings_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index link_followings_project_id_idx on link_followings (project_id);

alter table link_followings enable row level security;
alter table link_followings force row level security;
create policy in_organization on link_followings to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on link_followings to linkshelf_app;
