-- Stores of earlier versions still show whole pictures, in a ratio that depends on the layout.
alter table stores add column picture_ratio text not null default 'whole' check (picture_ratio in ('whole', 'square', 'portrait', 'landscape'));

-- The look of a picture. focus_x and focus_y are the point that stands out, in percent of the picture's width and
-- height. A cut-out is a picture with a white or transparent edge. Only cut-outs have a hue, unless they are gray.
-- Pictures of earlier versions have no look: focus and hue are null.
alter table uploads
  add column focus_x smallint check (focus_x between 0 and 100),
  add column focus_y smallint check (focus_y between 0 and 100),
  add column is_cutout boolean not null default false,
  add column hue smallint check (hue between 0 and 359);

create policy for_visitors on uploads for select to linkshelf_edge using (true);
grant select (digest, focus_x, focus_y, is_cutout, hue) on uploads to linkshelf_edge;
