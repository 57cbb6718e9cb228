-- Moves of clicks to another ClickHouse. A store is named by the time of its first migration, as its list of migrations
-- has it. Once a move is complete, no process writes to its old store any more.
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
