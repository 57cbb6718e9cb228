-- The content of a deleted link or product can be erased before its 30 days are over, and a deleted product can be
-- restored. A restored back-up must repeat the erasure, and must not delete the restored product.
create trigger links_record_erased_content after update of target on links for each row
  when (old.target <> '' and new.target = '') execute function record_erased_row('erased_link', 'id');

-- Rows that are deleted with their project are not recorded, because there can be many, and the project is recorded.
create function record_end_of_deleted_product() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from products where id = old.id) then
    perform record_erasure('restored_product', array[old.id], clock_timestamp());
  elsif exists (select from projects where id = old.project_id) then
    perform record_erasure('erased_product', array[old.id], clock_timestamp());
  end if;
  return null;
end $$;
create trigger deleted_products_record_end after delete on deleted_products for each row
  execute function record_end_of_deleted_product();
