-- An organization that is scheduled for deletion does not pay for more renewals. If the deletion is canceled, the
-- renewals continue. Uses a trigger, so that no statement can omit this.
create function sync_subscription_of_deletion() returns trigger language plpgsql as $$
begin
  perform enqueue_job('sync-subscription', json_build_object('customerId', stripe_customer_id), 'sync-subscription:' || stripe_customer_id, null, 25)
    from subscriptions where organization_id = new.id and stripe_customer_id is not null;
  return null;
end $$;
create trigger organizations_sync_subscription after update of deletes_at on organizations for each row
  when (new.deletes_at is distinct from old.deletes_at) execute function sync_subscription_of_deletion();
