-- Adds a job that works on files of the organization in the payload. Jobs with a lower priority run first. The job's
-- priority is one more than the priority of the organization's last waiting job, and at least the priority of the first
-- waiting job of all organizations. So organizations take turns, even if one organization has many files.
create function enqueue_file_job(task text, payload json, job_key text, max_attempts integer)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organization text := 'files:' || (payload ->> 'organizationId');
  turn integer;
begin
  select greatest(min(priority), max(priority + 1) filter (where flags ? organization), 0) into turn
    from graphile_worker._private_jobs as job
    where flags ? 'files' and locked_at is null and attempts < job.max_attempts and key is distinct from job_key;
  perform graphile_worker.add_job(task, payload, max_attempts => max_attempts, job_key => job_key,
    priority => least(turn, 32767), flags => array['files', organization]);
end $$;
revoke all on function enqueue_file_job from public;
grant execute on function enqueue_file_job to linkshelf_app;
