-- Written by `npm run schema`.

create table notification_settings (
  user_id              uuid         not null,
  time_zone            text,
  link_click           boolean      not null,
  link_broken          boolean      not null,
  new_conversion       boolean      not null,
  product_change       boolean      not null,
  marketing            boolean      not null,
  undeliverable_email  text,
  updated_at           timestamptz  not null,
  constraint notification_settings_pkey primary key (user_id),
  constraint notification_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

grant select, insert, update on notification_settings to linkshelf_app;
