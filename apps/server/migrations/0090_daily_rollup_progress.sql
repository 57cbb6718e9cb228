-- Progress of the rollups of all projects. The table has one row, written at the end of each run.
create table daily_rollup_progress (
  is_only boolean primary key default true check (is_only),
  -- Every day before this one was rolled up, was recorded as failed, or has no clicks.
  rolled_up_before date not null,
  oldest_failed_day date,
  failed_count integer not null,
  rejected_count integer not null,
  updated_at timestamptz not null
);
grant select, insert, update on daily_rollup_progress to linkshelf_app;
