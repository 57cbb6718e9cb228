-- An account is deleted days after its user asked for it; until then they can keep it.
alter table users
  add column deletes_at timestamptz,
  add column deletion_reminded_at timestamptz; -- when the user got the reminder
create index users_deletes_at_idx on users (deletes_at) where deletes_at is not null;
grant delete on users to linkshelf_jobs;

-- The end of an account takes along the entries that are about the account alone: addresses and devices of a user who is gone. Those of organizations stay,
-- with an actor who has no name any more. The entry that records the deletion is inserted after this trigger.
create function delete_audit_log_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from audit_log where organization_id is null and user_id = old.id;
  return null;
end $$;
create trigger users_delete_audit_log after delete on users for each row execute function delete_audit_log_of_user();
