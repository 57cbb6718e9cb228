-- Enqueues one job for each project whose stored sales include sales without a link. The job's name is new, so that no
-- process of an earlier release takes the job. Row-level security is not forced while the migration reads the sales,
-- because FORCE also applies to the table's owner, who runs the migration, unless the owner is a superuser.
alter table earnings no force row level security;
do $$
begin
  -- A database without the schema of the queue has never run a job, so it has no sales that a job has matched.
  if to_regnamespace('graphile_worker') is null then
    return;
  end if;
  perform enqueue_job(
    'match-stored-earnings', json_build_object('organizationId', organization_id, 'projectId', project_id), 'match-stored-earnings:' || project_id,
    null, 25)
  from (
    select distinct organization_id, project_id from earnings where is_current and method is null and unmatched_reason is null
  ) as unmatched;
end $$;
alter table earnings force row level security;
