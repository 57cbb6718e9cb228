-- Written by `npm run schema`.

create table unsubscribe_key (
  is_only  boolean  not null  default true,
  key      bytea    not null,
  constraint unsubscribe_key_pkey primary key (is_only),
  constraint unsubscribe_key_is_only_check check (is_only)
);

grant select on unsubscribe_key to linkshelf_app;
