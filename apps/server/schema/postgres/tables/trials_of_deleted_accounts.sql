-- Written by `npm run schema`.

create table trials_of_deleted_accounts (
  address_hash  bytea        not null,
  deleted_at    timestamptz  not null,
  constraint trials_of_deleted_accounts_pkey primary key (address_hash)
);

create index trials_of_deleted_accounts_deleted_at_idx on trials_of_deleted_accounts (deleted_at);

alter table trials_of_deleted_accounts enable row level security;
alter table trials_of_deleted_accounts force row level security;
create policy for_jobs on trials_of_deleted_accounts to linkshelf_jobs
  using (true)
  with check (true);
create policy of_table_owner on trials_of_deleted_accounts to current_user
  using (true)
  with check (true);

grant select, delete on trials_of_deleted_accounts to linkshelf_jobs;
