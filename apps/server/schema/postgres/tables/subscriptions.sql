-- Written by `npm run schema`.

create table subscriptions (
  organization_id         uuid         not null,
  version                 integer      not null  default 0,
  name                    text,
  package                 text         not null  default 'Free',
  payment_period          text,
  status                  text         not null  default 'active',
  started_at              timestamptz,
  current_period_end      timestamptz,
  cancels_at              timestamptz,
  trial_ends_at           timestamptz,
  grace_ends_at           timestamptz,
  stripe_customer_id      text,
  stripe_subscription_id  text,
  lifetime                text,
  constraint subscriptions_pkey primary key (organization_id),
  constraint subscriptions_stripe_customer_id_key unique (stripe_customer_id),
  constraint subscriptions_check check ((payment_period is not null) = (package = any (array['Starter', 'Pro',
    'Business']))),
  constraint subscriptions_lifetime_check check (lifetime = any (array['paid', 'granted'])),
  constraint subscriptions_package_check check (package = any (array['Free', 'Starter', 'Pro', 'Business', 'Lifetime',
    'Enterprise'])),
  constraint subscriptions_payment_period_check check (payment_period = any (array['monthly', 'yearly'])),
  constraint subscriptions_status_check check (status = any (array['active', 'past_due'])),
  constraint subscriptions_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy for_jobs on subscriptions for select to linkshelf_jobs
  using (true);
create policy in_organization on subscriptions to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on subscriptions to linkshelf_app;

create trigger subscriptions_cancel after delete on subscriptions
  for each row
  when (old.stripe_customer_id is not null)
  execute function cancel_deleted_subscription();
create trigger subscriptions_use_trial after update of trial_ends_at on subscriptions
  for each row
  when (old.trial_ends_at is null and new.trial_ends_at is not null)
  execute function use_trial();

create function cancel_deleted_subscription()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  perform enqueue_job('cancel-stripe-customer', json_build_object('customerId', old.stripe_customer_id), 'cancel-stripe-customer:' || old.stripe_customer_id,
    null, 25);
  return null;
end $$;

create function use_trial()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  update user_trials set used_at = now() where user_id = (
    select user_id from user_trials where organization_id = new.organization_id and used_at is null
    order by offered_at desc limit 1);
  return null;
end $$;
