-- Written by `npm run schema`.

create policy for_jobs on graphile_worker._private_job_queues to linkshelf_jobs
  using (true)
  with check (true);
create policy for_jobs on graphile_worker._private_jobs to linkshelf_jobs
  using (true)
  with check (true);
create policy for_jobs on graphile_worker._private_known_crontabs to linkshelf_jobs
  using (true)
  with check (true);
create policy for_jobs on graphile_worker._private_tasks to linkshelf_jobs
  using (true)
  with check (true);

grant select, insert, update, delete on graphile_worker._private_job_queues to linkshelf_jobs;
grant select, insert, update, delete on graphile_worker._private_jobs to linkshelf_jobs;
grant select, insert, update, delete on graphile_worker._private_known_crontabs to linkshelf_jobs;
grant select, insert, update, delete on graphile_worker._private_tasks to linkshelf_jobs;
grant select on graphile_worker.jobs to linkshelf_jobs;
grant select on graphile_worker.migrations to linkshelf_jobs;
grant usage on schema graphile_worker to linkshelf_jobs;
grant usage on sequence graphile_worker.job_queues_id_seq to linkshelf_jobs;
grant usage on sequence graphile_worker.jobs_id_seq1 to linkshelf_jobs;
grant usage on sequence graphile_worker.tasks_id_seq to linkshelf_jobs;
