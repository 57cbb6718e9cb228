-- Adds a job to the queue. The role that migrates owns the queue's schema, so the application can only add jobs, in the
-- transaction that causes them.
create function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = public as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => 5, job_key => job_key);
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to linkshelf_app;
