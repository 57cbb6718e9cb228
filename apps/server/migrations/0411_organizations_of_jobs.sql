-- Adds a job. If the payload names an organization, the organization's id is a flag of the job. Workers use the flag to
-- skip the jobs of an organization that already has its share of workers.
create or replace function enqueue_job(
  task text, payload json, job_key text default null, run_at timestamptz default null, max_attempts integer default 5, queue_name text default null
)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => job_key,
    flags => case when payload ->> 'organizationId' is not null then array[payload ->> 'organizationId'] end);
end $$;
