-- Addresses where affiliate networks report the sales of a project. The secret is part of the address. It is stored in
-- plain text, because owners have to see it again to enter it at other networks. With the secret, a caller can report
-- sales, but read nothing.
create table postback_addresses (
  project_id uuid primary key,
  organization_id uuid not null,
  secret text not null unique,
  created_at timestamptz not null,
  last_received_at timestamptz,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);

-- How much one unit of each currency is worth in `currency`, as entered by the owner.
create table earning_rates (
  project_id uuid primary key,
  organization_id uuid not null,
  currency text not null,
  rates json not null, -- [{"currency": "USD", "rate": 0.92}]
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['postback_addresses', 'earning_rates'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;

-- Finds the project of a secret in all organizations, because a postback contains its secret before its project is
-- known.
create function find_postback_project(given_secret text)
returns table (organization_id uuid, project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select organization_id, project_id from postback_addresses where secret = given_secret
$$;
revoke all on function find_postback_project from public;
grant execute on function find_postback_project to linkshelf_app;
-- FORCE also applies to the tables' owner, unless the owner is a superuser. The function reads as the owner, so the
-- owner needs this policy.
create policy of_table_owner on postback_addresses for select to current_user using (true);

-- Lets the job that announces new sales find them in all organizations.
create policy for_jobs on earnings for select to linkshelf_jobs using (true);
create index earnings_unannounced_idx on earnings (organization_id) where is_current and announced_at is null and kind <> 'order' and status <> 'reversed';
create index earnings_announced_idx on earnings (organization_id, announced_at) where announced_at is not null;
