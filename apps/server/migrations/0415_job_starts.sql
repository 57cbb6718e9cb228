-- Counts the starts of jobs that read foreign files and have not ended. A process increments the count before it works,
-- so a job whose file crashes the process is given up after two crashes, instead of being tried at every start.
create table job_starts (
  job_id text primary key, -- id in graphile_worker, which does not change until the job is done
  start_count integer not null
);
grant select, insert, update, delete on job_starts to linkshelf_jobs;
