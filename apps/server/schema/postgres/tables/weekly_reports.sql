-- Written by `npm run schema`.

create table weekly_reports (
  report_id  uuid         not null,
  week       date         not null,
  sent_at    timestamptz,
  constraint weekly_reports_pkey primary key (report_id, week),
  constraint weekly_reports_report_id_fkey foreign key (report_id) references saved_views(id) on delete cascade
);

create index weekly_reports_week_idx on weekly_reports (week);

alter table weekly_reports enable row level security;
alter table weekly_reports force row level security;
create policy for_jobs on weekly_reports to linkshelf_jobs
  using (true)
  with check (true);

grant select, insert, update, delete on weekly_reports to linkshelf_jobs;
