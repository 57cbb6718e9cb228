-- The column says how the organization got Lifetime, which a plan above it only covers. 'paid' is for Lifetime paid at
-- the payment provider, which can refund it; 'granted' is for the operator's command and a choice under manual billing.
alter table subscriptions add column lifetime text check (lifetime in ('paid', 'granted'));

-- A plan without a start is the payment provider's. FORCE binds the owner of the tables too, unless it is a superuser.
alter table subscriptions no force row level security;
update subscriptions set lifetime = case when started_at is null then 'paid' else 'granted' end where package = 'Lifetime';
alter table subscriptions force row level security;
