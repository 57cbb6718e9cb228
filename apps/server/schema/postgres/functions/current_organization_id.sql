-- Written by `npm run schema`.

create function current_organization_id()
  returns uuid
  language sql
  stable
return (nullif(current_setting('linkshelf.organization_id', true), ''))::uuid;
