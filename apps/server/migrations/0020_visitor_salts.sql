-- A random salt for each UTC day. Visitor keys are computed with it, so a visitor has another key each day. The salt is
-- deleted within 48 hours. After that, the keys can't be recomputed.
create table visitor_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
grant select, insert, delete on visitor_salts to linkshelf_app;
