-- Returns which of the given hosts a domain of any organization serves. If a link on an own domain leads to an own
-- domain, it may lead in a circle, even if the second domain belongs to another organization. The application can't
-- read other organizations' domains, but it is public whether a domain serves a host. Relies on
-- domains_serving_host_key.
create function find_served_hosts(hosts text[]) returns text[] language sql stable security definer set search_path = public, pg_temp as $$
  select array(select host from domains where host = any (hosts) and is_serving);
$$;
revoke execute on function find_served_hosts(text[]) from public;
grant execute on function find_served_hosts(text[]) to linkshelf_app;
grant create on schema public to linkshelf_edge; -- a function's new owner needs it while ownership is transferred
alter function find_served_hosts(text[]) owner to linkshelf_edge;
revoke create on schema public from linkshelf_edge;
