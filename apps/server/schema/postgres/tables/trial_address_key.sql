-- Written by `npm run schema`.

create table trial_address_key (
  is_only  boolean  not null  default true,
  key      bytea    not null,
  constraint trial_address_key_pkey primary key (is_only),
  constraint trial_address_key_is_only_check check (is_only)
);
