-- Edges serve visitors by host. They may read which organization's domain serves a host, but nothing about domains that
-- serve no host.
grant select (id, organization_id, host, is_serving) on domains to linkshelf_edge;
create policy for_visitors on domains for select to linkshelf_edge using (is_serving);

-- Makes edges reload the domain of the host. The announced text is no slug, because no slug has a colon.
create function announce_domain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed text := 'domain:' || coalesce(new.host, old.host);
begin
  insert into link_changes (slug) values (changed);
  perform pg_notify('link_changed', changed);
  return null;
end $$;
create trigger domains_announce_inserted after insert on domains for each row when (new.is_serving) execute function announce_domain();
create trigger domains_announce_updated after update of is_serving on domains for each row
  when (old.is_serving is distinct from new.is_serving) execute function announce_domain();
create trigger domains_announce_deleted after delete on domains for each row when (old.is_serving) execute function announce_domain();
