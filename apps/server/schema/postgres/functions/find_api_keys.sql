-- Written by `npm run schema`.

create function find_api_keys(digests bytea[])
  returns table(digest bytea, id uuid, organization_id uuid, user_id uuid, is_read_only boolean, expires_at timestamptz,
    last_used_at timestamptz)
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select digest, api_keys.id, organization_id, user_id, is_read_only, expires_at, last_used_at
  from api_keys join users on users.id = api_keys.user_id
  where digest = any(digests) and users.disabled_at is null
$$;
revoke all on function find_api_keys(bytea[]) from public;
grant execute on function find_api_keys(bytea[]) to linkshelf_app;
