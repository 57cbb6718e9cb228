-- Written by `npm run schema`.

create table email_changes (
  id            uuid         not null,
  user_id       uuid         not null,
  email         text         not null,
  session_uid   text         not null,
  requested_at  timestamptz  not null,
  expires_at    timestamptz  not null,
  confirmed_at  timestamptz,
  former_email  text,
  is_undoable   boolean      not null  default true,
  constraint email_changes_pkey primary key (id),
  constraint email_changes_check check ((confirmed_at is null) = (former_email is null)),
  constraint email_changes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index email_changes_expires_at_idx on email_changes (expires_at);
create unique index email_changes_former_email_key on email_changes (lower(former_email));
create unique index email_changes_pending_key on email_changes (user_id) where confirmed_at is null;
create index email_changes_user_id_idx on email_changes (user_id);

grant select, insert, update, delete on email_changes to linkshelf_app;
