-- Written by `npm run schema`.

create table instance_identity (
  is_only     boolean      not null  default true,
  id          uuid         not null  default gen_random_uuid(),
  created_at  timestamptz  not null  default now(),
  constraint instance_identity_pkey primary key (is_only),
  constraint instance_identity_is_only_check check (is_only)
);
