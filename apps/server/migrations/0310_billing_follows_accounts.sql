-- An account that is going to be deleted takes its organizations without other members along: they pay for no more renewals, and go on when it is kept.
-- The job finds them, since no statement about a user sees the subscriptions of organizations.
create function sync_subscriptions_of_account() returns trigger language plpgsql as $$
begin
  perform enqueue_job('sync-subscriptions-of-user', json_build_object('userId', new.id), 'sync-subscriptions-of-user:' || new.id, null, 25);
  return null;
end $$;
create trigger users_sync_subscriptions after update of deletes_at on users for each row
  when (new.deletes_at is distinct from old.deletes_at) execute function sync_subscriptions_of_account();
