-- Stores of earlier versions have no theme, and their look does not change. The contract lists the fonts.
alter table stores
  add column theme text not null default 'plain'
    check (theme in ('plain', 'linen', 'gallery', 'journal', 'glow', 'bubble', 'pop', 'studio', 'album')),
  add column heading_font text check (heading_font ~ '^[a-z0-9-]{1,40}$'),
  add column text_font text check (text_font ~ '^[a-z0-9-]{1,40}$'),
  drop constraint stores_layout_check,
  add constraint stores_layout_check check (layout in ('left', 'top', 'grid', 'list', 'magazine'));
