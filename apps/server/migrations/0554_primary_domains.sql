-- The domain of a project's new links. Null: the instance's own domain.
alter table projects add column primary_domain_id uuid references domains on delete set null;
create index projects_primary_domain_id_idx on projects (primary_domain_id) where primary_domain_id is not null;

-- A primary domain must serve its host and must not be archived. If it stops serving or is archived, for any reason,
-- this trigger clears it as primary domain. The domain's projects are locked in the same order as in other
-- transactions.
create function clear_primary_domain() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from projects where primary_domain_id = new.id order by id for no key update;
  update projects set primary_domain_id = null where primary_domain_id = new.id;
  return null;
end $$;
create trigger domains_clear_primary after update of is_serving, archived_at on domains for each row
  when (not new.is_serving or new.archived_at is not null) execute function clear_primary_domain();
