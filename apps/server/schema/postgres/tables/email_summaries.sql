-- Written by `npm run schema`.

create table email_summaries (
  id              uuid         not null,
  recipient_hash  bytea        not null,
  kind            text         not null,
  address         text         not null,
  email_count     integer      not null  default 0,
  first_at        timestamptz  not null,
  latest_at       timestamptz  not null,
  details         text[]       not null  default '{}'::text[],
  is_closed       boolean      not null  default false,
  constraint email_summaries_pkey primary key (id)
);

create index email_summaries_latest_at_idx on email_summaries (latest_at);
create unique index email_summaries_open_idx on email_summaries (recipient_hash) where not is_closed;

grant select, insert, update, delete on email_summaries to linkshelf_jobs;
