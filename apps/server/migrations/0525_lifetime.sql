-- How the organization got Lifetime. While the organization has a larger plan, Lifetime has no effect, but does not
-- end. 'paid' means paid at the payment provider, which can refund it. 'granted' means granted by the operator's
-- command, or chosen under manual billing.
alter table subscriptions add column lifetime text check (lifetime in ('paid', 'granted'));

-- Sets how existing organizations got Lifetime. A plan without a start was paid at the payment provider. Row-level
-- security is not forced during this migration, because FORCE also applies to the tables' owner, who runs the
-- migration, unless the owner is a superuser.
alter table subscriptions no force row level security;
update subscriptions set lifetime = case when started_at is null then 'paid' else 'granted' end where package = 'Lifetime';
alter table subscriptions force row level security;
