-- Written by `npm run schema`.

create table stripe_events (
  id           text         not null,
  type         text         not null,
  received_at  timestamptz  not null,
  constraint stripe_events_pkey primary key (id)
);

create index stripe_events_received_at_idx on stripe_events (received_at);

grant select, insert on stripe_events to linkshelf_app;
grant delete on stripe_events to linkshelf_jobs;
