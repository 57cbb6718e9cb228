-- Reports that were enqueued to be mailed: one row per report and week, so that a job that runs twice mails no report
-- twice. Rows of past weeks are deleted.
create table weekly_reports (
  report_id uuid not null references saved_reports on delete cascade,
  week date not null, -- the week's Monday, in the user's time zone
  sent_at timestamptz, -- null until the mail server accepted it
  primary key (report_id, week)
);
create index weekly_reports_week_idx on weekly_reports (week);
alter table weekly_reports enable row level security;
alter table weekly_reports force row level security;
create policy for_jobs on weekly_reports to linkshelf_jobs using (true) with check (true);
grant select, insert, update, delete on weekly_reports to linkshelf_jobs;
