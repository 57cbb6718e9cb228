-- The back-ups that were restored into this database. Until `resumed_at` is set, the instance sends nothing to other
-- systems and deletes nothing on a schedule, because it may be a rehearsal.
create table restored_backups (
  taken_at     timestamptz not null primary key,
  restored_at  timestamptz not null default now(),
  resumed_at   timestamptz
);
grant select on restored_backups to linkshelf_app, linkshelf_jobs;
