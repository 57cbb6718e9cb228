-- Written by `npm run schema`.

create table daily_rollup_progress (
  is_only            boolean      not null  default true,
  rolled_up_before   date         not null,
  oldest_failed_day  date,
  failed_count       integer      not null,
  rejected_count     integer      not null,
  updated_at         timestamptz  not null,
  constraint daily_rollup_progress_pkey primary key (is_only),
  constraint daily_rollup_progress_is_only_check check (is_only)
);

grant select, insert, update on daily_rollup_progress to linkshelf_app;
