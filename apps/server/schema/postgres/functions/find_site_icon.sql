-- Written by `npm run schema`.

create function find_site_icon(given_digest text)
  returns bytea
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select bytes from site_icons where digest = given_digest
$$;
revoke all on function find_site_icon(text) from public;
grant execute on function find_site_icon(text) to linkshelf_app;
