-- Written by `npm run schema`.

create table outward_requests (
  organization_id  uuid         not null,
  kind             text         not null,
  subject          text         not null,
  link_id          uuid,
  priority         smallint     not null,
  host             text         not null,
  payload          json         not null  default '{}'::json,
  state            json         not null  default '{}'::json,
  revision         integer      not null  default 1,
  started_count    integer      not null  default 0,
  failure_count    integer      not null  default 0,
  due_at           timestamptz  not null  default now(),
  constraint outward_requests_pkey primary key (organization_id, kind, subject),
  constraint outward_requests_kind_check check (kind = any (array['page', 'icon', 'health', 'follow', 'thumbnail'])),
  constraint outward_requests_link_id_fkey foreign key (link_id) references links(id) on delete cascade,
  constraint outward_requests_organization_id_fkey foreign key (organization_id)
    references organizations(id) on delete cascade
);

create index outward_requests_host_idx on outward_requests (organization_id, priority, host, due_at);
create index outward_requests_link_id_idx on outward_requests (link_id);

alter table outward_requests enable row level security;
alter table outward_requests force row level security;
create policy for_jobs on outward_requests to linkshelf_jobs
  using (true)
  with check (true);
create policy in_organization on outward_requests to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on outward_requests to linkshelf_app;
grant select, insert, update, delete on outward_requests to linkshelf_jobs;

create trigger outward_requests_announce after insert or update of revision on outward_requests
  for each row
  execute function announce_outward_request();

create function announce_outward_request()
  returns trigger
  language plpgsql
as $$
begin
  perform pg_notify('outward_requests', new.organization_id::text);
  return null;
end $$;
