-- Written by `npm run schema`.

create table audit_log (
  id               uuid         not null  default gen_random_uuid(),
  created_at       timestamptz  not null,
  organization_id  uuid,
  project_id       uuid,
  user_id          uuid,
  actor_kind       text         not null,
  actor_id         text         not null,
  source           text         not null,
  address          text,
  request_id       text         not null,
  action           text         not null,
  entity           text         not null,
  entity_id        text,
  before           jsonb,
  after            jsonb,
  search_text      text
    generated always as ("left"(lower(coalesce(jsonb_path_query_array(before,
      'strict $.**?(@.type() == "string")'::jsonpath)::text, '') || coalesce(jsonb_path_query_array(after,
      'strict $.**?(@.type() == "string")'::jsonpath)::text, '')), 4000)) stored,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_actor_kind_check check (actor_kind = any (array['user', 'api_key', 'system'])),
  constraint audit_log_check check (organization_id is not null or user_id is not null),
  constraint audit_log_source_check check (source = any (array['api', 'job', 'command']))
);

create index audit_log_action_idx on audit_log (organization_id, action, created_at desc, id desc)
  where organization_id is not null;
create index audit_log_actor_idx on audit_log (organization_id, actor_id, created_at desc, id desc)
  where organization_id is not null;
create index audit_log_entity_idx on audit_log (organization_id, entity_id, created_at desc, id desc)
  where organization_id is not null and entity_id is not null;
create index audit_log_kind_idx on audit_log (organization_id, actor_kind, created_at desc, id desc)
  where organization_id is not null;
create index audit_log_organization_idx on audit_log (organization_id, created_at desc, id desc)
  where organization_id is not null;
create index audit_log_project_idx on audit_log (organization_id, project_id, created_at desc, id desc)
  where project_id is not null;
create index audit_log_search_idx on audit_log using gin (organization_id, search_text gin_trgm_ops)
  where organization_id is not null;
create index audit_log_several_idx on audit_log using gin (organization_id, audited_ids(before, after))
  where organization_id is not null and audited_ids(before, after) <> '{}'::text[];
create index audit_log_user_idx on audit_log (user_id, created_at desc, id desc) where organization_id is null;

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy for_search on audit_log for select to linkshelf_search
  using (true);
create policy in_organization on audit_log to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());
create policy of_table_owner on audit_log to current_user
  using (true);
create policy of_user on audit_log to linkshelf_app
  using (organization_id is null and user_id = current_user_id())
  with check (organization_id is null and user_id = current_user_id());

grant select, insert on audit_log to linkshelf_app;
grant select (id, created_at, organization_id, project_id, actor_kind, actor_id, action, entity_id, before, after,
  search_text) on audit_log
  to linkshelf_search;
