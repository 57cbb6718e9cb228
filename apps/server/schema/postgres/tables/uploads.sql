-- Written by `npm run schema`.

create table uploads (
  digest           text         not null,
  organization_id  uuid         not null,
  purpose          text         not null,
  width            integer      not null,
  height           integer      not null,
  stored_bytes     bigint       not null,
  source           bytea,
  created_at       timestamptz  not null,
  used_at          timestamptz  not null,
  focus_x          smallint,
  focus_y          smallint,
  is_cutout        boolean      not null  default false,
  hue              smallint,
  has_late_look    boolean      not null  default false,
  constraint uploads_pkey primary key (digest),
  constraint uploads_focus_x_check check (focus_x >= 0 and focus_x <= 100),
  constraint uploads_focus_y_check check (focus_y >= 0 and focus_y <= 100),
  constraint uploads_hue_check check (hue >= 0 and hue <= 359),
  constraint uploads_purpose_check check (purpose = any (array['picture', 'icon', 'social', 'fonts'])),
  constraint uploads_organization_id_fkey foreign key (organization_id) references organizations(id) on delete cascade
);

alter table uploads alter column source set storage external;

create index uploads_drawings_idx on uploads (organization_id, used_at) where purpose = 'social';
create index uploads_organization_id_idx on uploads (organization_id, used_at) include (stored_bytes);
create index uploads_space_idx on uploads (organization_id) include (stored_bytes) where purpose <> 'social';
create index uploads_used_at_idx on uploads (used_at);

alter table uploads enable row level security;
alter table uploads force row level security;
create policy for_jobs on uploads for select to linkshelf_jobs
  using (true);
create policy for_visitors on uploads for select to linkshelf_edge
  using (true);
create policy in_organization on uploads to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on uploads to linkshelf_app;
grant select (digest, focus_x, focus_y, is_cutout, hue, has_late_look) on uploads to linkshelf_edge;

create trigger uploads_count_deleted after delete on uploads
  referencing old table as before_rows
  for each statement
  execute function count_stored_bytes('case purpose when ''social'' then ''drawn_pictures'' else ''pictures'' end',
    'stored_bytes + coalesce(octet_length(source), 0)');
create trigger uploads_count_inserted after insert on uploads
  referencing new table as after_rows
  for each statement
  execute function count_stored_bytes('case purpose when ''social'' then ''drawn_pictures'' else ''pictures'' end',
    'stored_bytes + coalesce(octet_length(source), 0)');
create trigger uploads_count_updated after update on uploads
  referencing old table as before_rows new table as after_rows
  for each statement
  execute function count_stored_bytes('case purpose when ''social'' then ''drawn_pictures'' else ''pictures'' end',
    'stored_bytes + coalesce(octet_length(source), 0)');

-- The function count_stored_bytes is in functions/count_stored_bytes.sql.
