-- Tokens of the links with which the operator lets a user sign in without a password or another identity provider.
create table sign_in_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_links_user_id_idx on sign_in_links (user_id);
grant select, insert, delete on sign_in_links to linkshelf_app;
