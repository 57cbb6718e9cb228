-- Written by `npm run schema`.

create function find_served_hosts(hosts text[])
  returns text[]
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select array(select host from domains where host = any (hosts) and is_serving);
$$;
alter function find_served_hosts(text[]) owner to linkshelf_edge;
revoke all on function find_served_hosts(text[]) from public;
grant execute on function find_served_hosts(text[]) to linkshelf_app;
