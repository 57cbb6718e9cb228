-- Written by `npm run schema`.

create table backup_runs (
  id           bigint       not null  generated always as identity,
  kind         text         not null,
  started_at   timestamptz  not null,
  finished_at  timestamptz,
  backup       text,
  bytes        bigint,
  error        text,
  reported_at  timestamptz,
  constraint backup_runs_pkey primary key (id),
  constraint backup_runs_kind_check check (kind = any (array['backup', 'check']))
);

create index backup_runs_started_idx on backup_runs (kind, started_at);

grant select on backup_runs to linkshelf_app;
