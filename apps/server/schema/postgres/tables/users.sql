-- Written by `npm run schema`.

create table users (
  id                    uuid         not null,
  email                 text         not null,
  full_name             text         not null,
  password_hash         text         not null,
  avatar_url            text,
  language              text         not null  default 'en',
  theme                 text         not null  default 'system',
  created_at            timestamptz  not null  default now(),
  signed_out_at         timestamptz,
  deletes_at            timestamptz,
  deletion_reminded_at  timestamptz,
  time_zone             text,
  email_confirmed_at    timestamptz,
  disabled_at           timestamptz,
  constraint users_pkey primary key (id),
  constraint users_theme_check check (theme = any (array['system', 'light', 'dark']))
);

create index users_deletes_at_idx on users (deletes_at) where deletes_at is not null;
create unique index users_email_key on users (lower(email));

grant select, insert, update on users to linkshelf_app;
grant delete on users to linkshelf_jobs;

create trigger users_delete_audit_log after delete on users for each row execute function delete_audit_log_of_user();
create trigger users_keep_former_address after update of email on users
  for each row
  when (lower(old.email) <> lower(new.email))
  execute function keep_former_address();
create trigger users_keep_trial before delete on users for each row execute function keep_trial_of_deleted_account();
create trigger users_record_disabled after update of disabled_at on users
  for each row
  when (old.disabled_at is null and new.disabled_at is not null)
  execute function record_erased_row('disabled_user', 'id');
create trigger users_record_enabled after update of disabled_at on users
  for each row
  when (old.disabled_at is not null and new.disabled_at is null)
  execute function record_erased_row('enabled_user', 'id');
create trigger users_record_erasure after delete on users for each row execute function record_erased_row('user', 'id');
create trigger users_reject_former_address after insert or update of email on users
  for each row
  execute function reject_former_address();
create trigger users_sync_subscriptions after update of deletes_at on users
  for each row
  when (new.deletes_at is distinct from old.deletes_at)
  execute function sync_subscriptions_of_account();

create function delete_audit_log_of_user()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  delete from audit_log where organization_id is null and user_id = old.id;
  return null;
end $$;

create function keep_former_address()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  insert into former_addresses (user_id, address_hash, changed_at) values (old.id, hash_trial_address(old.email), now())
    on conflict (user_id, address_hash) do update set changed_at = excluded.changed_at;
  return null;
end $$;

create function keep_trial_of_deleted_account()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
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

-- The function record_erased_row is in functions/record_erased_row.sql.

create function reject_former_address()
  returns trigger
  language plpgsql
as $$
begin
  if exists (select from email_changes where lower(former_email) = lower(new.email) and user_id <> new.id) then
    raise unique_violation using constraint = 'users_former_email', message = 'the address was another account''s until recently';
  end if;
  return null;
end $$;

create function sync_subscriptions_of_account()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_job('sync-subscriptions-of-user', json_build_object('userId', new.id), 'sync-subscriptions-of-user:' || new.id, null, 25);
  return null;
end $$;
