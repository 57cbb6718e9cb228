-- Written by `npm run schema`.

create function hash_trial_address(email text)
  returns bytea
  language sql
  stable
  set search_path to 'public', 'pg_temp'
as $$
  select sha256(key || convert_to(lower(email), 'UTF8')) from trial_address_key
$$;
revoke all on function hash_trial_address(text) from public;
