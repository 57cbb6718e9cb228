-- Written by `npm run schema`.

create table assigned_addresses (
  address      text collate "C"  not null,
  assigned_to  uuid              not null,
  assigned_at  timestamptz       not null  default now(),
  assigned_in  xid8              not null  default pg_current_xact_id()
);

create index assigned_addresses_assigned_at_idx on assigned_addresses (assigned_at);
create index assigned_addresses_assigned_in_idx on assigned_addresses (assigned_in);
