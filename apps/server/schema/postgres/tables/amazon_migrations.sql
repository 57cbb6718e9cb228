-- Written by `npm run schema`.

create table amazon_migrations (
  id               uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  state            text         not null,
  settings         jsonb        not null,
  last_link_id     uuid,
  "position"       uuid,
  link_count       integer      not null,
  outcomes         jsonb        not null  default '{}'::jsonb,
  error            text,
  created_at       timestamptz  not null,
  finished_at      timestamptz,
  undo_state       text,
  undo_position    uuid,
  restored_count   integer      not null  default 0,
  left_count       integer      not null  default 0,
  constraint amazon_migrations_pkey primary key (id),
  constraint amazon_migrations_id_project_id_key unique (id, project_id),
  constraint amazon_migrations_state_check check (state = any (array['pending', 'in_progress', 'completed', 'failed'])),
  constraint amazon_migrations_undo_state_check check (undo_state = any (array['in_progress', 'completed', 'failed'])),
  constraint amazon_migrations_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index amazon_migrations_created_at_idx on amazon_migrations (project_id, created_at);
create unique index amazon_migrations_running_idx on amazon_migrations (project_id)
  where (state = any (array['pending', 'in_progress'])) or undo_state = 'in_progress';

alter table amazon_migrations enable row level security;
alter table amazon_migrations force row level security;
create policy in_organization on amazon_migrations to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on amazon_migrations to linkshelf_app;
