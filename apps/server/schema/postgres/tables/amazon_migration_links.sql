-- Written by `npm run schema`.

create table amazon_migration_links (
  organization_id  uuid   not null,
  project_id       uuid   not null,
  migration_id     uuid   not null,
  link_id          uuid   not null,
  outcome          text   not null,
  reason           text,
  target_before    text,
  target_after     text,
  undo_outcome     text,
  shops_before     jsonb,
  shops_after      jsonb,
  constraint amazon_migration_links_pkey primary key (migration_id, link_id),
  constraint amazon_migration_links_undo_outcome_check check (undo_outcome = any (array['restored', 'left'])),
  constraint amazon_migration_links_migration_id_project_id_fkey foreign key (migration_id, project_id)
    references amazon_migrations(id, project_id) on delete cascade
);

create index amazon_migration_links_outcome_idx on amazon_migration_links (migration_id, outcome, link_id);
create index amazon_migration_links_undo_idx on amazon_migration_links (migration_id, undo_outcome)
  where undo_outcome is not null;

alter table amazon_migration_links enable row level security;
alter table amazon_migration_links force row level security;
create policy in_organization on amazon_migration_links to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on amazon_migration_links to linkshelf_app;
