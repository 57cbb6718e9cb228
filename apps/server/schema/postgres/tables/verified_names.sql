-- Written by `npm run schema`.

create table verified_names (
  id                  bigint       not null  generated always as identity,
  host                text         not null,
  registrable_domain  text         not null,
  organization_id     uuid         not null,
  user_id             uuid,
  daily_limit         integer      not null,
  is_reserve          boolean      not null,
  verified_at         timestamptz  not null,
  constraint verified_names_pkey primary key (id)
);

create index verified_names_host_idx on verified_names (host);
create index verified_names_organization_id_idx on verified_names (organization_id, verified_at);
create index verified_names_registrable_domain_idx on verified_names (registrable_domain, verified_at);
create index verified_names_user_id_idx on verified_names (user_id, verified_at);
create index verified_names_verified_at_idx on verified_names (verified_at);

alter table verified_names enable row level security;
alter table verified_names force row level security;
create policy for_jobs on verified_names to linkshelf_jobs
  using (true)
  with check (true);

grant select, insert, delete on verified_names to linkshelf_jobs;
