-- Written by `npm run schema`.

create table organizations (
  id                      uuid         not null,
  name                    text         not null,
  package                 text         not null  default 'Free',
  payment_period          text,
  product_page_enabled    boolean      not null  default true,
  store_page_enabled      boolean      not null  default true,
  full_analytics_enabled  boolean      not null  default false,
  dashboard_days          integer      not null  default 30,
  created_at              timestamptz  not null  default now(),
  deletes_at              timestamptz,
  deletion_reminded_at    timestamptz,
  raised_limits           jsonb        not null  default '{}'::jsonb,
  second_factor_required  boolean      not null  default false,
  constraint organizations_pkey primary key (id),
  constraint organizations_dashboard_days_check check (dashboard_days >= 1 and dashboard_days <= 3650),
  constraint organizations_payment_period_check check (payment_period = any (array['monthly', 'yearly']))
);

create index organizations_deletes_at_idx on organizations (deletes_at) where deletes_at is not null;

alter table organizations enable row level security;
alter table organizations force row level security;
create policy for_jobs on organizations for select to linkshelf_jobs
  using (deletes_at is not null);
create policy for_visitors on organizations for select to linkshelf_edge
  using (true);
create policy in_organization on organizations to linkshelf_app
  using (id = current_organization_id())
  with check (id = current_organization_id());
create policy of_person on organizations for select to linkshelf_app
  using ((id in ( select members.organization_id
   from members
  where members.user_id = current_user_id())));

grant select, insert, update, delete on organizations to linkshelf_app;
grant select (id, package, product_page_enabled, store_page_enabled) on organizations to linkshelf_edge;

create trigger organizations_announce_second_factor after update of second_factor_required on organizations
  for each row
  when (new.second_factor_required and not old.second_factor_required)
  execute function announce_required_second_factor();
create trigger organizations_delete_audit_log after delete on organizations
  for each row
  execute function delete_audit_log_of_organization();
create trigger organizations_record_erasure after delete on organizations
  for each row
  execute function record_erased_row('organization', 'id');
create trigger organizations_sync_subscription after update of deletes_at on organizations
  for each row
  when (new.deletes_at is distinct from old.deletes_at)
  execute function sync_subscription_of_deletion();

create function announce_required_second_factor()
  returns trigger
  language plpgsql
as $$
begin
  perform pg_notify('membership_ended', user_id::text) from members where organization_id = new.id;
  return null;
end $$;

create function delete_audit_log_of_organization()
  returns trigger
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  delete from audit_log where organization_id = old.id;
  return null;
end $$;

-- The function record_erased_row is in functions/record_erased_row.sql.

create function sync_subscription_of_deletion()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_job('sync-subscription', json_build_object('customerId', stripe_customer_id), 'sync-subscription:' || stripe_customer_id, null, 25)
    from subscriptions where organization_id = new.id and stripe_customer_id is not null;
  return null;
end $$;
