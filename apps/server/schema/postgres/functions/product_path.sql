-- Written by `npm run schema`.

create function product_path(product_id uuid)
  returns text
  language sql
  stable
as $$
  select '/' || coalesce((
    select string_agg(case when letter ~ '[a-z0-9-]' then letter
      else upper(regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by nth)
    from products, regexp_split_to_table(products.slug, '') with ordinality as letters (letter, nth)
    where products.id = product_path.product_id
  ), 'p/' || product_path.product_id)
$$;
