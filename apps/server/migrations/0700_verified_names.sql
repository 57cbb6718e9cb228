-- Names of domains that were verified, to count them for the limits on certificates. A row is stored longer than its
-- domain and its organization, until no limit counts the row any more.
create table verified_names (
  id bigint generated always as identity primary key,
  host text not null,
  registrable_domain text not null, -- according to the list of public suffixes
  organization_id uuid not null,
  user_id uuid, -- the user who added the domain; null if an earlier version added it
  daily_limit integer not null, -- daily limit of the organization; a user's names are counted separately for each limit
  is_reserve boolean not null, -- whether the name counts towards the half of the instance's limit that is reserved for organizations with few names
  verified_at timestamptz not null
);
create index verified_names_verified_at_idx on verified_names (verified_at);
create index verified_names_host_idx on verified_names (host);
create index verified_names_registrable_domain_idx on verified_names (registrable_domain, verified_at);
create index verified_names_organization_id_idx on verified_names (organization_id, verified_at);
create index verified_names_user_id_idx on verified_names (user_id, verified_at);

alter table verified_names enable row level security;
alter table verified_names force row level security;
create policy for_jobs on verified_names to linkshelf_jobs using (true) with check (true);
grant select, insert, delete on verified_names to linkshelf_jobs;

alter table domains
  add column added_by uuid, -- the user who added the domain; null if an earlier version added it
  add column limited_by text check (limited_by in ('organization', 'user', 'registrable_domain', 'instance')),
  add column limited_until timestamptz;
