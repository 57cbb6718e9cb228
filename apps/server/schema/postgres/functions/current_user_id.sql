-- Written by `npm run schema`.

create function current_user_id()
  returns uuid
  language sql
  stable
return (nullif(current_setting('linkshelf.user_id', true), ''))::uuid;
