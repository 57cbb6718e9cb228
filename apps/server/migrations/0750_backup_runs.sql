-- Identifies the instance. Each back-up contains the id, so that an instance deletes only its own old back-ups from a
-- place that several instances share. A restored instance has the id of the original, because it continues its series
-- of back-ups.
create table instance_identity (
  is_only     boolean not null primary key default true check (is_only),
  id          uuid not null default gen_random_uuid(),
  created_at  timestamptz not null default now()
);
insert into instance_identity default values;

-- The back-ups that `linkshelf backup` made in BACKUP_TARGET, and the checks of them. A run without `finished_at` is
-- running or was killed. Processes only read the table. The commands write it as the owner of the database.
create table backup_runs (
  id           bigint generated always as identity primary key,
  kind         text not null check (kind in ('backup', 'check')),
  started_at   timestamptz not null,
  finished_at  timestamptz,
  -- The name of the back-up that the run makes or checks.
  backup       text,
  -- The size of the complete back-up.
  bytes        bigint,
  -- Why the run failed. A run with an error can have a complete back-up, if old back-ups could not be deleted.
  error        text,
  -- When the email about the error was added to the queue.
  reported_at  timestamptz
);
create index backup_runs_started_idx on backup_runs (kind, started_at);
grant select on backup_runs to linkshelf_app;
