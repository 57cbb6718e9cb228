-- An account is deleted some days after its user requested it. Until then the user can cancel the deletion.
alter table users
  add column deletes_at timestamptz,
  add column deletion_reminded_at timestamptz; -- when the user got the reminder
create index users_deletes_at_idx on users (deletes_at) where deletes_at is not null;
grant delete on users to linkshelf_jobs;

-- Deletes the audit entries that are only about an account when the account is deleted, because they contain addresses
-- and devices of the deleted user. Entries of organizations stay, but their actor no longer has a name. The entry that
-- records the deletion is inserted after this trigger.
create function delete_audit_log_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from audit_log where organization_id is null and user_id = old.id;
  return null;
end $$;
create trigger users_delete_audit_log after delete on users for each row execute function delete_audit_log_of_user();
