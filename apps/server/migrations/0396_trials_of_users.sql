-- The trial of each user. A user gets one trial, for any one organization. A payment page that offers the trial
-- reserves it. The trial is used when the payment provider reports that it began. The organization is not a foreign
-- key, because the row outlives the organization. The row is deleted with its user.
create table user_trials (
  user_id uuid primary key references users on delete cascade,
  organization_id uuid not null,
  offered_at timestamptz not null,
  used_at timestamptz
);
create index user_trials_organization_id_idx on user_trials (organization_id) where used_at is null;
grant select, insert, update on user_trials to linkshelf_app;

-- Marks the trial of owners whose organization has subscribed as used, because so far each organization's first
-- subscription began with a trial. Row-level security is not forced during this migration, because FORCE also applies
-- to the tables' owner, who runs the migration, unless the owner is a superuser.
alter table subscriptions no force row level security;
alter table members no force row level security;
insert into user_trials (user_id, organization_id, offered_at, used_at)
  select members.user_id, organization_id, now(), now() from subscriptions join members using (organization_id)
  where members.role = 'owner' and subscriptions.stripe_subscription_id is not null
  on conflict do nothing;
alter table subscriptions force row level security;
alter table members force row level security;

alter table user_trials enable row level security;
alter table user_trials force row level security;
create policy of_user on user_trials to linkshelf_app
  using (user_id = current_user_id()) with check (user_id = current_user_id());

-- Uses a trigger, so that no statement can begin a trial without marking it as used. If several owners of an
-- organization were offered the trial, the owner with the latest offer has paid, because a later payment page ends the
-- earlier pages.
create function use_trial() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_trials set used_at = now() where user_id = (
    select user_id from user_trials where organization_id = new.organization_id and used_at is null
    order by offered_at desc limit 1);
  return null;
end $$;
create trigger subscriptions_use_trial after update of trial_ends_at on subscriptions for each row
  when (old.trial_ends_at is null and new.trial_ends_at is not null) execute function use_trial();
create policy of_table_owner on user_trials to current_user using (true) with check (true);
