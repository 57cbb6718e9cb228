-- Written by `npm run schema`.

create table remembered_devices (
  token_hash  bytea        not null,
  user_id     uuid         not null,
  expires_at  timestamptz  not null,
  constraint remembered_devices_pkey primary key (token_hash),
  constraint remembered_devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index remembered_devices_expires_at_idx on remembered_devices (expires_at);
create index remembered_devices_user_id_idx on remembered_devices (user_id);

grant select, insert, delete on remembered_devices to linkshelf_app;
