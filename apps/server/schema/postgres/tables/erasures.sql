-- Written by `npm run schema`.

create table erasures (
  id           uuid         not null  default gen_random_uuid(),
  kind         text         not null,
  ids          uuid[]       not null,
  erased_at    timestamptz  not null  default clock_timestamp(),
  recorded_in  xid8         not null  default pg_current_xact_id(),
  constraint erasures_pkey primary key (id)
);

create index erasures_erased_at_idx on erasures (erased_at);
create index erasures_recorded_in_idx on erasures (recorded_in);
