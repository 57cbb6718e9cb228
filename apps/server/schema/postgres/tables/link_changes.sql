-- Written by `npm run schema`.

create table link_changes (
  slug        text collate "C"  not null,
  changed_in  xid8              not null  default pg_current_xact_id(),
  changed_at  timestamptz       not null  default now()
);

create index link_changes_changed_at_idx on link_changes (changed_at);
create index link_changes_changed_in_idx on link_changes (changed_in);

grant select (changed_at) on link_changes to linkshelf_app;
grant delete on link_changes to linkshelf_app;
grant select (slug, changed_in) on link_changes to linkshelf_edge;
