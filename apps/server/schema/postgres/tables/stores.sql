-- Written by `npm run schema`.

create table stores (
  id                  uuid         not null,
  organization_id     uuid         not null,
  project_id          uuid         not null,
  name                text         not null,
  handle              text         not null,
  description         text,
  main_color          text         not null,
  secondary_color     text         not null,
  layout              text         not null,
  logo                text,
  title               text,
  store_name          text,
  custom_fonts_url    text,
  favicon             text,
  banner_image        text,
  footer_text         text,
  snippet             text,
  is_active           boolean      not null,
  short_link_id       uuid,
  created_at          timestamptz  not null,
  is_disclosed        boolean      not null  default true,
  disclosure_text     text,
  ad_label            text,
  imprint_url         text,
  privacy_url         text,
  contact_url         text,
  social_links        json         not null  default '[]'::json,
  picture_ratio       text         not null  default 'whole',
  theme               text         not null  default 'plain',
  heading_font        text,
  text_font           text,
  newsletter_url      text,
  newsletter_field    text,
  newsletter_heading  text,
  language            text         not null  default 'en',
  constraint stores_pkey primary key (id),
  constraint stores_project_id_key unique (project_id),
  constraint stores_heading_font_check check (heading_font ~ '^[a-z0-9-]{1,40}$'),
  constraint stores_language_check check (language = any (array['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'ja',
    'ar', 'he'])),
  constraint stores_layout_check check (layout = any (array['left', 'top', 'grid', 'list', 'magazine'])),
  constraint stores_picture_ratio_check check (picture_ratio = any (array['whole', 'square', 'portrait', 'landscape'])),
  constraint stores_text_font_check check (text_font ~ '^[a-z0-9-]{1,40}$'),
  constraint stores_theme_check check (theme = any (array['plain', 'linen', 'gallery', 'journal', 'glow', 'bubble',
    'pop', 'studio', 'album'])),
  constraint stores_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade,
  constraint stores_short_link_id_fkey foreign key (short_link_id) references links(id) on delete set null
);

alter table stores enable row level security;
alter table stores force row level security;
create policy for_visitors on stores for select to linkshelf_edge
  using (true);
create policy in_organization on stores to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on stores to linkshelf_app;
grant select on stores to linkshelf_edge;

create trigger stores_announce after insert or delete on stores for each row execute function announce_project();
create trigger stores_delete_qr_code after delete on stores
  for each row
  execute function delete_qr_code_of_page('store');
create trigger stores_draw_changed after update on stores
  for each row
  when (old.name is distinct from new.name or old.store_name is distinct from new.store_name
    or old.title is distinct from new.title or old.description is distinct from new.description
    or old.main_color is distinct from new.main_color or old.secondary_color is distinct from new.secondary_color
    or old.logo is distinct from new.logo or old.banner_image is distinct from new.banner_image
    or old.theme is distinct from new.theme or old.heading_font is distinct from new.heading_font
    or old.text_font is distinct from new.text_font)
  execute function enqueue_social_picture();
create trigger stores_draw_new after insert on stores for each row execute function enqueue_social_picture();
create trigger stores_find_looks_cropped after update of picture_ratio on stores
  for each row
  when (old.picture_ratio = 'whole' and new.picture_ratio <> 'whole')
  execute function find_looks_of_store();
create trigger stores_find_looks_new after insert on stores
  for each row
  when (new.picture_ratio <> 'whole')
  execute function find_looks_of_store();
create trigger stores_record_erasure after delete on stores
  for each row
  execute function record_erased_row_of_project('store');

-- The function announce_project is in functions/announce_project.sql.

create function delete_qr_code_of_page()
  returns trigger
  language plpgsql
as $$
begin
  delete from qr_codes
  where organization_id = old.organization_id and project_id = old.project_id and subject_kind = tg_argv[0] and subject_id = old.id;
  return null;
end $$;

create function enqueue_social_picture()
  returns trigger
  language plpgsql
as $$
begin
  insert into picture_requests (organization_id, project_id, kind, ids)
  values (new.organization_id, new.project_id, 'store', array[new.project_id]);
  return null;
end $$;

create function find_looks_of_store()
  returns trigger
  language plpgsql
as $$
begin
  perform enqueue_looks(array[new.project_id]);
  return null;
end $$;

-- The function record_erased_row_of_project is in functions/record_erased_row_of_project.sql.
