-- Stores of earlier versions show whole pictures, in a ratio that depends on the layout. They do not change.
alter table stores add column picture_ratio text not null default 'whole' check (picture_ratio in ('whole', 'square', 'portrait', 'landscape'));

-- focus_x and focus_y are the point of the picture that stands out, in percent of its width and height. A cut-out has a
-- white or transparent edge. A cut-out also has a hue, unless it is gray. Null for pictures of earlier versions.
alter table uploads
  add column focus_x smallint check (focus_x between 0 and 100),
  add column focus_y smallint check (focus_y between 0 and 100),
  add column is_cutout boolean not null default false,
  add column hue smallint check (hue between 0 and 359);

create policy for_visitors on uploads for select to linkshelf_edge using (true);
grant select (digest, focus_x, focus_y, is_cutout, hue) on uploads to linkshelf_edge;
