-- Written by `npm run schema`.

create table identity_state (
  kind         text         not null,
  key          bytea        not null,
  payload      jsonb        not null,
  session_uid  text,
  grant_id     text,
  user_id      uuid,
  expires_at   timestamptz,
  consumed_at  timestamptz,
  constraint identity_state_pkey primary key (kind, key),
  constraint identity_state_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index identity_state_expires_at_idx on identity_state (expires_at);
create index identity_state_grant_id_idx on identity_state (grant_id) where grant_id is not null;
create index identity_state_session_uid_idx on identity_state (session_uid) where kind = 'Session';
create index identity_state_user_id_idx on identity_state (user_id) where user_id is not null;

grant select, insert, update, delete on identity_state to linkshelf_app;
