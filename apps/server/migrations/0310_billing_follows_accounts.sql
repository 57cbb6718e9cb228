-- If an account is scheduled for deletion, its organizations without other members are scheduled too. They do not pay
-- for more renewals. If the deletion is canceled, the renewals continue. The job finds the organizations, because a
-- statement about a user can't see the subscriptions of organizations.
create function sync_subscriptions_of_account() returns trigger language plpgsql as $$
begin
  perform enqueue_job('sync-subscriptions-of-user', json_build_object('userId', new.id), 'sync-subscriptions-of-user:' || new.id, null, 25);
  return null;
end $$;
create trigger users_sync_subscriptions after update of deletes_at on users for each row
  when (new.deletes_at is distinct from old.deletes_at) execute function sync_subscriptions_of_account();
