-- Written by `npm run schema`.

create table user_provider_accounts (
  issuer        text         not null,
  subject       text         not null,
  user_id       uuid         not null,
  email         text,
  created_at    timestamptz  not null,
  last_used_at  timestamptz  not null,
  constraint user_provider_accounts_pkey primary key (issuer, subject),
  constraint user_provider_accounts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index user_provider_accounts_user_id_idx on user_provider_accounts (user_id);

grant select, insert, update, delete on user_provider_accounts to linkshelf_app;
