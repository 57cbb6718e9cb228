-- Written by `npm run schema`.

create unlogged table throttles (
  key                bytea        not null,
  window_ms          integer      not null,
  window_started_at  timestamptz  not null,
  tries              integer      not null,
  tries_before       integer      not null,
  constraint throttles_pkey primary key (key)
);

grant select, insert, update, delete on throttles to linkshelf_app;
