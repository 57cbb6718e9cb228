-- Written by `npm run schema`.

create table identity_keys (
  id              uuid         not null,
  purpose         text         not null,
  secret          text         not null,
  created_at      timestamptz  not null,
  retires_at      timestamptz,
  encrypted_with  text,
  constraint identity_keys_pkey primary key (id),
  constraint identity_keys_purpose_check check (purpose = any (array['tokens', 'cookies', 'throttling']))
);

grant select, insert, update, delete on identity_keys to linkshelf_app;
