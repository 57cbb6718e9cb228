-- Written by `npm run schema`.

create function serve_domain(domain_id uuid)
  returns boolean
  language plpgsql
  set search_path to 'public', 'pg_temp'
as $$
begin
  update domains set is_serving = true where id = domain_id and not is_serving and released_at is null;
  return found;
exception when unique_violation then
  return false;
end $$;
revoke all on function serve_domain(uuid) from public;
grant execute on function serve_domain(uuid) to linkshelf_jobs;
