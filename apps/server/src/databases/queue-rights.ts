/**
 * Lets `linkshelf_jobs` work in the queue's schema, which belongs to the account that migrates: as its owner a process
 * could add triggers that run with the rights of whoever adds a job. The queue's own migrations add tables, so this
 * runs after them. Each statement can be repeated.
 */
export const queueRights = `
do $$
declare queue_table regclass;
begin
  for queue_table in
    select oid from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'for_jobs')
  loop
    execute format('create policy for_jobs on %s to linkshelf_jobs using (true) with check (true)', queue_table);
    execute format('grant select, insert, update, delete on %s to linkshelf_jobs', queue_table);
  end loop;
end $$;
grant usage on schema graphile_worker to linkshelf_jobs;
grant usage on all sequences in schema graphile_worker to linkshelf_jobs;
grant select on graphile_worker.jobs, graphile_worker.migrations to linkshelf_jobs;
`
