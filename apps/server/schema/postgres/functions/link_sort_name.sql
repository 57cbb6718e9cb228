-- Written by `npm run schema`.

create function link_sort_name(title text, target text)
  returns text
  language sql
  immutable parallel safe
return "left"(lower(coalesce(nullif(title, ''), regexp_replace(target, '^https?://(www\.)?', ''))), 100);
