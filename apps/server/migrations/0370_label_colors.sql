-- The color that an owner chose for a label. Null: the color is derived from the label's name.
alter table labels add column color_hex text check (color_hex ~ '^#[0-9a-f]{6}$');
