-- Written by `npm run schema`.

create table picture_turns (
  organization_id  uuid         not null,
  served_at        timestamptz  not null,
  constraint picture_turns_pkey primary key (organization_id),
  constraint picture_turns_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

alter table picture_turns enable row level security;
alter table picture_turns force row level security;
create policy for_jobs on picture_turns to linkshelf_jobs
  using (true)
  with check (true);

grant select, insert, update, delete on picture_turns to linkshelf_jobs;
