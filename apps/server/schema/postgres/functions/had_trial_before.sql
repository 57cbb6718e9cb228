-- Written by `npm run schema`.

create function had_trial_before(id uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to 'public', 'pg_temp'
as $$
  select exists (
    select from users where users.id = had_trial_before.id and (
      exists (select from trials_of_deleted_accounts where address_hash = hash_trial_address(users.email))
      or exists (
        select from former_addresses join user_trials using (user_id)
        where address_hash = hash_trial_address(users.email) and user_id <> users.id and used_at is not null)))
$$;
revoke all on function had_trial_before(uuid) from public;
grant execute on function had_trial_before(uuid) to linkshelf_app;
