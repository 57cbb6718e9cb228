-- The starts of jobs that read foreign files and have not ended. A process counts before it works, so that a file which
-- ends the process is given up after two deaths instead of being tried at every start.
create table job_starts (
  job_id text primary key, -- of graphile_worker, where a job keeps its id until it is done
  start_count integer not null
);
grant select, insert, update, delete on job_starts to linkshelf_jobs;
