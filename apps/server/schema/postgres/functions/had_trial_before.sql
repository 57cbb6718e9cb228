-- Written by `npm run schema`.

create function had_trial_before(id uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select exists (
    select from users join trials_of_deleted_accounts on address_hash = hash_trial_address(email) where users.id = had_trial_before.id)
$$;
revoke all on function had_trial_before(uuid) from public;
grant execute on function had_trial_before(uuid) to linkshelf_app;
