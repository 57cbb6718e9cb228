-- Written by `npm run schema`.

create table former_addresses (
  user_id       uuid         not null,
  address_hash  bytea        not null,
  changed_at    timestamptz  not null,
  constraint former_addresses_pkey primary key (user_id, address_hash),
  constraint former_addresses_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index former_addresses_address_hash_idx on former_addresses (address_hash);
create index former_addresses_changed_at_idx on former_addresses (changed_at);

alter table former_addresses enable row level security;
alter table former_addresses force row level security;
create policy for_jobs on former_addresses to linkshelf_jobs
  using (true)
  with check (true);
create policy of_table_owner on former_addresses to current_user
  using (true)
  with check (true);

grant select, delete on former_addresses to linkshelf_jobs;
