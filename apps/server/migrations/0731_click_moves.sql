-- Moves of clicks to another ClickHouse store. A store is named by the time of its first migration, from its list of
-- migrations. After a move is complete, no process writes to the old store.
create table click_moves (
  from_store text not null,
  to_store text not null,
  -- The URL of the new store, without the name and password of the account.
  target text not null,
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (from_store, to_store)
);
-- Lets shippers and jobs read the moves, which they do before each statement that writes clicks.
grant select on click_moves to linkshelf_ship, linkshelf_jobs;
