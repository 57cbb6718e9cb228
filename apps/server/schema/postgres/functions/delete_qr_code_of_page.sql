-- Written by `npm run schema`.

create function delete_qr_code_of_page()
  returns trigger
  language plpgsql
as $$
begin
  delete from qr_codes
  where organization_id = old.organization_id and project_id = old.project_id and subject_kind = tg_argv[0] and subject_id = old.id;
  return null;
end $$;
