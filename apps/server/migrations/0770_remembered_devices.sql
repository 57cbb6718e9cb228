-- Browsers on which a user signs in without a code, until `expires_at`. The browser's cookie has the token.
create table remembered_devices (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index remembered_devices_user_id_idx on remembered_devices (user_id);
create index remembered_devices_expires_at_idx on remembered_devices (expires_at);
grant select, insert, delete on remembered_devices to linkshelf_app;
