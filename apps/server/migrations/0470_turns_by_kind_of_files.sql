-- Gives each kind of file job its own turns, because each kind has its own workers. If all kinds shared their turns, an
-- archive that waits for hours would determine the priority of every other organization's next file. The flag of a job
-- names only its organization, so that workers can skip the jobs of an organization that already has its share of
-- workers.
drop function enqueue_file_job(text, json, text, integer);
create function enqueue_file_job(task text, payload json, job_key text, max_attempts integer, kind text default 'files')
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organization text := kind || ':' || (payload ->> 'organizationId');
  turn integer;
begin
  select greatest(min(priority), max(priority + 1) filter (where flags ? organization), 0) into turn
    from graphile_worker._private_jobs as job
    where exists (select from jsonb_object_keys(flags) as flag where starts_with(flag, kind || ':'))
      and locked_at is null and attempts < job.max_attempts and key is distinct from job_key;
  perform graphile_worker.add_job(task, payload, max_attempts => max_attempts, job_key => job_key,
    priority => least(turn, 32767), flags => array[organization]);
end $$;
revoke all on function enqueue_file_job from public;
grant execute on function enqueue_file_job to linkshelf_app;

-- Updates the waiting jobs, if the job queue has been installed.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs set flags = flags - 'files' where flags ? 'files';
  end if;
end $$;
