-- Written by `npm run schema`.

create table outward_turns (
  organization_id  uuid         not null,
  served_at        timestamptz  not null  default '-infinity'::timestamptz,
  next_at          timestamptz  not null  default now(),
  miss_count       integer      not null  default 0,
  after_priority   smallint,
  after_host       text,
  constraint outward_turns_pkey primary key (organization_id),
  constraint outward_turns_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

create index outward_turns_next_at_idx on outward_turns (next_at);

alter table outward_turns enable row level security;
alter table outward_turns force row level security;
create policy for_jobs on outward_turns to linkshelf_jobs
  using (true)
  with check (true);

grant select, insert, update, delete on outward_turns to linkshelf_jobs;
