-- A random salt per UTC day. It makes visitor keys distinct for that day. After the salt is deleted, within 48 hours,
-- the keys can't be recomputed.
create table visitor_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
grant select, insert, delete on visitor_salts to linkshelf_app;
