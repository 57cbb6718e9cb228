-- Written by `npm run schema`.

create table click_summaries (
  organization_id  uuid  not null,
  user_id          uuid  not null,
  day              date  not null,
  constraint click_summaries_pkey primary key (user_id, organization_id, day),
  constraint click_summaries_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade,
  constraint click_summaries_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index click_summaries_day_idx on click_summaries (day);
create index click_summaries_organization_id_idx on click_summaries (organization_id);

alter table click_summaries enable row level security;
alter table click_summaries force row level security;
create policy for_jobs on click_summaries to linkshelf_jobs
  using (true)
  with check (true);

grant select, insert, delete on click_summaries to linkshelf_jobs;
