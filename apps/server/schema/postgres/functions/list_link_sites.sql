-- Written by `npm run schema`.

create function list_link_sites()
  returns table(organization_id uuid, site text, page_url text)
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select organization_id, link_site(target, expanded_target), min(coalesce(expanded_target, target))
  from links where deleted_at is null group by 1, 2
$$;
revoke all on function list_link_sites() from public;
grant execute on function list_link_sites() to linkshelf_jobs;
