-- Deleting a project deletes its clicks, also if its whole organization is deleted. The job runs an hour later, when
-- the project's last clicks have been shipped from the journals. If ClickHouse is unavailable, the job is retried for
-- four days.
create function forget_project_clicks() returns trigger language plpgsql as $$
begin
  perform enqueue_job('forget-project-clicks', json_build_object('projectId', old.id), 'forget-project-clicks:' || old.id, now() + interval '1 hour', 25);
  return old;
end $$;
create trigger forget_clicks after delete on projects for each row execute function forget_project_clicks();
