-- Summaries of emails. The number of emails of one kind to one address is limited per hour. Emails over the limit are
-- not sent, but counted in a summary. A job sends the summary at the end of the hour, because only jobs send emails.
create table email_summaries (
  id uuid primary key,
  recipient_hash bytea not null, -- hash of the kind and the address
  kind text not null,
  address text not null,
  email_count integer not null default 0,
  first_at timestamptz not null,
  latest_at timestamptz not null,
  details text[] not null default '{}', -- the texts in which the counted emails differ
  is_closed boolean not null default false -- whether its job has begun to send it: later emails are then counted in another summary
);
create unique index email_summaries_open_idx on email_summaries (recipient_hash) where not is_closed;
create index email_summaries_latest_at_idx on email_summaries (latest_at);

-- Emails that the limit has counted. `source` is the job that sends the email, so that a job that runs again is not
-- counted twice.
create table limited_emails (
  recipient_hash bytea not null,
  source text not null,
  counted_at timestamptz not null,
  summary_id uuid, -- null if the email was sent separately
  primary key (recipient_hash, source)
);
create index limited_emails_sent_idx on limited_emails (recipient_hash, counted_at) where summary_id is null;
create index limited_emails_counted_at_idx on limited_emails (counted_at);
grant select, insert, update, delete on email_summaries, limited_emails to linkshelf_jobs;
