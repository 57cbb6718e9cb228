-- Written by `npm run schema`.

create table click_moves (
  from_store    text         not null,
  to_store      text         not null,
  target        text         not null,
  started_at    timestamptz  not null  default now(),
  completed_at  timestamptz,
  constraint click_moves_pkey primary key (from_store, to_store)
);

grant select on click_moves to linkshelf_jobs;
grant select on click_moves to linkshelf_ship;
