-- Written by `npm run schema`.

create table youtube_lookups (
  kind          text         not null,
  value         text         not null,
  found         jsonb,
  looked_up_at  timestamptz  not null,
  constraint youtube_lookups_pkey primary key (kind, value)
);

create index youtube_lookups_looked_up_at_idx on youtube_lookups (looked_up_at);

grant select, insert, update on youtube_lookups to linkshelf_app;
grant delete on youtube_lookups to linkshelf_jobs;
