-- Written by `npm run schema`.

create table limited_emails (
  recipient_hash  bytea        not null,
  source          text         not null,
  counted_at      timestamptz  not null,
  summary_id      uuid,
  constraint limited_emails_pkey primary key (recipient_hash, source)
);

create index limited_emails_counted_at_idx on limited_emails (counted_at);
create index limited_emails_sent_idx on limited_emails (recipient_hash, counted_at) where summary_id is null;

grant select, insert, update, delete on limited_emails to linkshelf_jobs;
