-- Emails of one kind to one address are limited by the hour. Those over the limit are counted in a summary, which a job
-- sends at the end of the hour: only jobs send emails.
create table email_summaries (
  id uuid primary key,
  recipient_hash bytea not null, -- of the kind and the address
  kind text not null,
  address text not null,
  email_count integer not null default 0,
  first_at timestamptz not null,
  latest_at timestamptz not null,
  details text[] not null default '{}', -- the texts in which these emails differ
  is_closed boolean not null default false -- its job has begun to send it: further emails are counted in another
);
create unique index email_summaries_open_idx on email_summaries (recipient_hash) where not is_closed;
create index email_summaries_latest_at_idx on email_summaries (latest_at);

-- Counted emails. The source is the job that sends one: a job that runs again is not counted again.
create table limited_emails (
  recipient_hash bytea not null,
  source text not null,
  counted_at timestamptz not null,
  summary_id uuid, -- null: sent on its own
  primary key (recipient_hash, source)
);
create index limited_emails_sent_idx on limited_emails (recipient_hash, counted_at) where summary_id is null;
create index limited_emails_counted_at_idx on limited_emails (counted_at);
grant select, insert, update, delete on email_summaries, limited_emails to linkshelf_jobs;
