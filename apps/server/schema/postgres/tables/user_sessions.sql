-- Written by `npm run schema`.

create table user_sessions (
  id                  uuid         not null,
  uid                 text         not null,
  user_id             uuid         not null,
  device              text,
  browser             text,
  os                  text,
  country             text,
  signed_in_at        timestamptz  not null,
  last_used_at        timestamptz  not null,
  confirmed_at        timestamptz,
  signed_out_at       timestamptz,
  reauthenticated_at  timestamptz,
  methods             text[]       not null  default '{password}'::text[],
  constraint user_sessions_pkey primary key (id),
  constraint user_sessions_uid_key unique (uid),
  constraint user_sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index user_sessions_user_id_idx on user_sessions (user_id);

grant select, insert, update, delete on user_sessions to linkshelf_app;
