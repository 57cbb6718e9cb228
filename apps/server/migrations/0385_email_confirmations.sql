-- When someone who can read the account's email confirmed the address; null until then. It is unknown which existing
-- accounts have another person's address, so all existing accounts count as confirmed.
alter table users add column email_confirmed_at timestamptz;
update users set email_confirmed_at = created_at;

-- Tokens of the links that confirm email addresses.
create table email_confirmations (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index email_confirmations_user_id_idx on email_confirmations (user_id);
create index email_confirmations_expires_at_idx on email_confirmations (expires_at);
grant select, insert, update, delete on email_confirmations to linkshelf_app;
