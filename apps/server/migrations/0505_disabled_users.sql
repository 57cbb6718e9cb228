-- When the operator disabled the account. Until it is enabled, its user can't sign in, and find_api_keys does not
-- return its API keys.
alter table users add column disabled_at timestamptz;

create or replace function find_api_keys(digests bytea[])
returns table (digest bytea, id uuid, organization_id uuid, user_id uuid, is_read_only boolean, expires_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select digest, api_keys.id, organization_id, user_id, is_read_only, expires_at, last_used_at
  from api_keys join users on users.id = api_keys.user_id
  where digest = any(digests) and users.disabled_at is null
$$;
