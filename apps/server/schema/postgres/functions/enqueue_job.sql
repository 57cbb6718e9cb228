-- Written by `npm run schema`.

create function enqueue_job(task text, payload json, job_key text default null::text,
  run_at timestamptz default null::timestamptz, max_attempts integer default 5, queue_name text default null::text)
  returns void
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
begin
  perform graphile_worker.add_job(
    task, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => job_key,
    flags => case when payload ->> 'organizationId' is not null then array[payload ->> 'organizationId'] end);
end $$;
revoke all on function enqueue_job(text,json,text,timestamptz,integer,text) from public;
grant execute on function enqueue_job(text,json,text,timestamptz,integer,text) to linkshelf_app;
