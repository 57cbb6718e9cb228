-- Views of the analytics screen that users saved. They are deleted when the membership ends, so that former members get
-- no numbers of the organization.
create table saved_reports (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  name text not null,
  view jsonb not null,
  mailed_since timestamptz, -- null if the report is not mailed
  created_at timestamptz not null,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create unique index saved_reports_name_key on saved_reports (project_id, user_id, lower(name));
create index saved_reports_member_idx on saved_reports (organization_id, user_id);
create index saved_reports_mailed_idx on saved_reports (user_id) where mailed_since is not null;

alter table saved_reports enable row level security;
alter table saved_reports force row level security;
create policy of_user on saved_reports to linkshelf_app
  using (organization_id = current_organization_id() and user_id = current_user_id())
  with check (organization_id = current_organization_id() and user_id = current_user_id());
-- Lets the job that mails reports find the reports of every organization.
create policy for_jobs on saved_reports for select to linkshelf_jobs using (true);
grant select, insert, update, delete on saved_reports to linkshelf_app;
