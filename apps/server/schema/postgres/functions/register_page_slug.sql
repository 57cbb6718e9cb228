-- Written by `npm run schema`.

create function register_page_slug()
  returns trigger
  language plpgsql
as $$
declare
  product uuid := case tg_table_name when 'products' then new.id end;
  category uuid := case tg_table_name when 'categories' then new.id end;
begin
  if tg_op = 'UPDATE' then
    update page_slugs set replaced_at = clock_timestamp()
    where project_id = new.project_id and slug = old.slug and (product_id = product or category_id = category);
    delete from page_slugs where project_id = new.project_id and slug = new.id::text;
  end if;
  insert into page_slugs as present (organization_id, project_id, slug, product_id, category_id)
  values (new.organization_id, new.project_id, new.slug, product, category)
  on conflict (project_id, slug) do update set product_id = excluded.product_id, category_id = excluded.category_id, replaced_at = null
  where present.replaced_at is not null;
  if not found then
    raise unique_violation using message = 'a page of the project has this slug', table = 'page_slugs', constraint = 'page_slugs_pkey';
  end if;
  if tg_op = 'UPDATE' then
    delete from page_slugs where project_id = new.project_id and slug in (
      select slug from page_slugs
      where project_id = new.project_id and (product_id = product or category_id = category) and replaced_at is not null
      order by replaced_at desc offset 20);
  end if;
  return null;
end $$;
