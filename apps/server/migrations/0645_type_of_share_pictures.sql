-- Drawn pictures use the fonts of their store, so a change of the fonts enqueues them too.
drop trigger stores_draw_changed on stores;
create trigger stores_draw_changed after update on stores for each row
  when (
    (old.name, old.store_name, old.title, old.description, old.main_color, old.secondary_color, old.logo, old.banner_image, old.theme, old.heading_font, old.text_font)
    is distinct from (new.name, new.store_name, new.title, new.description, new.main_color, new.secondary_color, new.logo, new.banner_image, new.theme, new.heading_font, new.text_font)
  )
  execute function enqueue_social_picture();

-- The job of the next minute redraws the pictures of stores with a theme or fonts, and the pictures of their products
-- and categories.
do $$
begin
  alter table stores no force row level security;
  alter table picture_tasks no force row level security;
  alter table picture_tasks disable trigger picture_tasks_enqueue;
  insert into picture_tasks (key, organization_id, kind, payload)
  select 'store:' || project_id, organization_id, 'store', json_build_object('organizationId', organization_id, 'projectId', project_id)
  from stores where theme <> 'plain' or heading_font is not null or text_font is not null
  on conflict (key) do nothing;
  alter table picture_tasks enable trigger picture_tasks_enqueue;
  alter table stores force row level security;
  alter table picture_tasks force row level security;
end $$;
