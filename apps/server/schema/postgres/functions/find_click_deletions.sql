-- Written by `npm run schema`.

create function find_click_deletions(project_ids uuid[], first_at timestamptz)
  returns table(project_id uuid, link_id uuid, deleted_before timestamptz)
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select click_deletions.project_id, click_deletions.link_id, click_deletions.deleted_before from click_deletions
  where click_deletions.project_id = any(project_ids) and click_deletions.deleted_before > first_at
$$;
revoke all on function find_click_deletions(uuid[],timestamptz) from public;
grant execute on function find_click_deletions(uuid[],timestamptz) to linkshelf_jobs;
grant execute on function find_click_deletions(uuid[],timestamptz) to linkshelf_ship;
