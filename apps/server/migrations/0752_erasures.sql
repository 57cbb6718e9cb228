-- What was erased or revoked, by ids only. A back-up contains this table. A list outside the back-ups also has the rows
-- that were added later, so that a restore erases again what its back-up still contains.
create table erasures (
  id           uuid         not null primary key default gen_random_uuid(),
  kind         text         not null,
  -- The ids of the row, for example of a member's organization and user.
  ids          uuid[]       not null,
  -- If clicks were deleted, this is the instant before which they were deleted.
  erased_at    timestamptz  not null default clock_timestamp(),
  recorded_in  xid8         not null default pg_current_xact_id()
);
create index erasures_recorded_in_idx on erasures (recorded_in);
create index erasures_erased_at_idx on erasures (erased_at);
-- Nothing that was erased before the time of this row is in the table.
insert into erasures (kind, ids) values ('beginning', '{}');

-- A restore sets linkshelf.repeats_erasures in its transaction. Then nothing is recorded here, because the restore
-- inserts the listed erasures with their ids.
create function record_erasure(kind text, ids uuid[], erased_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into erasures (kind, ids, erased_at)
  select record_erasure.kind, record_erasure.ids, record_erasure.erased_at
  where current_setting('linkshelf.repeats_erasures', true) is distinct from 'on'
$$;
revoke execute on function record_erasure(text, uuid[], timestamptz) from public;

-- The first argument of the trigger is the kind, the others are columns with the ids.
create function record_erased_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased constant jsonb := to_jsonb(old);
begin
  perform record_erasure(tg_argv[0], array(select (erased ->> name)::uuid from unnest(tg_argv[1:]) as name), clock_timestamp());
  return null;
end $$;

-- Rows that are deleted with their project are not recorded, because there can be many, and the project is recorded.
create function record_erased_row_of_project() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from projects where id = old.project_id) then
    perform record_erasure(tg_argv[0], array[old.id], clock_timestamp());
  end if;
  return null;
end $$;
-- The function above reads as the owner, and forced row-level security also applies to the owner.
create policy of_table_owner on projects for select to current_user using (true);

create function record_deleted_clicks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_erasure('clicks', array_remove(array[new.project_id, new.link_id], null), new.deleted_before);
  return null;
end $$;

create trigger users_record_erasure after delete on users for each row execute function record_erased_row('user', 'id');
create trigger users_record_disabled after update of disabled_at on users for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function record_erased_row('disabled_user', 'id');
create trigger users_record_enabled after update of disabled_at on users for each row
  when (old.disabled_at is not null and new.disabled_at is null) execute function record_erased_row('enabled_user', 'id');
create trigger organizations_record_erasure after delete on organizations for each row
  execute function record_erased_row('organization', 'id');
create trigger members_record_erasure after delete on members for each row
  execute function record_erased_row('member', 'organization_id', 'user_id');
create trigger api_keys_record_erasure after delete on api_keys for each row execute function record_erased_row('api_key', 'id');
create trigger projects_record_erasure after delete on projects for each row execute function record_erased_row('project', 'id');
create trigger stores_record_erasure after delete on stores for each row execute function record_erased_row_of_project('store');
create trigger categories_record_erasure after delete on categories for each row
  execute function record_erased_row_of_project('category');
create trigger products_record_erasure after delete on products for each row
  execute function record_erased_row_of_project('product');
create trigger postback_addresses_record_erasure after delete on postback_addresses for each row
  execute function record_erased_row('postback_address', 'project_id');
create trigger postback_addresses_record_replacement after update of secret on postback_addresses for each row
  when (old.secret <> new.secret) execute function record_erased_row('postback_address', 'project_id');
create trigger links_record_erasure after update of deleted_at on links for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function record_erased_row('link', 'id');
create trigger links_record_restoration after update of deleted_at on links for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function record_erased_row('restored_link', 'id');
create trigger click_deletions_record_erasure after insert or update of deleted_before on click_deletions for each row
  execute function record_deleted_clicks();
