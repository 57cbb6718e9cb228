-- Counts the starts of jobs that read foreign files and have not ended. A process increments the count before it works.
-- So a file that crashes the process is given up after two crashes, instead of being tried at every start.
create table job_starts (
  job_id text primary key, -- id in graphile_worker, which a job keeps until it is done
  start_count integer not null
);
grant select, insert, update, delete on job_starts to linkshelf_jobs;
