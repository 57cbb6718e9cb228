-- A deleted project takes its clicks with it, whether it went alone or with its organization. An hour later, when its last visitors' clicks have
-- come from the journals; a store that is away then is waited for during four days.
create function forget_project_clicks() returns trigger language plpgsql as $$
begin
  perform enqueue_job('forget-project-clicks', json_build_object('projectId', old.id), 'forget-project-clicks:' || old.id, now() + interval '1 hour', 25);
  return old;
end $$;
create trigger forget_clicks after delete on projects for each row execute function forget_project_clicks();
