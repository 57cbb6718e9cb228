-- Feedback that users send to the operator.
create table ideas (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  user_id uuid not null references users on delete cascade,
  subject text not null,
  idea text not null,
  created_at timestamptz not null,
  mailed_at timestamptz, -- when the email to the operator was accepted for delivery
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create index ideas_project_id_idx on ideas (project_id, organization_id);
-- Serves the query that counts the ideas that a user sent recently, in any organization.
create index ideas_user_id_idx on ideas (user_id, created_at);

alter table ideas enable row level security;
alter table ideas force row level security;
create policy in_organization on ideas to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy of_person on ideas for select to linkshelf_app using (user_id = current_user_id());
grant select, insert, update on ideas to linkshelf_app;

-- A job sets its own number of attempts, because a job that calls another server retries for longer.
drop function enqueue_job(text, json, text, timestamptz);
create function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null, max_attempts integer default 5)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => max_attempts, job_key => job_key);
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to linkshelf_app;
