-- The emails that a user gets, and the user's time zone. A user without a row gets the defaults.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  time_zone text, -- an IANA name
  link_click boolean not null,
  link_broken boolean not null,
  new_conversion boolean not null,
  product_change boolean not null,
  marketing boolean not null,
  undeliverable_email text, -- the address, if the mail server rejected it permanently
  updated_at timestamptz not null
);
grant select, insert, update on notification_settings to linkshelf_app;

-- The key that signs unsubscribe links. An unsubscribe link can only switch a notification off.
create table unsubscribe_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into unsubscribe_key (key) values (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
grant select on unsubscribe_key to linkshelf_app;

-- Click summaries that were enqueued: one per user, organization and day, so that a job that runs twice sends no
-- summary twice. Rows of past days are deleted.
create table click_summaries (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  day date not null, -- in the user's time zone
  primary key (user_id, organization_id, day)
);
create index click_summaries_day_idx on click_summaries (day);
create index click_summaries_organization_id_idx on click_summaries (organization_id);
alter table click_summaries enable row level security;
alter table click_summaries force row level security;
create policy for_jobs on click_summaries to linkshelf_jobs using (true) with check (true);
grant select, insert, delete on click_summaries to linkshelf_jobs;
-- Lets the job that enqueues summaries find the members of every organization.
create policy for_jobs on members for select to linkshelf_jobs using (true);
