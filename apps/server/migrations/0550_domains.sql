-- Domains that organizations own. Several organizations may claim the same host, each with its own token. Only one of
-- them serves the host.
create table domains (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  host text not null, -- in lower case, as A-labels
  token text not null, -- the token in the TXT record that proves ownership
  status text not null default 'waiting' check (status in ('waiting', 'verified', 'misconfigured', 'conflicting', 'lost')),
  status_since timestamptz not null,
  conflict text check (conflict in ('records', 'organization')),
  is_serving boolean not null default false, -- from the proof of ownership until the domain is released or another owner proves ownership
  verified_at timestamptz, -- time of the latest proof after which the domain served its host
  archived_at timestamptz,
  seen jsonb, -- the records that the last check found; a key without a value means that its name servers did not answer
  proof_count integer not null default 0, -- number of consecutive proofs while another organization serves the host but proves nothing
  failure_count integer not null default 0, -- number of consecutive failed checks; a check without an answer is not counted
  failing_since timestamptz, -- time of the first of the consecutive failed checks; set only while the domain serves its host
  checking_since timestamptz not null, -- the time from which checks become rarer while the domain does not serve its host
  checked_at timestamptz,
  check_count integer not null default 0, -- detects concurrent checks: the second one is dropped
  next_check_at timestamptz, -- null if the domain is not checked
  created_at timestamptz not null,
  unique (organization_id, host)
);
create unique index domains_serving_host_key on domains (host) where is_serving;
create index domains_next_check_at_idx on domains (next_check_at);

alter table domains enable row level security;
alter table domains force row level security;
create policy in_organization on domains to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
-- Lets a check find the organization that serves a host.
create policy for_jobs on domains to linkshelf_jobs using (true) with check (true);
grant select, insert, update, delete on domains to linkshelf_app;

-- Makes the domain serve its host, and returns whether it did so. Returns false if another domain serves the host. The
-- unique index decides this, also between two concurrent transactions: the error of the second transaction is caught
-- here.
create function serve_domain(domain_id uuid) returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  update domains set is_serving = true where id = domain_id and not is_serving;
  return found;
exception when unique_violation then
  return false;
end $$;
revoke execute on function serve_domain(uuid) from public;
grant execute on function serve_domain(uuid) to linkshelf_jobs;
