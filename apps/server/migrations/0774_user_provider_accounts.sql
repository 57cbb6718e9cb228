-- The accounts of users at other identity providers. An account there belongs to its issuer and subject, never to an
-- email address, because a provider can give an address to another person. `email` is the address at the last sign-in.
create table user_provider_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index user_provider_accounts_user_id_idx on user_provider_accounts (user_id);
grant select, insert, update, delete on user_provider_accounts to linkshelf_app;
