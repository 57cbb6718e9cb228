-- The content of a deleted link is stored for half a minute, so that the deletion can be undone. Then the link is
-- erased: its target becomes empty.

-- If a deletion is undone, the checks of the destination start over.
create or replace function follow_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into link_checks (link_id, organization_id, project_id, target, is_archived, next_check_at)
    values (new.id, new.organization_id, new.project_id, new.target, new.is_archived, now());
  elsif new.deleted_at is not null then
    delete from link_checks where link_id = new.id;
  elsif old.deleted_at is not null then
    insert into link_checks (link_id, organization_id, project_id, target, is_archived, is_requested, next_check_at)
    values (new.id, new.organization_id, new.project_id, new.target, new.is_archived, true, now());
  elsif new.target is distinct from old.target and current_setting('linkshelf.has_same_page', true) = 'on' then
    update link_checks set target = new.target, page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false
    where link_id = new.id;
  elsif new.target is distinct from old.target then
    update link_checks set target = new.target, status = 'unchecked', reason = null, checked_at = null, failing_since = null, retry_count = 0,
      redirected_to = null, page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false, is_requested = true,
      next_check_at = now()
    where link_id = new.id;
  end if;
  if tg_op = 'UPDATE' and new.is_archived <> old.is_archived then
    update link_checks set is_archived = new.is_archived where link_id = new.id;
  end if;
  return null;
end $$;

-- The QR code is deleted when the link is erased.
drop trigger links_delete_qr_code on links;
create trigger links_delete_qr_code after update of target on links for each row
  when (new.deleted_at is not null and old.target <> '' and new.target = '') execute function delete_qr_code_of_link();
