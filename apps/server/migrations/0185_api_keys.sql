-- API keys. A key acts for the member who created it, in one organization, and becomes invalid when the membership
-- ends. The key itself is stored nowhere.
create table api_keys (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  digest bytea not null unique, -- SHA-256 of the key
  start text not null, -- its first characters, so that the owner recognizes the key
  is_read_only boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz, -- written at most once a minute
  foreign key (organization_id, user_id) references members on delete cascade
);
create index api_keys_organization_id_idx on api_keys (organization_id, user_id);

-- Counts the requests with API keys per organization and calendar month (UTC). A process reserves several requests in
-- advance, so that it does not write for each request.
create table api_request_counts (
  organization_id uuid not null references organizations on delete cascade,
  month date not null, -- first day of the month
  used bigint not null default 0,
  reserved bigint not null default 0, -- reserved by a process and not used yet
  primary key (organization_id, month),
  check (used >= 0 and reserved >= 0)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['api_keys', 'api_request_counts'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
  end loop;
end $$;
grant select, insert, update (last_used_at), delete on api_keys to linkshelf_app;
grant select, insert, update (used, reserved) on api_request_counts to linkshelf_app;

-- Finds keys in all organizations, because a request contains a key before its organization is known. The caller must
-- know the key's digest.
create function find_api_keys(digests bytea[])
returns table (digest bytea, id uuid, organization_id uuid, user_id uuid, is_read_only boolean, expires_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select digest, id, organization_id, user_id, is_read_only, expires_at, last_used_at from api_keys where digest = any(digests)
$$;
revoke all on function find_api_keys from public;
grant execute on function find_api_keys to linkshelf_app;
-- FORCE also applies to the tables' owner, unless the owner is a superuser. The function reads as the owner, so the
-- owner needs this policy.
create policy of_table_owner on api_keys for select to current_user using (true);
