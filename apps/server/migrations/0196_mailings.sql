-- Emails from the operator to every user who has this notification switched on. Two mailings with equal texts are one
-- mailing, so nobody gets it twice, even if it is started again.
create table mailings (
  id uuid primary key,
  digest text not null unique,
  notification text not null,
  subject text not null,
  text text not null, -- Markdown
  created_at timestamptz not null
);
-- Users whose email was enqueued.
create table mailing_recipients (
  mailing_id uuid not null references mailings on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (mailing_id, user_id)
);
create index mailing_recipients_user_id_idx on mailing_recipients (user_id);
grant select, insert on mailings, mailing_recipients to linkshelf_jobs;
