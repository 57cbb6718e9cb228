-- Written by `npm run schema`.

create table checked_hosts (
  host               text         not null,
  next_request_at    timestamptz  not null  default '-infinity'::timestamptz,
  refusal_count      integer      not null  default 0,
  crawl_delay_ms     integer      not null  default 0,
  robots             text,
  robots_expires_at  timestamptz  not null  default '-infinity'::timestamptz,
  next_check_at      timestamptz  not null  default '-infinity'::timestamptz,
  taken_until        timestamptz  not null  default '-infinity'::timestamptz,
  constraint checked_hosts_pkey primary key (host)
);

grant select, insert, update, delete on checked_hosts to linkshelf_jobs;
