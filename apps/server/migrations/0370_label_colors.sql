-- The color that an owner has chosen for a label; without one it has the color derived from its name.
alter table labels add column color_hex text check (color_hex ~ '^#[0-9a-f]{6}$');
