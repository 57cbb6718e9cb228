-- Counts how often the link's destination changed or the link was deleted. Clicks record the revision, so that clicks
-- of an earlier destination can be distinguished.
alter table links add column revision integer not null default 1;
grant select (revision) on links to linkshelf_edge;

create function increment_link_revision() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger links_increment_revision before update of target, deleted_at on links for each row
  when (old.target is distinct from new.target or old.deleted_at is distinct from new.deleted_at) execute function increment_link_revision();
