-- Written by `npm run schema`.

create table postback_addresses (
  project_id        uuid         not null,
  organization_id   uuid         not null,
  secret            text         not null,
  created_at        timestamptz  not null,
  last_received_at  timestamptz,
  constraint postback_addresses_pkey primary key (project_id),
  constraint postback_addresses_secret_key unique (secret),
  constraint postback_addresses_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

alter table postback_addresses enable row level security;
alter table postback_addresses force row level security;
create policy in_organization on postback_addresses to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on postback_addresses for select to current_user
  using (true);

grant select, insert, update, delete on postback_addresses to linkshelf_app;

create trigger postback_addresses_record_erasure after delete on postback_addresses
  for each row
  execute function record_erased_row('postback_address', 'project_id');
create trigger postback_addresses_record_replacement after update of secret on postback_addresses
  for each row
  when (old.secret <> new.secret)
  execute function record_erased_row('postback_address', 'project_id');

-- The function record_erased_row is in functions/record_erased_row.sql.
