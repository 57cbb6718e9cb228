-- Written by `npm run schema`.

create table site_icons (
  organization_id  uuid         not null,
  site             text         not null,
  page_url         text         not null,
  icon_url         text,
  has_read_page    boolean      not null  default false,
  is_requested     boolean      not null  default false,
  next_fetch_at    timestamptz  not null,
  fetched_at       timestamptz,
  failure_count    integer      not null  default 0,
  digest           text,
  bytes            bytea,
  created_at       timestamptz  not null  default now(),
  constraint site_icons_pkey primary key (organization_id, site),
  constraint site_icons_digest_key unique (digest),
  constraint site_icons_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

alter table site_icons alter column bytes set storage external;

create index site_icons_next_fetch_at_idx on site_icons (is_requested desc, next_fetch_at);

alter table site_icons enable row level security;
alter table site_icons force row level security;
create policy for_jobs on site_icons to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on site_icons to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on site_icons for select to current_user
  using (true);

grant select, insert, update on site_icons to linkshelf_app;
grant delete on site_icons to linkshelf_jobs;

create trigger site_icons_count_deleted after delete on site_icons
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('''icons''', 'coalesce(octet_length(bytes), 0)');
create trigger site_icons_count_inserted after insert on site_icons
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('''icons''', 'coalesce(octet_length(bytes), 0)');
create trigger site_icons_count_updated after update on site_icons
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('''icons''', 'coalesce(octet_length(bytes), 0)');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
