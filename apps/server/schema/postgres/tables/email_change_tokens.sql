-- Written by `npm run schema`.

create table email_change_tokens (
  token_hash  bytea        not null,
  change_id   uuid         not null,
  purpose     text         not null,
  expires_at  timestamptz  not null,
  constraint email_change_tokens_pkey primary key (token_hash),
  constraint email_change_tokens_purpose_check check (purpose = any (array['confirm', 'undo'])),
  constraint email_change_tokens_change_id_fkey foreign key (change_id) references email_changes(id) on delete cascade
);

create index email_change_tokens_change_id_idx on email_change_tokens (change_id);

grant select, insert, delete on email_change_tokens to linkshelf_app;
