-- Written by `npm run schema`.

create table email_confirmations (
  token_hash  bytea        not null,
  user_id     uuid         not null,
  expires_at  timestamptz  not null,
  constraint email_confirmations_pkey primary key (token_hash),
  constraint email_confirmations_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index email_confirmations_expires_at_idx on email_confirmations (expires_at);
create index email_confirmations_user_id_idx on email_confirmations (user_id);

grant select, insert, update, delete on email_confirmations to linkshelf_app;
