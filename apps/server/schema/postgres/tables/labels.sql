-- Written by `npm run schema`.

create table labels (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  name             text         not null,
  is_active        boolean      not null  default true,
  created_at       timestamptz  not null,
  color_hex        text,
  constraint labels_pkey primary key (id),
  constraint labels_color_hex_check check (color_hex ~ '^#[0-9a-f]{6}$'),
  constraint labels_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create unique index labels_name_key on labels (project_id, lower(name));

alter table labels enable row level security;
alter table labels force row level security;
create policy in_organization on labels to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on labels to linkshelf_app;
