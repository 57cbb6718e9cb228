-- A new account with the address of a deleted account gets no second trial. Only a keyed hash of the address is stored,
-- because the user has asked for the deletion.
create table trial_address_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into trial_address_key (key) values (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
create table trials_of_deleted_accounts (
  address_hash bytea primary key,
  deleted_at timestamptz not null
);
create index trials_of_deleted_accounts_deleted_at_idx on trials_of_deleted_accounts (deleted_at);
alter table trials_of_deleted_accounts enable row level security;
alter table trials_of_deleted_accounts force row level security;
create policy for_jobs on trials_of_deleted_accounts to linkshelf_jobs using (true) with check (true);
create policy of_table_owner on trials_of_deleted_accounts to current_user using (true) with check (true);
grant select, delete on trials_of_deleted_accounts to linkshelf_jobs;

-- Hashes an address with the key. The processes' accounts have no right to read the key, and can call no function that
-- hashes an address of their choice.
create function hash_trial_address(email text) returns bytea language sql stable set search_path = public, pg_temp as $$
  select sha256(key || convert_to(lower(email), 'UTF8')) from trial_address_key
$$;
revoke execute on function hash_trial_address from public;

-- Uses a trigger, so that no statement can delete an account without recording its used trial. It runs before the
-- trial's row is deleted.
create function keep_trial_of_deleted_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into trials_of_deleted_accounts (address_hash, deleted_at)
    select hash_trial_address(old.email), now() from user_trials where user_id = old.id and used_at is not null
    on conflict (address_hash) do update set deleted_at = excluded.deleted_at;
  return old;
end $$;
create trigger users_keep_trial before delete on users for each row execute function keep_trial_of_deleted_account();

create function had_trial_before(id uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users join trials_of_deleted_accounts on address_hash = hash_trial_address(email) where users.id = had_trial_before.id)
$$;
revoke execute on function had_trial_before from public;
grant execute on function had_trial_before to linkshelf_app;
