-- Written by `npm run schema`.

create function find_postback_project(given_secret text)
  returns table(organization_id uuid, project_id uuid)
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select organization_id, project_id from postback_addresses where secret = given_secret
$$;
revoke all on function find_postback_project(text) from public;
grant execute on function find_postback_project(text) to linkshelf_app;
