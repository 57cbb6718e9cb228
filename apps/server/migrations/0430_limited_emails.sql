-- The number of emails of one kind to one address is limited per hour. Emails over the limit are counted in a summary.
-- A job sends the summary at the end of the hour, because only jobs send emails.
create table email_summaries (
  id uuid primary key,
  recipient_hash bytea not null, -- hash of the kind and the address
  kind text not null,
  address text not null,
  email_count integer not null default 0,
  first_at timestamptz not null,
  latest_at timestamptz not null,
  details text[] not null default '{}', -- the texts that differ between these emails
  is_closed boolean not null default false -- its job has begun to send it: later emails are counted in another summary
);
create unique index email_summaries_open_idx on email_summaries (recipient_hash) where not is_closed;
create index email_summaries_latest_at_idx on email_summaries (latest_at);

-- Emails that were counted. The source is the job that sends an email, so that a job that runs again does not count
-- twice.
create table limited_emails (
  recipient_hash bytea not null,
  source text not null,
  counted_at timestamptz not null,
  summary_id uuid, -- null: sent as a separate email
  primary key (recipient_hash, source)
);
create index limited_emails_sent_idx on limited_emails (recipient_hash, counted_at) where summary_id is null;
create index limited_emails_counted_at_idx on limited_emails (counted_at);
grant select, insert, update, delete on email_summaries, limited_emails to linkshelf_jobs;
