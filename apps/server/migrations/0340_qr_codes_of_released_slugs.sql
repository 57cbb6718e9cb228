-- If a link was deleted by mistake, its slug can be freed. The link's row is then deleted, possibly before the link is
-- erased, so the trigger also deletes the QR code when the row is deleted.
create or replace function delete_qr_code_of_link() returns trigger language plpgsql as $$
begin
  delete from qr_codes
  where organization_id = old.organization_id and project_id = old.project_id and subject_kind = 'link' and subject_id = old.id;
  return null;
end $$;
create trigger links_delete_released_qr_code after delete on links for each row
  when (old.deleted_at is not null and old.target <> '') execute function delete_qr_code_of_link();
