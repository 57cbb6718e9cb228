-- Runs that put the owner's tag into the destinations of a project's Amazon links.
create table amazon_migrations (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  state text not null check (state in ('pending', 'in_progress', 'completed', 'failed')),
  settings jsonb not null, -- the integration's settings when the run started, so that every link of a run gets the same tags
  last_link_id uuid, -- the project's last link when the run started: later links belong to the next run; null if there were no links
  position uuid, -- the last link that was processed: a run resumes after it
  link_count integer not null,
  outcomes jsonb not null default '{}', -- number of links by outcome
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  undo_state text check (undo_state in ('in_progress', 'completed')),
  undo_position uuid,
  restored_count integer not null default 0,
  left_count integer not null default 0, -- number of links that an undo did not restore, because they were changed or deleted after the run
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
-- Allows one run, or one undo of a run, per project at a time. If two runs are started at once, the second start finds
-- the first run.
create unique index amazon_migrations_running_idx on amazon_migrations (project_id)
  where state in ('pending', 'in_progress') or undo_state = 'in_progress';
create index amazon_migrations_created_at_idx on amazon_migrations (project_id, created_at);

-- The outcome of each link in a run.
create table amazon_migration_links (
  organization_id uuid not null,
  project_id uuid not null,
  migration_id uuid not null,
  link_id uuid not null,
  outcome text not null,
  reason text,
  target_before text, -- the destinations before and after the run, only for links that were changed
  target_after text,
  undo_outcome text check (undo_outcome in ('restored', 'left')),
  primary key (migration_id, link_id),
  foreign key (migration_id, project_id) references amazon_migrations (id, project_id) on delete cascade
);
create index amazon_migration_links_outcome_idx on amazon_migration_links (migration_id, outcome, link_id);
create index amazon_migration_links_undo_idx on amazon_migration_links (migration_id, undo_outcome) where undo_outcome is not null;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['amazon_migrations', 'amazon_migration_links'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;

-- Serves the query of a project's links in the order of their ids.
create index links_project_id_idx on links (project_id, id) where deleted_at is null;

-- If a statement changes only the affiliate parameters of a destination, it sets linkshelf.has_same_page. The trigger
-- then leaves the recorded state of the page unchanged.
create or replace function follow_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into link_checks (link_id, organization_id, project_id, target, is_archived, next_check_at)
    values (new.id, new.organization_id, new.project_id, new.target, new.is_archived, now());
  elsif new.deleted_at is not null then
    delete from link_checks where link_id = new.id;
  elsif new.target is distinct from old.target and current_setting('linkshelf.has_same_page', true) = 'on' then
    update link_checks set target = new.target, page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false
    where link_id = new.id;
  elsif new.target is distinct from old.target then
    update link_checks set target = new.target, status = 'unchecked', reason = null, checked_at = null, failing_since = null, retry_count = 0,
      page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false, is_requested = true, next_check_at = now()
    where link_id = new.id;
  end if;
  if tg_op = 'UPDATE' and new.is_archived <> old.is_archived then
    update link_checks set is_archived = new.is_archived where link_id = new.id;
  end if;
  return null;
end $$;
