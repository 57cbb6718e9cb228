-- Deletions of clicks. A row with a link deletes the link's clicks from before an instant. A row without a link deletes
-- the clicks and page views of the whole project from before the instant. A later deletion of the same link or project
-- replaces the row. Rows are never deleted, because a journal may be shipped at any later time, and its clicks from
-- before the instant must then be dropped. The states: running means that ClickHouse still has rows to delete. settling
-- means that ClickHouse has no such rows, but an insert that began before the deletion may still end, so queries still
-- exclude these clicks. done means that queries exclude nothing.
create table click_deletions (
  organization_id uuid not null,
  project_id uuid not null,
  link_id uuid,
  deleted_before timestamptz not null,
  state text not null check (state in ('running', 'settling', 'done')),
  unique nulls not distinct (project_id, link_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index click_deletions_unfinished_idx on click_deletions (project_id) where state <> 'done';
create index click_deletions_instant_idx on click_deletions (project_id, deleted_before);

alter table click_deletions enable row level security;
alter table click_deletions force row level security;
create policy in_organization on click_deletions to linkshelf_app using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy for_jobs on click_deletions to linkshelf_jobs using (true) with check (true);
grant select, insert, update, delete on click_deletions to linkshelf_app;

-- Returns the deletions of the given projects that may include a click of `first_at` or later. The shipper calls this
-- function before it inserts a batch, because its account can't read any table of projects.
create function find_click_deletions(project_ids uuid[], first_at timestamptz)
returns table (project_id uuid, link_id uuid, deleted_before timestamptz) language sql stable security definer
set search_path = public, pg_temp as $$
  select click_deletions.project_id, click_deletions.link_id, click_deletions.deleted_before from click_deletions
  where click_deletions.project_id = any(project_ids) and click_deletions.deleted_before > first_at
$$;
revoke all on function find_click_deletions from public;
grant execute on function find_click_deletions to linkshelf_ship, linkshelf_jobs;
-- FORCE also applies to the tables' owner, unless the owner is a superuser. The function reads as the owner, so the
-- owner needs this policy.
create policy of_table_owner on click_deletions for select to current_user using (true);
