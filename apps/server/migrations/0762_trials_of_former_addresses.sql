-- A former address of an account gets no further trial if that account has used its trial, before the change or since.
-- Only keyed hashes of former addresses are stored.
create table former_addresses (
  user_id uuid not null references users on delete cascade,
  address_hash bytea not null,
  changed_at timestamptz not null,
  primary key (user_id, address_hash)
);
create index former_addresses_address_hash_idx on former_addresses (address_hash);
create index former_addresses_changed_at_idx on former_addresses (changed_at);
alter table former_addresses enable row level security;
alter table former_addresses force row level security;
create policy for_jobs on former_addresses to linkshelf_jobs using (true) with check (true);
create policy of_table_owner on former_addresses to current_user using (true) with check (true);
grant select, delete on former_addresses to linkshelf_jobs;

-- Uses a trigger, so that no statement can change an address without recording it.
create function keep_former_address() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into former_addresses (user_id, address_hash, changed_at) values (old.id, hash_trial_address(old.email), now())
    on conflict (user_id, address_hash) do update set changed_at = excluded.changed_at;
  return null;
end $$;
create trigger users_keep_former_address after update of email on users for each row
  when (lower(old.email) <> lower(new.email)) execute function keep_former_address();

create or replace function keep_trial_of_deleted_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into trials_of_deleted_accounts (address_hash, deleted_at)
    select address_hash, now() from (
      select hash_trial_address(old.email) as address_hash
      union select address_hash from former_addresses where user_id = old.id
    ) as addresses
    where exists (select from user_trials where user_id = old.id and used_at is not null)
    on conflict (address_hash) do update set deleted_at = excluded.deleted_at;
  return old;
end $$;

create or replace function had_trial_before(id uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users where users.id = had_trial_before.id and (
      exists (select from trials_of_deleted_accounts where address_hash = hash_trial_address(users.email))
      or exists (
        select from former_addresses join user_trials using (user_id)
        where address_hash = hash_trial_address(users.email) and user_id <> users.id and used_at is not null)))
$$;
