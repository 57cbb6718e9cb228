-- Written by `npm run schema`.

create table link_checks (
  link_id          uuid         not null,
  organization_id  uuid         not null,
  project_id       uuid         not null,
  target           text         not null,
  is_archived      boolean      not null,
  status           text         not null  default 'unchecked',
  reason           text,
  checked_at       timestamptz,
  failing_since    timestamptz,
  retry_count      integer      not null  default 0,
  announced_at     timestamptz,
  page_url         text,
  request_url      text,
  host             text,
  hop_count        integer      not null  default 0,
  needs_body       boolean      not null  default false,
  is_requested     boolean      not null  default false,
  next_check_at    timestamptz  not null,
  redirected_to    text,
  constraint link_checks_pkey primary key (link_id),
  constraint link_checks_status_check check (status = any (array['unchecked', 'ok', 'failing', 'broken', 'unavailable',
    'blocked'])),
  constraint link_checks_link_id_fkey foreign key (link_id) references links(id) on delete cascade
);

create index link_checks_next_check_at_idx on link_checks (next_check_at) include (host);
create index link_checks_organization_id_idx on link_checks (organization_id, announced_at)
  where announced_at is not null;
create index link_checks_page_idx on link_checks (project_id, md5(page_url));
create index link_checks_problem_idx on link_checks (project_id, status)
  where status = any (array['broken', 'unavailable']);
create index link_checks_unannounced_idx on link_checks (organization_id)
  where status = 'broken' and announced_at is null;
create index link_checks_uncheckable_idx on link_checks (project_id)
  where (status = any (array['blocked', 'unchecked'])) and reason is not null;
create index link_checks_unprepared_idx on link_checks (link_id) where page_url is null;

alter table link_checks enable row level security;
alter table link_checks force row level security;
create policy for_jobs on link_checks to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on link_checks to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on link_checks to linkshelf_app;
