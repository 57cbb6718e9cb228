-- Moves of clicks to another ClickHouse. The name of a store is the time of its first migration, from its list of
-- migrations. After a move is complete, no process writes to the old store.
create table click_moves (
  from_store text not null,
  to_store text not null,
  -- The address of the new store, without its account.
  target text not null,
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (from_store, to_store)
);
-- Shippers and jobs read the moves before each statement that writes clicks.
grant select on click_moves to linkshelf_ship, linkshelf_jobs;
