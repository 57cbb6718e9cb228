-- Written by `npm run schema`.

create table pending_sign_ups (
  token_hash     bytea        not null,
  email          text         not null,
  full_name      text         not null,
  password_hash  text         not null,
  expires_at     timestamptz  not null,
  constraint pending_sign_ups_pkey primary key (token_hash)
);

grant select, insert, update, delete on pending_sign_ups to linkshelf_app;
