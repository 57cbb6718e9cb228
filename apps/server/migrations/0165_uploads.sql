-- Pictures that owners upload. They belong to the organization. Its stores and products refer to them by address.
create table uploads (
  digest text primary key, -- hash of the organization and the uploaded bytes: equal pictures of an organization are stored once
  organization_id uuid not null references organizations on delete cascade,
  purpose text not null check (purpose in ('picture', 'icon')),
  width integer not null, -- width and height of the largest file
  height integer not null,
  stored_bytes bigint not null, -- size of all its files together
  source bytea, -- the uploaded bytes, until they are encoded as AVIF files; never served
  created_at timestamptz not null,
  used_at timestamptz not null -- when it was last uploaded
);
alter table uploads alter column source set storage external; -- already compressed
create index uploads_organization_id_idx on uploads (organization_id, used_at) include (stored_bytes);

create table upload_files (
  digest text not null references uploads on delete cascade,
  name text not null, -- last part of its address, for example 640x480.webp
  organization_id uuid not null,
  bytes bytea not null,
  primary key (digest, name)
);
alter table upload_files alter column bytes set storage external;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['uploads', 'upload_files'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;

-- Anyone who knows a file's address may read the file.
create policy for_visitors on upload_files for select to linkshelf_edge using (true);
grant select (digest, name, bytes) on upload_files to linkshelf_edge;

-- A job can name a queue. Jobs in the same queue run one at a time.
drop function enqueue_job(text, json, text, timestamptz, integer);
create function enqueue_job(
  task text, payload json, job_key text default null, run_at timestamptz default null, max_attempts integer default 5, queue_name text default null
)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => job_key);
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to linkshelf_app;
