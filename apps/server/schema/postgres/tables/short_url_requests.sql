-- Written by `npm run schema`.

create table short_url_requests (
  url_hash         bytea          not null,
  organization_id  uuid           not null,
  requested_at     timestamptz[]  not null  default '{}'::timestamptz[],
  location         text,
  waits_until      timestamptz,
  constraint short_url_requests_pkey primary key (url_hash, organization_id)
);

alter table short_url_requests enable row level security;
alter table short_url_requests force row level security;
create policy for_jobs on short_url_requests to linkshelf_jobs
  using (true)
  with check (true);

grant select, insert, update, delete on short_url_requests to linkshelf_jobs;
