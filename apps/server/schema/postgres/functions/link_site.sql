-- Written by `npm run schema`.

create function link_site(target text, expanded_target text)
  returns text
  language sql
  immutable parallel safe
return "substring"(coalesce(expanded_target, target), '^https?://(?:www\.)?([^/?#]+)');
