-- The subscription of an organization, in addition to its package (organizations.package): when it renews, ends, or
-- waits for a payment.
create table subscriptions (
  organization_id uuid primary key references organizations on delete cascade,
  version integer not null default 0, -- incremented by every write, so that values read earlier do not overwrite a concurrent write
  name text, -- on the invoice; null: the organization's name
  package text not null default 'Free' check (package in ('Free', 'Starter', 'Pro', 'Business', 'Lifetime', 'Enterprise')),
  payment_period text check (payment_period in ('monthly', 'yearly')),
  status text not null default 'active' check (status in ('active', 'past_due')),
  started_at timestamptz, -- for a plan that the payment provider does not renew: the day from which its renewals are computed
  current_period_end timestamptz,
  cancels_at timestamptz,
  trial_ends_at timestamptz,
  grace_ends_at timestamptz,
  stripe_customer_id text unique,
  stripe_subscription_id text, -- the latest subscription; if it is set, the organization gets no second trial
  check ((payment_period is not null) = (package in ('Starter', 'Pro', 'Business')))
);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy in_organization on subscriptions to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
-- Lets jobs find the organization of a customer, and all organizations that have a customer.
create policy for_jobs on subscriptions for select to linkshelf_jobs using (true);
grant select, insert, update, delete on subscriptions to linkshelf_app;

-- Events that the payment provider delivered, so that each is handled once. They name no organization.
create table stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);
create index stripe_events_received_at_idx on stripe_events (received_at);
grant select, insert on stripe_events to linkshelf_app;
grant delete on stripe_events to linkshelf_jobs;

-- Uses a trigger, so that no statement can delete an organization without canceling its subscription.
create function cancel_deleted_subscription() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue_job('cancel-stripe-customer', json_build_object('customerId', old.stripe_customer_id), 'cancel-stripe-customer:' || old.stripe_customer_id,
    null, 25);
  return null;
end $$;
create trigger subscriptions_cancel after delete on subscriptions for each row
  when (old.stripe_customer_id is not null) execute function cancel_deleted_subscription();
