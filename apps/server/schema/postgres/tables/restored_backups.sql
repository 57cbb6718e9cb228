-- Written by `npm run schema`.

create table restored_backups (
  taken_at     timestamptz  not null,
  restored_at  timestamptz  not null  default now(),
  resumed_at   timestamptz,
  constraint restored_backups_pkey primary key (taken_at)
);

grant select on restored_backups to linkshelf_app;
grant select on restored_backups to linkshelf_edge;
grant select on restored_backups to linkshelf_jobs;
