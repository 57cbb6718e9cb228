-- When the address of an account was confirmed by someone who reads its mail; null while it is not. Nothing says which
-- of the accounts made so far have an address of somebody else, so all of them count as confirmed.
alter table users add column email_confirmed_at timestamptz;
update users set email_confirmed_at = created_at;

-- Tokens of the links that confirm addresses.
create table email_confirmations (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index email_confirmations_user_id_idx on email_confirmations (user_id);
create index email_confirmations_expires_at_idx on email_confirmations (expires_at);
grant select, insert, update, delete on email_confirmations to linkshelf_app;
