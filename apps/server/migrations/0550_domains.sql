-- Own domains of organizations. Several organizations may claim one host, each with a token of its own; one of them
-- serves it.
create table domains (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  host text not null, -- in lower case, as A-labels
  token text not null, -- in the TXT record that proves ownership
  status text not null default 'waiting' check (status in ('waiting', 'verified', 'misconfigured', 'conflicting', 'lost')),
  status_since timestamptz not null,
  conflict text check (conflict in ('records', 'organization')),
  is_serving boolean not null default false, -- from its proof until its release, or the proof of another owner
  verified_at timestamptz, -- the latest proof after which it served
  archived_at timestamptz,
  seen jsonb, -- the records of the last check; a key without a value: its name servers did not answer
  proof_count integer not null default 0, -- proofs in a row while another organization, which proves nothing, serves the host
  failure_count integer not null default 0, -- failed checks in a row, but for those without an answer
  failing_since timestamptz, -- the first failed check in a row, while it serves
  checking_since timestamptz not null, -- checks become rarer from here on, while it does not serve
  checked_at timestamptz,
  check_count integer not null default 0, -- of two checks at once, the second is dropped
  next_check_at timestamptz, -- null: not checked
  created_at timestamptz not null,
  unique (organization_id, host)
);
create unique index domains_serving_host_key on domains (host) where is_serving;
create index domains_next_check_at_idx on domains (next_check_at);

alter table domains enable row level security;
alter table domains force row level security;
create policy in_organization on domains to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
-- A check finds the organization that serves a host.
create policy for_jobs on domains to linkshelf_jobs using (true) with check (true);
grant select, insert, update, delete on domains to linkshelf_app;

-- Returns whether the domain serves its host: it does not when another one does. The index decides, also between two
-- transactions at once, and the error of the one that comes second ends here.
create function serve_domain(domain_id uuid) returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  update domains set is_serving = true where id = domain_id and not is_serving;
  return found;
exception when unique_violation then
  return false;
end $$;
revoke execute on function serve_domain(uuid) from public;
grant execute on function serve_domain(uuid) to linkshelf_jobs;
