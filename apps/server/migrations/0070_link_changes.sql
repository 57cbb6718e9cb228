-- Recently changed links, for edges that missed a notification. An edge polls the changes since its last poll.
-- Transactions are numbered in the order in which they begin, but may end in another order. So an edge polls from the
-- oldest transaction that was still open at the last poll.
create table link_changes (
  slug text not null collate "C",
  changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index link_changes_changed_in_idx on link_changes (changed_in);
create index link_changes_changed_at_idx on link_changes (changed_at);
grant select (slug, changed_in) on link_changes to linkshelf_edge;
grant delete, select (changed_at) on link_changes to linkshelf_app;

-- New links are not recorded, because an edge caches an unknown slug for only some seconds.
create or replace function announce_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into link_changes (slug) values (old.slug);
  end if;
  perform pg_notify('link_changed', coalesce(new.slug, old.slug));
  return null;
end $$;
