-- Written by `npm run schema`.

create table job_starts (
  job_id       text     not null,
  start_count  integer  not null,
  constraint job_starts_pkey primary key (job_id)
);

grant select, insert, update, delete on job_starts to linkshelf_jobs;
