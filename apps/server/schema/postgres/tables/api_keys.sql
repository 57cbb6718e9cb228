-- Written by `npm run schema`.

create table api_keys (
  id               uuid         not null,
  organization_id  uuid         not null,
  user_id          uuid         not null,
  name             text         not null,
  digest           bytea        not null,
  start            text         not null,
  is_read_only     boolean      not null,
  created_at       timestamptz  not null,
  expires_at       timestamptz,
  last_used_at     timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_digest_key unique (digest),
  constraint api_keys_organization_id_user_id_fkey foreign key (organization_id, user_id)
    references members(organization_id, user_id) on delete cascade
);

create index api_keys_organization_id_idx on api_keys (organization_id, user_id);

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy in_organization on api_keys to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on api_keys for select to current_user
  using (true);

grant select, insert, delete on api_keys to linkshelf_app;
grant update (last_used_at) on api_keys to linkshelf_app;

create trigger api_keys_record_erasure after delete on api_keys
  for each row
  execute function record_erased_row('api_key', 'id');

-- The function record_erased_row is in functions/record_erased_row.sql.
