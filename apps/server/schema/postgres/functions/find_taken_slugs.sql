-- Written by `npm run schema`.

create function find_taken_slugs(names text[])
  returns text[]
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select array(
    select slug from slugs
    where slug = any (names) and (is_lost and released_to = current_organization_id()) is not true);
$$;
revoke all on function find_taken_slugs(text[]) from public;
grant execute on function find_taken_slugs(text[]) to linkshelf_app;
