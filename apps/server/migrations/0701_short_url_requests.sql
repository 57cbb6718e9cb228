-- Requests to short URLs, and to links of affiliate networks. The other service counts each request as a click, so
-- organizations share a limit per URL.
create table short_url_requests (
  url_hash bytea not null,
  organization_id uuid not null,
  requested_at timestamptz[] not null default '{}', -- times of the requests in the last day
  location text, -- the address to which the last request was redirected; null if the request failed or has not ended
  waits_until timestamptz, -- null if no request waits
  primary key (url_hash, organization_id)
);
alter table short_url_requests enable row level security;
alter table short_url_requests force row level security;
create policy for_jobs on short_url_requests to linkshelf_jobs using (true) with check (true);
grant select, insert, update, delete on short_url_requests to linkshelf_jobs;
