-- Written by `npm run schema`.

create table schema_migrations (
  name         text         not null,
  applied_at   timestamptz  not null  default now(),
  harmless_to  text,
  checksum     text,
  constraint schema_migrations_pkey primary key (name)
);

grant select on schema_migrations to linkshelf_app;
