-- How the organization got Lifetime. A larger plan covers Lifetime, but does not end it. 'paid': paid at the payment
-- provider, which can refund it. 'granted': by the operator's command, or chosen under manual billing.
alter table subscriptions add column lifetime text check (lifetime in ('paid', 'granted'));

-- A plan without a start belongs to the payment provider. Row-level security is not forced during this migration,
-- because FORCE also applies to the tables' owner, unless the owner is a superuser.
alter table subscriptions no force row level security;
update subscriptions set lifetime = case when started_at is null then 'paid' else 'granted' end where package = 'Lifetime';
alter table subscriptions force row level security;
