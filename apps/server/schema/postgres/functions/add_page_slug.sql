-- Written by `npm run schema`.

create function add_page_slug()
  returns trigger
  language plpgsql
as $$
begin
  new.slug := coalesce(new.slug, new.id::text);
  return new;
end $$;
