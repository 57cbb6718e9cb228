-- The state of the page that each link leads to, and when the page is requested next. A trigger on links maintains the
-- row, so that no statement on links can omit it.
create table link_checks (
  link_id uuid primary key references links on delete cascade,
  organization_id uuid not null,
  project_id uuid not null,
  target text not null, -- copied from the link; is_archived is copied too
  is_archived boolean not null,
  status text not null default 'unchecked' check (status in ('unchecked', 'ok', 'failing', 'broken', 'unavailable', 'blocked')),
  reason text,
  checked_at timestamptz,
  failing_since timestamptz, -- when the first of the failures occurred that make a link broken
  retry_count integer not null default 0, -- number of consecutive temporary failures
  announced_at timestamptz, -- when the organization's members were notified that the link is broken
  -- The next request for the page. Each redirect is followed in a separate request, so that every request waits until
  -- its own host may be requested.
  page_url text, -- the target without its affiliate parameters; null until the next run of the job that checks links
  request_url text,
  host text, -- host and port of request_url
  hop_count integer not null default 0,
  needs_body boolean not null default false, -- whether the request is a GET instead of a HEAD
  is_requested boolean not null default false, -- whether an owner waits for the result: the request then comes first
  next_check_at timestamptz not null -- infinity: never
);
create index link_checks_host_idx on link_checks (host, is_requested desc, next_check_at);
create index link_checks_next_check_at_idx on link_checks (next_check_at) include (host);
create index link_checks_unprepared_idx on link_checks (link_id) where page_url is null;
create index link_checks_page_idx on link_checks (project_id, md5(page_url));
create index link_checks_problem_idx on link_checks (project_id, status) where status in ('broken', 'unavailable');
create index link_checks_organization_id_idx on link_checks (organization_id, announced_at) where announced_at is not null;
create index link_checks_unannounced_idx on link_checks (organization_id) where status = 'broken' and announced_at is null;

alter table link_checks enable row level security;
alter table link_checks force row level security;
create policy in_organization on link_checks to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
-- Lets jobs find checks in all organizations, because destinations are checked per host.
create policy for_jobs on link_checks to linkshelf_jobs using (true) with check (true);
grant select, insert, update, delete on link_checks to linkshelf_app;

-- The hosts of destinations: when each host may be requested again, and what its robots.txt allows.
create table checked_hosts (
  host text primary key,
  is_due boolean not null default false, -- whether links may have to be checked
  next_request_at timestamptz not null default '-infinity', -- by the database's clock
  refusal_count integer not null default 0, -- number of consecutive responses with 429 or 503
  crawl_delay_ms integer not null default 0,
  robots text, -- null if it could not be fetched
  robots_expires_at timestamptz not null default '-infinity'
);
create index checked_hosts_due_idx on checked_hosts (next_request_at) where is_due;
grant select, insert, update, delete on checked_hosts to linkshelf_jobs;

create function follow_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into link_checks (link_id, organization_id, project_id, target, is_archived, next_check_at)
    values (new.id, new.organization_id, new.project_id, new.target, new.is_archived, now());
  elsif new.deleted_at is not null then
    delete from link_checks where link_id = new.id;
  elsif new.target is distinct from old.target then
    update link_checks set target = new.target, status = 'unchecked', reason = null, checked_at = null, failing_since = null, retry_count = 0,
      page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false, is_requested = true, next_check_at = now()
    where link_id = new.id;
  end if;
  if tg_op = 'UPDATE' and new.is_archived <> old.is_archived then
    update link_checks set is_archived = new.is_archived where link_id = new.id;
  end if;
  return null;
end $$;
create trigger links_follow_inserted after insert on links for each row execute function follow_link();
create trigger links_follow_updated after update of target, deleted_at, is_archived on links for each row execute function follow_link();

-- The checks of existing links are spread over a week.
insert into link_checks (link_id, organization_id, project_id, target, is_archived, next_check_at)
select id, organization_id, project_id, target, is_archived, now() + random() * interval '7 days' from links where deleted_at is null;
