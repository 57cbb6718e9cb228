-- Waiting requests to other people's servers: for a link's page, a site's icon, or the check of a destination. A row
-- has one request at a time. If a redirect or a second file must be requested, this request replaces the finished
-- request in the row. It waits until its own host may be requested.
create table outward_requests (
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('page', 'icon', 'health')),
  subject text not null, -- the link's id, or the site of an icon; a subject has only one row per kind
  link_id uuid references links on delete cascade, -- null for an icon
  priority smallint not null, -- lowest first; all requests with the same priority have the same kind
  host text not null, -- host and port of the next request
  payload json not null default '{}',
  state json not null default '{}', -- results of the finished requests
  revision integer not null default 1, -- incremented when the subject is requested again, also while a request runs
  started_count integer not null default 0, -- number of starts without an end, because the process was killed
  failure_count integer not null default 0, -- number of internal errors
  due_at timestamptz not null default now(), -- by the database's clock; postponed while a process works on the request
  primary key (organization_id, kind, subject)
);
create index outward_requests_host_idx on outward_requests (organization_id, priority, host, due_at);
create index outward_requests_link_id_idx on outward_requests (link_id);

-- When each organization was last served, and when its next request may be sent. Only jobs write this table, because
-- otherwise transactions of owners would wait for each other.
create table outward_turns (
  organization_id uuid primary key references organizations on delete cascade,
  served_at timestamptz not null default '-infinity',
  next_at timestamptz not null default now(), -- infinity if no request waits
  miss_count integer not null default 0, -- number of consecutive turns in which no host was free
  after_priority smallint, -- where the search for a free host continues
  after_host text
);
create index outward_turns_next_at_idx on outward_turns (next_at);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['outward_requests', 'outward_turns'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    -- The next turn is found across organizations.
    execute format('create policy for_jobs on %I to linkshelf_jobs using (true) with check (true)', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_jobs', table_name);
  end loop;
end $$;
create policy in_organization on outward_requests to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
grant select, insert, update, delete on outward_requests to linkshelf_app;

create function announce_outward_request() returns trigger language plpgsql as $$
begin
  perform pg_notify('outward_requests', new.organization_id::text);
  return null;
end $$;
create trigger outward_requests_announce after insert or update of revision on outward_requests
  for each row execute function announce_outward_request();

-- All kinds of requests to a host have the same pace. Only checks are also postponed if the server refuses requests, or
-- by its robots.txt.
alter table checked_hosts drop column is_due;
alter table checked_hosts add column next_check_at timestamptz not null default '-infinity';
alter table checked_hosts add column taken_until timestamptz not null default '-infinity'; -- the time until which a running request reserves the host
